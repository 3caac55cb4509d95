import { useFormatter, useTranslations } from 'use-intl'
import css from './formula.module.css'

type Props = {
  /** What is explained, where a name stands beside it; else the disclosure says what it opens. */
  of?: string
  text: string
  /** When the figure was read, UTC, and the zone in which that is told. */
  asOf?: string
  timeZone?: string
}

/** How a figure is reckoned and when it was read, opened by pointer or key: each number shows its formula and its as-of time (product 5). */
export function Formula({ of, text, asOf, timeZone = 'UTC' }: Props) {
  const t = useTranslations('ui.formula')
  const format = useFormatter()
  return (
    <details className={css['formula']}>
      {of ? (
        <summary className={css['sign']} aria-label={t('of', { name: of })}>
          =
        </summary>
      ) : (
        <summary>{t('show')}</summary>
      )}
      <p>{text}</p>
      {asOf && <p>{t('asOf', { when: format.dateTime(new Date(asOf), { dateStyle: 'medium', timeStyle: 'short', timeZone }) })}</p>}
    </details>
  )
}
