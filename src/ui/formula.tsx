import { useTranslations } from 'use-intl'
import css from './formula.module.css'
import { useMoment } from './use-moment.ts'

type Props = {
  /** What is explained, if a name is next to it; otherwise the disclosure has its own text. */
  of?: string
  text: string
  /** When the figure was read, UTC. */
  asOf?: string
}

/** A disclosure, by pointer or key, of how a figure is calculated and when it was read; every figure has one (product 5). */
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
