import type { ReactNode } from 'react'
import shared from '#ui/field.module.css'
import { describedBy, Notes } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'
import css from './developers.module.css'

/** A group of checkboxes under one name; the value lists the checked ones. */
export function ChecksField({
  field,
  label,
  options,
}: {
  field: FieldBinding<string[]>
  label: string
  options: { value: string; label: ReactNode }[]
}) {
  return (
    <fieldset className={css['checks']} id={field.id} tabIndex={-1} aria-describedby={describedBy({ field })}>
      <legend className={shared['label']}>{label}</legend>
      {options.map(({ value, label: words }) => (
        <label key={value}>
          <input
            type="checkbox"
            className={shared['box']}
            checked={field.value.includes(value)}
            onChange={(event) =>
              field.onChange(event.target.checked ? [...field.value, value] : field.value.filter((item) => item !== value))
            }
            onBlur={() => field.onBlur()}
          />
          {words}
        </label>
      ))}
      <Notes field={field} />
    </fieldset>
  )
}
