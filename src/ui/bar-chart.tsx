import { useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import css from './bar-chart.module.css'

/** One bar: what it is of, its value, and the height that would be full. */
export type Bar = { key: string; label: string; value: number; of?: number }

type Props = {
  /** The one question that the chart answers. */
  title: string
  /** What stands over the values in the table and the file. */
  measure: string
  bars: readonly Bar[]
  exportName: string
}

/**
 * Bars from zero, the last one marked by the ball; with its name, a table view and a file for
 * whoever can't see it or wants to go on with the figures (design, "Charts").
 */
export function BarChart({ title, measure, bars, exportName }: Props) {
  const t = useTranslations('ui.chart')
  const format = useFormatter()
  const heading = useId()
  const [isTable, setTable] = useState(false)
  const most = Math.max(1, ...bars.map(({ value, of = 0 }) => Math.max(value, of)))
  const download = async () => {
    const { downloadCsv } = await import('./csv.ts')
    downloadCsv(
      exportName,
      [title, measure],
      bars.map(({ label, value }) => [label, value]),
    )
  }
  return (
    <section className={css['chart']} aria-labelledby={heading}>
      <div className={css['head']}>
        <h2 id={heading}>{title}</h2>
        <Button look="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {t('table')}
        </Button>
        <Button look="quiet" onClick={() => void download()}>
          {t('export')}
        </Button>
      </div>
      {isTable ? (
        <table className={css['table']}>
          <caption className="hidden-text">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('when')}</th>
              <th scope="col">{measure}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, value }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{format.number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <ol className={css['bars']} aria-label={title}>
          {bars.map(({ key, label, value, of }) => (
            <li key={key} title={`${label}: ${format.number(value)}`}>
              <span className={css['value']}>{format.number(value)}</span>
              <span className={css['full']} style={{ blockSize: `${((of ?? most) / most) * 100}%` }} aria-hidden="true">
                <span className={css['bar']} style={{ blockSize: `${(value / (of ?? most)) * 100 || 0}%` }} />
              </span>
              <span className={css['label']}>{label}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
