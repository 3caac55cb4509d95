import { useId, type ReactNode } from 'react'
import { Pill } from './pill.tsx'

type ChoiceOption = { value: string; label: string }

/**
 * A choice outside a form: a native select in one frame with its name.
 * @param isApplied whether it narrows what is shown
 * @param remove how to take the filter away
 * @param hasName false where the place says what is chosen, such as a row
 * @param children the options, if they are in groups
 */
export function Choice({
  label,
  value,
  options,
  isApplied,
  remove,
  hasName,
  onChange,
  children,
}: {
  label: string
  value: string
  options?: ChoiceOption[]
  isApplied?: boolean
  remove?: { label: string; run: () => void } | undefined
  hasName?: boolean
  onChange: (value: string) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <Pill name={label} control={id} isApplied={isApplied ?? false} remove={remove} hasName={hasName ?? true}>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Pill>
  )
}
