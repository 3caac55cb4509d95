import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './field.module.css'
import { Offer, type Offered } from './offer.tsx'
import { useOpenTexts } from './use-open-texts.ts'
import type { FieldBinding } from './use-form.ts'

/** The ids by which assistive technology finds a field's hint and error. */
export function describedBy({ field, hint }: { field: { id: string; error: string | undefined }; hint?: ReactNode }): string | undefined {
  return [hint ? `${field.id}-hint` : '', field.error ? `${field.id}-error` : ''].filter(Boolean).join(' ') || undefined
}

/** The hint and the error under a control. */
export function Notes({ field, hint }: { field: { id: string; error: string | undefined }; hint?: ReactNode }) {
  const t = useOpenTexts()
  return (
    <>
      {hint && (
        <p id={`${field.id}-hint`} className={css['hint']}>
          {hint}
        </p>
      )}
      {field.error && (
        <p id={`${field.id}-error`} className={css['error']}>
          {t(field.error)}
        </p>
      )}
    </>
  )
}

/** Says that a field may stay empty. Not in its label, which names it: screen readers say "required" of the others. */
export function Optional({ field }: { field: { isOptional?: boolean | undefined } }) {
  const t = useTranslations('lib.fields')
  return (
    field.isOptional && (
      <span className={css['optional']} aria-hidden="true">
        {t('optional')}
      </span>
    )
  )
}

/** A labelled control with its hint and error. */
export function Labelled({
  field,
  label,
  hint,
  offer,
  children,
}: {
  field: { id: string; error: string | undefined; isOptional?: boolean | undefined }
  label: string
  hint?: ReactNode
  offer?: Offered | undefined
  children: ReactNode
}) {
  return (
    <div className={css['field']}>
      <div className={css['labelLine']}>
        <label className={css['label']} htmlFor={field.id}>
          {label}
        </label>
        {offer ? <Offer {...offer} /> : <Optional field={field} />}
      </div>
      {children}
      <Notes field={field} hint={hint} />
    </div>
  )
}

const stripped = {
  letters: /[^\p{L}\p{M}'’ -]/gu,
  lettersDigits: /[^\p{L}\p{M}\p{N} ]/gu,
}

/** Props of a single-line text field. */
export type TextProps = {
  field: FieldBinding<string>
  label: string
  hint?: ReactNode
  /** Restricts what can be typed to letters and spaces, or letters, digits and spaces (spec 5, Inputs). */
  allow?: keyof typeof stripped
  /** Suggestions that the browser offers while typing. */
  suggestions?: readonly string[]
  offer?: Offered | undefined
} & Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode' | 'placeholder' | 'maxLength' | 'dir' | 'disabled'>

/** A single-line text field; at most 50 characters by default (spec 9). */
export function TextField({ field, label, hint, allow, suggestions = [], maxLength = 50, offer, ...input }: TextProps) {
  return (
    <Labelled field={field} label={label} hint={hint} offer={offer}>
      <input
        {...input}
        id={field.id}
        name={field.name}
        className={css['input']}
        maxLength={maxLength}
        value={field.value}
        aria-required={field.isOptional === false}
        aria-invalid={Boolean(field.error)}
        aria-describedby={describedBy({ field, hint })}
        {...(suggestions.length > 0 ? { list: `${field.id}-suggestions` } : {})}
        onChange={(event) => field.onChange(allow ? event.target.value.replace(stripped[allow], '') : event.target.value)}
        onBlur={() => field.onBlur()}
      />
      {suggestions.length > 0 && (
        <datalist id={`${field.id}-suggestions`}>
          {suggestions.map((value) => (
            <option key={value}>{value}</option>
          ))}
        </datalist>
      )}
    </Labelled>
  )
}

/** A native select: typing searches, arrows move, Enter selects. */
export function SelectField({
  field,
  label,
  hint,
  options,
  placeholder,
  disabled,
  autoComplete,
}: {
  field: FieldBinding<string>
  label: string
  hint?: ReactNode
  options: { value: string; label: string }[]
  /** Shown while nothing is chosen: "Please Select" (spec 9). */
  placeholder?: string
  disabled?: boolean
  autoComplete?: string
}) {
  return (
    // A list without an empty choice always has a value.
    <Labelled field={placeholder === undefined ? { id: field.id, error: field.error } : field} label={label} hint={hint}>
      <div className={css['affixed']}>
        <select
          id={field.id}
          name={field.name}
          className={`${css['input']} ${css['select']}`}
          value={field.value}
          disabled={disabled}
          autoComplete={autoComplete}
          aria-required={placeholder !== undefined && field.isOptional === false}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field, hint })}
          onChange={(event) => field.onChange(event.target.value)}
          onBlur={() => field.onBlur()}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <svg
          className={css['chevron']}
          width="12"
          height="12"
          viewBox="0 0 12 12"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d="m2 4 4 4 4-4" />
        </svg>
      </div>
    </Labelled>
  )
}

/** A checkbox; red while it has an error (spec 2, Register form). */
export function CheckField({ field, label, children }: { field: FieldBinding<boolean>; label: string; children?: ReactNode }) {
  return (
    <div className={css['field']}>
      <div className={css['check']} data-invalid={Boolean(field.error)}>
        <input
          id={field.id}
          name={field.name}
          type="checkbox"
          className={css['box']}
          checked={field.value}
          aria-invalid={Boolean(field.error)}
          aria-describedby={describedBy({ field })}
          onChange={(event) => field.onChange(event.target.checked)}
          onBlur={() => field.onBlur()}
        />
        <span>
          <label htmlFor={field.id}>{label}</label>
          {children}
        </span>
      </div>
      <Notes field={field} />
    </div>
  )
}
