import { useTranslations } from 'use-intl'
import { newRecordId } from '#lib/record-ids.ts'
import { TaxClassField } from '#business/ledger/tax-class-field.tsx'
import type { TaxTerms } from '#business/ledger/tax.rules.ts'
import { Button } from '#ui/button.tsx'
import { Notes, TextField } from '#ui/field.tsx'
import { MoneyField, NumberField } from '#ui/inputs.tsx'
import { TilesField } from '#ui/tiles-field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './sell.module.css'
import type { ItemValue } from './sell.rules.ts'

/** An empty line of a kind. */
export const newItem = (kind: ItemValue['kind'], batch = ''): ItemValue => ({
  key: newRecordId(),
  kind,
  batch,
  text: '',
  quantity: 1,
  unit: '',
  taxClass: 'standard',
})

/** A part of a line as its own field; the error of a line is shown once, under all of its fields. */
function part<Key extends keyof ItemValue>(field: FieldBinding<ItemValue[]>, at: number, key: Key): FieldBinding<ItemValue[Key]> {
  const item = field.value[at] ?? newItem('batch')
  return {
    name: `${field.name}-${at}-${key}`,
    id: `${field.id}-${at}-${key}`,
    value: item[key],
    error: undefined,
    onChange: (value) => field.onChange(field.value.map((one, index) => (index === at ? { ...one, [key]: value } : one))),
    onBlur: () => field.onBlur(),
  }
}

type Props = {
  field: FieldBinding<ItemValue[]>
  batches: { value: string; label: string }[]
  currency: string
  exponent: number
  rates: Omit<TaxTerms, 'isIncluded'>
  /** Where the lines are a step of their own: called after the batch of the only line was pressed. */
  onPick?: (() => void) | undefined
}

/** What is sold: places in batches and free lines, in any number. */
export function SellItems({ field, batches, currency, exponent, rates, onPick }: Props) {
  const t = useTranslations('sales.sellForm')
  // A line without a choice yet gives way to another kind of line.
  const add = (kind: ItemValue['kind']) =>
    field.onChange([...field.value.filter((item) => item.kind === kind || item.kind !== 'batch' || item.batch !== ''), newItem(kind)])
  return (
    <fieldset className={css['rows']} id={field.id} tabIndex={-1} aria-describedby={field.error ? `${field.id}-error` : undefined}>
      <legend className="hidden-text">{t('items')}</legend>
      {/* A step's tiles are longer than its window. */}
      {onPick && <Notes field={field} />}
      {field.value.map((item, at) => (
        <div key={item.key} className={css['row']} role="group" aria-label={t('line', { number: at + 1 })}>
          {item.kind === 'batch' ? (
            <TilesField
              field={part(field, at, 'batch')}
              label={t('batch')}
              options={batches}
              placeholder={t('chooseBatch')}
              onPick={field.value.length === 1 ? onPick : undefined}
            />
          ) : (
            <>
              <TextField field={part(field, at, 'text')} label={t('text')} maxLength={120} />
              <div className={css['figures']}>
                <NumberField field={part(field, at, 'quantity')} label={t('quantity')} />
                <MoneyField field={part(field, at, 'unit')} label={t('unit')} currency={currency} exponent={exponent} />
              </div>
              <TaxClassField field={{ ...part(field, at, 'taxClass'), value: item.taxClass ?? 'standard' }} rates={rates} />
            </>
          )}
          {field.value.length > 1 && (
            <Button
              look="quiet"
              aria-label={t('removeLine', { number: at + 1 })}
              onClick={() => field.onChange(field.value.filter((_, index) => index !== at))}
            >
              {t('remove')}
            </Button>
          )}
        </div>
      ))}
      {!onPick && <Notes field={field} />}
      <div className={css['more']}>
        {batches.length > 0 && <Button onClick={() => add('batch')}>{t('addBatch')}</Button>}
        <Button onClick={() => add('free')}>{t('addFree')}</Button>
      </div>
    </fieldset>
  )
}
