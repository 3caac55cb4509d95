import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { amountText, asciiDigits, normaliseTime, parseAmount } from '#lib/digits.ts'
import type { TrainingDay } from '#lib/fields.ts'
import { imagePurposes, type ImagePurpose } from '#lib/images.ts'
import shared from './field.module.css'
import { describedBy, Labelled, Notes } from './field.tsx'
import { checkImage, type ImageValue } from './image-value.ts'
import css from './inputs.module.css'
import { currentLanguage } from './preferences.ts'
import type { FieldBinding } from './use-form.ts'
import { usePreview } from './use-preview.ts'
import { Offer, type Offered } from './offer.tsx'

type Common = { label: string; hint?: ReactNode }

/** A multi-line text field with a counter against the limit. */
export function TextareaField({
  field,
  label,
  max,
  dir,
  offer,
}: Common & { field: FieldBinding<string>; max: number; dir?: 'rtl' | 'ltr'; offer?: Offered | undefined }) {
  return (
    <Labelled field={field} label={label} offer={offer} hint={<span className="ltr">{`${[...field.value].length} / ${max}`}</span>}>
      <textarea
        id={field.id}
        name={field.name}
        className={`${shared['input']} ${css['area']}`}
        dir={dir}
        value={field.value}
        aria-required={field.isOptional === false}
        aria-invalid={Boolean(field.error)}
        aria-describedby={describedBy({ field, hint: true })}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={() => field.onBlur()}
      />
    </Labelled>
  )
}

/** A number field; text that is not a number stays as typed, so that its rule can report it. */
export function NumberField({ field, label, hint, unit }: Common & { field: FieldBinding<number | string>; unit?: string }) {
  return (
    <Labelled field={field} label={label} hint={hint}>
      <div className={shared['affixed']}>
        <input
          id={field.id}
          name={field.name}
          className={shared['input']}
          inputMode="numeric"
          maxLength={12}
          dir="ltr"
          value={String(field.value)}
          aria-required={field.isOptional === false}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field, hint })}
          onChange={(event) => {
            const plain = asciiDigits(event.target.value).trim()
            field.onChange(/^-?\d+(?:\.\d*[1-9])?$/.test(plain) && String(Number(plain)) === plain ? Number(plain) : event.target.value)
          }}
          onBlur={() => field.onBlur()}
        />
        {/* At the end of the number, which is written from the left in every language. */}
        {unit && (
          <span className={`${css['unit']} ltr`}>
            <bdi>{unit}</bdi>
          </span>
        )}
      </div>
    </Labelled>
  )
}

/** An amount typed in major currency units; the value is integer minor units, or the text while it is not an amount. */
export function MoneyField({
  field,
  label,
  hint,
  currency,
  exponent,
}: Common & { field: FieldBinding<number | string>; currency: string; exponent: number }) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (typeof field.value === 'number' ? amountText(field.value, exponent) : field.value)
  return (
    <Labelled field={field} label={label} hint={hint}>
      <div className={shared['affixed']}>
        <input
          id={field.id}
          name={field.name}
          className={shared['input']}
          inputMode="decimal"
          maxLength={20}
          dir="ltr"
          value={text}
          aria-required={field.isOptional === false}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field, hint })}
          onChange={(event) => {
            setTyped(event.target.value)
            field.onChange(parseAmount(event.target.value, exponent) ?? event.target.value)
          }}
          onBlur={() => {
            setTyped(null)
            field.onBlur()
          }}
        />
        <span className={`${css['unit']} ltr`}>{currency}</span>
      </div>
    </Labelled>
  )
}

/** A time typed as HH:mm (spec 9); 9:30 becomes 09:30 on blur, and 9 becomes 09:00. */
export function TimeField({ field, label, hint, offer }: Common & { field: FieldBinding<string>; offer?: Offered | undefined }) {
  return (
    <Labelled field={field} label={label} hint={hint} offer={offer}>
      <input
        id={field.id}
        name={field.name}
        className={shared['input']}
        inputMode="numeric"
        maxLength={8}
        placeholder="HH:mm"
        dir="ltr"
        value={field.value}
        aria-required={field.isOptional === false}
        aria-invalid={Boolean(field.error)}
        aria-describedby={describedBy({ field, hint })}
        onChange={(event) => field.onChange(event.target.value)}
        onBlur={() => {
          const normal = normaliseTime(field.value)
          if (normal !== field.value) field.onChange(normal)
          field.onBlur()
        }}
      />
    </Labelled>
  )
}

/** The seven days by name, from the country's first weekday; the value is spec 3's `trainingDays`. */
export function DaysField({
  field,
  label,
  firstWeekday,
  offers = [],
}: Common & { field: FieldBinding<TrainingDay[]>; firstWeekday: number; offers?: readonly Offered[] }) {
  const t = useTranslations('lib.days')
  const order = field.value.map((_, index) => field.value[(index + firstWeekday) % 7]).filter((day) => day !== undefined)
  return (
    <fieldset className={shared['field']} id={field.id} tabIndex={-1} aria-describedby={describedBy({ field })}>
      <legend className={shared['label']}>{label}</legend>
      <div className={css['days']}>
        {order.map(({ id, day, isSelected }) => (
          <label key={id} className={css['day']}>
            <input
              type="checkbox"
              className={shared['box']}
              checked={isSelected}
              onChange={(event) =>
                field.onChange(field.value.map((entry) => (entry.id === id ? { ...entry, isSelected: event.target.checked } : entry)))
              }
              onBlur={() => field.onBlur()}
            />
            {t(day)}
          </label>
        ))}
        {offers.map((offer) => (
          <Offer key={offer.label} {...offer} />
        ))}
      </div>
      <Notes field={field} />
    </fieldset>
  )
}

/** An image field: choose, preview, replace; refused at once if it exceeds the purpose's limits (spec 5). */
export function ImageField({ field, label, hint, purpose }: Common & { field: FieldBinding<ImageValue>; purpose: ImagePurpose }) {
  const t = useTranslations('ui.image')
  const { value } = field
  const preview = usePreview(value)
  const note = hint ?? t(imagePurposes[purpose].side === null ? 'coverHint' : 'hint')
  return (
    <Labelled field={field} label={label} hint={note}>
      <div className={css['image']} lang={currentLanguage()}>
        {preview !== '' && <img className={css['preview']} src={preview} alt="" />}
        <div className={css['file']}>
          <span className={css['choose']} aria-hidden="true">
            {t(preview === '' ? 'choose' : 'replace')}
          </span>
          <span className={css['fileName']} aria-hidden="true">
            {value instanceof File ? value.name : ''}
          </span>
          <input
            id={field.id}
            name={field.name}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-invalid={Boolean(field.error)}
            aria-describedby={describedBy({ field, hint: note })}
            onChange={(event) => {
              const file = event.target.files?.[0]
              if (file) {
                void checkImage(file, purpose).then(() => {
                  field.onChange(file)
                  field.onBlur(true)
                })
              }
            }}
          />
        </div>
      </div>
    </Labelled>
  )
}
