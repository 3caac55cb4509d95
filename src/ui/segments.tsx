import css from './segments.module.css'

/** A few choices in one frame, of which one is on. */
export function Segments<Value extends string>({
  label,
  current,
  options,
  onChoose,
}: {
  label: string
  current: Value
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value) => void
}) {
  return (
    <div className={css['segments']} role="group" aria-label={label}>
      {options.map(({ value, label: text }) => (
        <button key={value} type="button" aria-pressed={value === current} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </div>
  )
}
