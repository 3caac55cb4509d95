import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Notes, SelectField } from '#ui/field.tsx'
import { useDay } from '#ui/use-day.ts'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './timeoff.module.css'
import type { Hit } from './timeoff.contract.ts'

/** The choice for each session by its id: 'leave', 'cancel' or a substitute's id. A session without a choice is left open. */
export type Choices = Record<string, string>

const suggestionOf = ({ substitutes: [first] }: Hit) => (first && !first.isOutside ? first.id : undefined)

/** The choices as the call's input, without the sessions left open. */
export const changesOf = (choices: Choices) =>
  Object.entries(choices)
    .filter(([, choice]) => choice !== 'leave')
    .map(([session, choice]) => ({ session, substitute: choice === 'cancel' ? null : choice }))

/** The sessions in the days off by date, each with a choice of what happens to it. */
export function SessionChoices({ field, hits }: { field: FieldBinding<Choices>; hits: readonly Hit[] }) {
  const t = useTranslations('timeoff')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  if (hits.length === 0) return null
  const canSuggest = hits.some((hit) => suggestionOf(hit))
  return (
    <fieldset className={css['choices']} id={field.id} tabIndex={-1}>
      <legend>{t('changes.label')}</legend>
      {canSuggest && (
        <Button
          onClick={() =>
            field.onChange({
              ...field.value,
              ...Object.fromEntries(
                hits.flatMap((hit) => {
                  const substitute = suggestionOf(hit)
                  return substitute ? [[hit.session.id, substitute]] : []
                }),
              ),
            })
          }
        >
          {t('suggest')}
        </Button>
      )}
      {hits.map((hit) => {
        const { session, substitutes } = hit
        const own = { id: `${field.id}-${session.id}`, error: undefined }
        const when = `${day(session.day)} \u2066${session.startingTime}–${session.endingTime}\u2069`
        const named = (name: string, id: string, isOutside: boolean) =>
          isOutside ? t('outside', { name }) : id === suggestionOf(hit) ? t('suggested', { name }) : name
        return (
          <SelectField
            key={session.id}
            field={{
              ...field,
              ...own,
              name: session.id,
              value: field.value[session.id] ?? 'leave',
              onChange: (choice) => field.onChange({ ...field.value, [session.id]: choice }),
            }}
            label={t('what', { batch: session.batchName, day: when })}
            hint={substitutes.length === 0 && t('none')}
            options={[
              { value: 'leave', label: t('leave') },
              ...substitutes.map(({ id, name, isOutside }) => ({ value: id, label: named(name, id, isOutside) })),
              { value: 'cancel', label: t('cancel') },
            ]}
          />
        )
      })}
      <Notes field={field} />
    </fieldset>
  )
}
