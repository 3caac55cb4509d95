import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { surfaceClass } from '#ui/surface.tsx'
import css from './agenda.module.css'
import { hasEntries, isClosedHours, type BoardColumn } from './board.rules.ts'
import { useClosedText } from './closed-text.ts'
import type { ClosedHours } from './closed.rules.ts'
import type { Session } from './session.contract.ts'
import { openHere } from './session-block.tsx'
import { isOutsideOf } from './calendar.rules.ts'

/** A column's sessions and closed hours, earliest first. */
const rowsOf = ({ sessions, closedHours = [] }: BoardColumn) =>
  [...closedHours, ...sessions].toSorted((a, b) => a.startingTime.localeCompare(b.startingTime))

function ClosedRow({ closure }: { closure: ClosedHours }) {
  const textOf = useClosedText()
  return (
    <li className={css['row']}>
      <span className={`${css['time']} ltr`}>{`${closure.startingTime}–${closure.endingTime}`}</span>
      <span className={`${css['bar']} ${css['hatched']}`} aria-hidden="true" />
      <span className={css['what']}>
        <strong>{textOf(closure)}</strong>
      </span>
    </li>
  )
}

/** The same columns for a narrow window: one group below the other, each session a whole-row link. */
export function Agenda({ columns, onOpen }: { columns: BoardColumn[]; onOpen?: ((session: Session) => void) | undefined }) {
  const t = useTranslations('sessions.calendar')
  const closedText = useClosedText()
  return (
    <div className={css['agenda']}>
      {columns.filter(hasEntries).map((column) => (
        <section key={column.key} aria-label={column.label}>
          <h2 dir="auto">
            {column.label} {column.note && <span>{column.note}</span>}
          </h2>
          {column.closed && <p className={css['closed']}>{t('closed', { label: column.closed })}</p>}
          {column.closedHalls?.map((closure) => (
            <p key={closure.id} className={css['closed']}>
              {closedText(closure)}
            </p>
          ))}
          {column.away && <p className={css['closed']}>{t('away', { reason: column.away })}</p>}
          <ol>
            {rowsOf(column).map((row) =>
              isClosedHours(row) ? (
                <ClosedRow key={row.id} closure={row} />
              ) : (
                <li key={row.id}>
                  <Link
                    className={css['row']}
                    data-off={row.state === 'cancelled'}
                    data-session={row.id}
                    to="/services/session"
                    search={{ id: row.id }}
                    onClick={(event) => openHere(event, row, onOpen)}
                  >
                    <span className={`${css['time']} ltr`}>{`${row.startingTime}–${row.endingTime}`}</span>
                    <span className={`${css['bar']} ${surfaceClass(row.surface)}`} aria-hidden="true" />
                    <span className={css['what']}>
                      <strong dir="auto">{row.batchName}</strong>
                      <span dir="auto">{[row.trainerName, row.hallTitle].filter(Boolean).join(' · ')}</span>
                      {isOutsideOf(column.hours, row) && <span className={css['closed']}>{t('outside')}</span>}
                    </span>
                    <span className={css['seats']}>{t('seats', { booked: row.booked, capacity: row.capacity })}</span>
                  </Link>
                </li>
              ),
            )}
          </ol>
        </section>
      ))}
    </div>
  )
}
