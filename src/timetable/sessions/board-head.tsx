import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import type { Search } from '#lib/addresses.ts'
import type { LaidColumn } from './board.rules.ts'
import { useClosedText } from './closed-text.ts'
import css from './session-board.module.css'

/** A column's head: its name, which leads to the day where there is such a link, and why it is closed, or the trainer away. */
export function BoardHead({ column, link }: { column: LaidColumn; link: Search | undefined }) {
  const t = useTranslations('sessions.calendar')
  const closedText = useClosedText()
  const { label, note, closed, closedHalls = [], away, now, isFolded } = column
  return (
    <div className={css['head']} data-now={now !== undefined} data-narrow={isFolded} title={label}>
      <strong dir="auto">
        {link ? (
          <Link to="." search={link} resetScroll={false}>
            {label}
          </Link>
        ) : (
          label
        )}
      </strong>
      {note && !isFolded && <span>{note}</span>}
      {closed && <span className={css['closed']}>{t('closed', { label: closed })}</span>}
      {closedHalls.map((closure) => (
        <span key={closure.id} className={css['closed']}>
          {closedText(closure)}
        </span>
      ))}
      {away && <span className={css['closed']}>{t('away', { reason: away })}</span>}
    </div>
  )
}
