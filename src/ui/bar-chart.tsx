import { useFormatter, useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import css from './bar-chart.module.css'
import { ChartBlock, ChartRowName } from './chart-block.tsx'

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

/** If the bars overflow, scrolls to the latest ones. */
function showEnd(bars: HTMLOListElement | null): void {
  bars?.scrollTo({ left: getComputedStyle(bars).direction === 'rtl' ? -bars.scrollWidth : bars.scrollWidth })
}

/** Bars from zero, the last one marked by the ball, in the block of a chart. */
export function BarChart({ title, measure, bars, exportName, write, short, csv = (value) => value }: Props) {
  const t = useTranslations('ui.chart')
  const format = useFormatter()
  const full = write ?? ((value: number) => format.number(value))
  const brief = short ?? full
  const most = Math.max(1, ...bars.map(({ value, of = 0 }) => Math.max(value, of)))
  return (
    <ChartBlock
      title={title}
      exportName={exportName}
      sheet={() => ({ header: [t('when'), measure], rows: bars.map(({ label, file = label, value }) => [file, csv(value)]) })}
      table={{
        columns: [t('when'), measure],
        rows: bars.map(({ key, label, link, value }) => ({
          key,
          cells: [
            <ChartRowName key="when" place={link}>
              {label}
            </ChartRowName>,
            full(value),
          ],
        })),
      }}
    >
      {/* Scrolls if the bars overflow, also by keyboard. */}
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
    </ChartBlock>
  )
}
