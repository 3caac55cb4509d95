import { useRef } from 'react'
import { Notes, SelectField } from './field.tsx'
import css from './tiles-field.module.css'
import type { FieldBinding } from './use-form.ts'
import { useIsPhone } from './use-media.ts'

/** The most choices that are drawn as tiles. */
const most = 40

/**
 * One of some choices: a native list, and on phones, whose lists take two taps, one tile each.
 * @param placeholder the choice of none
 */
export function TilesField({
  field,
  label,
  options,
  placeholder,
  mayBeNone = false,
  onPick,
}: {
  field: FieldBinding<string>
  label: string
  options: { value: string; label: string }[]
  placeholder: string
  /** Whether none is a choice like the others, with a tile of its own. */
  mayBeNone?: boolean
  /** Called after a tile was pressed. Keys, which pass over the tiles in between, only change the value. */
  onPick?: (() => void) | undefined
}) {
  const isPressed = useRef(false)
  const isPhone = useIsPhone()
  if (!isPhone || options.length > most) return <SelectField field={field} label={label} options={options} placeholder={placeholder} />
  const tiles = mayBeNone ? [...options, { value: '', label: placeholder }] : options
  return (
    <fieldset id={field.id} tabIndex={-1} className={css['field']}>
      <legend>{label}</legend>
      <div
        className={css['tiles']}
        data-few={tiles.every((tile) => tile.label.length < 20)}
        onPointerDown={() => (isPressed.current = true)}
        onKeyDown={() => (isPressed.current = false)}
      >
        {tiles.map((tile) => (
          <label key={tile.value} className={css['tile']}>
            <input
              type="radio"
              name={field.name}
              value={tile.value}
              checked={field.value === tile.value}
              onChange={() => field.onChange(tile.value)}
              onClick={() => {
                if (isPressed.current) onPick?.()
                isPressed.current = false
              }}
            />
            <bdi>{tile.label}</bdi>
          </label>
        ))}
      </div>
      <Notes field={field} />
    </fieldset>
  )
}
