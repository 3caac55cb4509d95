import type { ClosedDay } from './closed.rules.ts'
import { useClosedText } from './closed-text.ts'
import css from './calendar.module.css'

/** The halls that are closed on a day, for the board of its trainers, which has no lane for them. */
export function ClosedHalls({ closed: { halls, hours } }: { closed: ClosedDay }) {
  const textOf = useClosedText()
  const rows = [...halls, ...hours.filter(({ hall }) => hall !== null)]
  if (rows.length === 0) return null
  return (
    <ul className={css['closedHalls']}>
      {rows.map((row) => (
        <li key={row.id}>
          {row.startingTime !== null && <span className="ltr">{`${row.startingTime}–${row.endingTime} `}</span>}
          {textOf(row)}
        </li>
      ))}
    </ul>
  )
}
