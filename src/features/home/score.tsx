import { useFormatter, useTranslations } from 'use-intl'
import css from './home.module.css'

/** A figure of the score line: its name, its value once known, of how many, and what stands under it. */
export type Figure = { name: string; value: number | undefined; of?: number | undefined; note: string | undefined }

/** The score line between two rules (design, Home). */
export function Score({ figures }: { figures: readonly Figure[] }) {
  const t = useTranslations('home.score')
  const format = useFormatter()
  return (
    <dl className={css['score']} aria-label={t('label')}>
      {figures.map(({ name, value, of, note }) => (
        <div key={name} className={css['figure']}>
          <dt className={css['label']}>{t(name)}</dt>
          <dd className={css['number']}>
            {value === undefined ? <span className={css['unknown']}>–</span> : format.number(value)}
            {value !== undefined && of !== undefined && <span className={css['of']}> {t('of', { count: of })}</span>}
          </dd>
          <dd className={css['note']}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}
