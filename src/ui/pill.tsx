import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import css from './pill.module.css'

/**
 * A control outside a form, in one frame with its name: a filter, a period, a way to group.
 * @param isApplied whether it narrows what is shown
 * @param remove how to take the filter away
 * @param control the id of the control
 * @param isGroup whether the control is several elements, labelled by the name's id: the control's with `-label`
 */
export function Pill({
  name,
  control,
  isGroup = false,
  isApplied = false,
  remove,
  hasName = true,
  children,
}: {
  name: string
  control: string
  isGroup?: boolean
  isApplied?: boolean
  remove?: { label: string; run: () => void } | undefined
  hasName?: boolean
  children: ReactNode
}) {
  const look = { id: `${control}-label`, className: hasName ? css['name'] : 'hidden-text' }
  return (
    <span className={css['pill']} data-applied={isApplied}>
      <span className={css['named']}>
        {isGroup ? (
          <span {...look}>{name}</span>
        ) : (
          <label {...look} htmlFor={control}>
            {name}
          </label>
        )}
        {children}
      </span>
      {remove && (
        <button type="button" className={css['remove']} aria-label={remove.label} onClick={remove.run}>
          <Icon name="close" size={14} />
        </button>
      )}
    </span>
  )
}
