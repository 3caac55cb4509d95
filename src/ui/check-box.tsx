import { useLayoutEffect, useRef, type RefObject } from 'react'
import css from './check-box.module.css'
import shared from './field.module.css'

/**
 * A checkbox that chooses one row of a list, or all of them.
 * @param isLabelHidden for a row that shows what it is; the label is then read aloud only
 * @param isPartly whether it stands for several rows of which only some are chosen
 * @param box the checkbox itself, for the focus
 */
export function CheckBox({
  label,
  isLabelHidden = false,
  isChecked,
  isPartly = false,
  onChange,
  box,
}: {
  label: string
  isLabelHidden?: boolean
  isChecked: boolean
  isPartly?: boolean
  onChange: (isChecked: boolean) => void
  box?: RefObject<HTMLInputElement | null>
}) {
  const own = useRef<HTMLInputElement>(null)
  const input = box ?? own
  // Only a script can mark a checkbox as partly checked.
  useLayoutEffect(() => {
    if (input.current) input.current.indeterminate = isPartly
  }, [input, isPartly])
  return (
    <label className={css['label']}>
      <input
        ref={input}
        type="checkbox"
        className={shared['box']}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={isLabelHidden ? 'hidden-text' : undefined}>{label}</span>
    </label>
  )
}
