import { lazy, Suspense, useId, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import { Button } from './button.tsx'
import css from './bar-chart.module.css'

/** One bar: its label, its value, the value of a full bar, and a link to its rows. */
export type Bar = {
  key: string
  label: string
  /** The label in an exported file, such as an ISO month. */
  file?: string
  value: number
  of?: number
  link?: Place
}

type Props = {
  /** The question that the chart answers. */
  title: string
  /** The heading of the values in the table and the file. */
  measure: string
  bars: readonly Bar[]
  exportName: string
  /** Formats a value; as a number by default. */
  write?: (value: number) => string
  /** Formats a value above its bar, where space is tight. */
  short?: (value: number) => string
  /** Formats a value for the file. */
  csv?: (value: number) => string | number
}

/** Few readers open the table, so it is not part of Home's chunk. */
const Table = lazy(async () => ({ default: (await import('./table.tsx')).Table<Bar> }))

/** If the bars overflow, scrolls to the latest ones. */
function showEnd(bars: HTMLOListElement | null): void {
  bars?.scrollTo({ left: getComputedStyle(bars).direction === 'rtl' ? -bars.scrollWidth : bars.scrollWidth })
}

/**
 * Bars from zero, the last one marked by the ball; with a title, a table view and a file for
 * anyone who can't see the bars or wants to work with the figures (design, "Charts").
 */
export function BarChart({ title, measure, bars, exportName, write, short, csv = (value) => value }: Props) {
  const t = useTranslations('ui.chart')
  const format = useFormatter()
  const heading = useId()
  const full = write ?? ((value: number) => format.number(value))
  const brief = short ?? full
  const [isTable, setTable] = useState(false)
  const most = Math.max(1, ...bars.map(({ value, of = 0 }) => Math.max(value, of)))
  const download = async () => {
    const { downloadCsv } = await import('./csv-file.ts')
    downloadCsv(
      exportName,
      [t('when'), measure],
      bars.map(({ label, file = label, value }) => [file, csv(value)]),
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
        <Suspense>
          <Table
            label={title}
            look="sheet"
            className={css['table']}
            columns={[
              {
                key: 'when',
                label: t('when'),
                cell: ({ label, link }) =>
                  link ? (
                    <Link to={link.to} search={link.search}>
                      {label}
                    </Link>
                  ) : (
                    label
                  ),
              },
              { key: 'measure', label: measure, isNumber: true, cell: ({ value }) => full(value) },
            ]}
            rows={bars}
            keyOf={({ key }) => key}
          />
        </Suspense>
      ) : (
        // Scrolls if the bars overflow, also by keyboard.
        <ol ref={showEnd} className={css['bars']} aria-label={title} tabIndex={0}>
          {bars.map(({ key, label, value, of }) => (
            <li key={key} title={`${label}: ${full(value)}`}>
              <span className={css['value']}>{brief(value)}</span>
              <span
                className={css[of === undefined ? 'room' : 'full']}
                style={{ blockSize: `${((of ?? most) / most) * 100}%` }}
                aria-hidden="true"
              >
                <span className={css['bar']} style={{ blockSize: `${Math.max((value / (of ?? most)) * 100 || 0, 0)}%` }} />
              </span>
              <span className={css['label']}>{label}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
