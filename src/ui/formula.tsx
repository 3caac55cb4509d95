import { useTranslations } from 'use-intl'
import css from './formula.module.css'
import { useMoment } from './use-moment.ts'

type Props = {
  /** What is explained, where a name stands beside it; else the disclosure says what it opens. */
  of?: string
  text: string
  /** When the figure was read, UTC. */
  asOf?: string
}

/** How a figure is calculated and when it was read, opened by pointer or key: each number shows its formula and its as-of time (product 5). */
export function Formula({ of, text, asOf }: Props) {
  const t = useTranslations('ui.formula')
  const when = useMoment()
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
      {asOf && <p>{t('asOf', { when: when(asOf) })}</p>}
    </details>
  )
}
