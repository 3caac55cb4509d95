import type { ClosedHours } from './closed.rules.ts'
import { useClosedText } from './closed-text.ts'
import css from './closed-block.module.css'

/** Closed hours on the board, hatched, with their reason. @param onOpen shows what can be done with them; without it they are only text */
export function ClosedBlock({ closure, onOpen }: { closure: ClosedHours; onOpen: ((closure: ClosedHours) => void) | undefined }) {
  const textOf = useClosedText()
  const times = `${closure.startingTime}–${closure.endingTime}`
  const text = textOf(closure)
  const shown = (
    <span>
      <strong>{text}</strong>
      <span className="ltr">{times}</span>
    </span>
  )
  if (!onOpen)
    return (
      <div className={css['closed']} title={`${text} ${times}`}>
        {shown}
      </div>
    )
  return (
    <button type="button" className={css['closed']} title={`${text} ${times}`} onClick={() => onOpen(closure)}>
      {shown}
    </button>
  )
}
