import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import axis from './chart-axis.module.css'
import { chartTicks, labelsApart, useChartCard } from './chart-axis.ts'
import { ChartBlock, ChartPart, ChartRowName } from './chart-block.tsx'
import css from './months-chart.module.css'
import { useDay } from './use-day.ts'

/** One month: its figures in minor units, and a link to its rows. */
export type ChartMonth = {
  key: string
  /** The short name below the bars. */
  label: string
  /** The ISO month, which the file has; the full name is formed from it. */
  file: string
  /** A second line below the label, such as "to 23". */
  note?: string
  in: number
  out: number
  line: number
  /** The running month. */
  isOpen?: boolean
  link?: Place
}

type Measure = 'in' | 'out' | 'line'

type Props = {
  /** The question that the chart answers. */
  title: string
  note?: string
  exportName: string
  names: Readonly<Record<Measure, string>>
  /** At most twelve, the oldest first. */
  months: readonly ChartMonth[]
  /** Formats an amount in full. */
  write: (minor: number) => string
  /** Formats an amount for the axis, where space is tight. */
  short: (minor: number) => string
  /** An amount for the file, in major units. */
  csv: (minor: number) => number
}

const measures: Measure[] = ['in', 'out', 'line']

/** The height above zero, and the least height below it, where the ball has half its size. */
const above = 176
const below = 8

/** A label's height with its distance to the next. */
const labelGap = 36

/** The line over the columns, which are equally wide; drawn twice, so that it has an outline. */
function Line({ heights, height, className }: { heights: number[]; height: number; className: string | undefined }) {
  const points = heights.map((top, at) => `${at * 10 + 5},${top}`).join(' ')
  return (
    <svg
      className={className}
      height={height}
      viewBox={`0 0 ${heights.length * 10} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points} className={css['halo']} />
      <polyline points={points} className={css['stroke']} />
    </svg>
  )
}

/**
 * Money in and out by month as two bars each, and what remains as a line over them, whose last point
 * is the ball. Each month is a link with its figures in its name and in a card.
 */
export function MonthsChart({ title, note, exportName, names, months, write, short, csv }: Props) {
  const t = useTranslations('ui.chart')
  const day = useDay({ month: 'long', year: 'numeric' })
  const { shown, show } = useChartCard()
  const ticks = chartTicks(months.flatMap((month) => measures.map((measure) => month[measure])))
  const top = ticks.at(-1) ?? 0
  const unit = top === 0 ? 0 : above / top
  const deepest = Math.max(0, ...months.map(({ line }) => -line * unit))
  const height = top === 0 ? above : above + Math.max(below, Math.ceil(deepest) + below)
  const heightOf = (value: number) => above - value * unit
  const heights = months.map(({ line }) => heightOf(line))
  const last = months.at(-1)
  const fullName = ({ label, file }: ChartMonth) => (/^\d{4}-\d{2}$/.test(file) ? day(`${file}-01`) : label)
  const ends =
    last && top > 0
      ? labelsApart(
          measures.map((measure) => heightOf(last[measure]) - 16),
          labelGap,
          height - 30,
        )
      : []
  return (
    <ChartBlock
      title={title}
      note={note}
      exportName={exportName}
      sheet={() => ({
        header: [t('when'), ...measures.map((measure) => names[measure])],
        rows: months.map((month) => [month.file, ...measures.map((measure) => csv(month[measure]))]),
      })}
      table={{
        columns: [t('when'), ...measures.map((measure) => names[measure])],
        rows: months.map((month) => ({
          key: month.key,
          cells: [
            <ChartRowName key="when" place={month.link}>
              {fullName(month)}
            </ChartRowName>,
            ...measures.map((measure) => write(month[measure])),
          ],
        })),
      }}
    >
      <div className={css['room']}>
        <div className={css['chart']} data-names={months.some(({ label }) => label.length > 4) ? 'long' : 'short'}>
          <div className={axis['axis']} aria-hidden="true">
            {ticks.map((tick) => (
              <span key={tick} className="ltr" style={{ insetBlockStart: heightOf(tick) - 9 }}>
                {short(tick)}
              </span>
            ))}
          </div>
          <div className={css['plot']}>
            {ticks.map((tick) => (
              <span key={tick} className={axis[tick === 0 ? 'zero' : 'grid']} style={{ insetBlockStart: heightOf(tick) }} />
            ))}
            <ol className={css['months']} aria-label={title}>
              {months.map((month, at) => (
                <li key={month.key} data-side={at * 2 < months.length ? 'end' : 'start'} {...show(month.key)}>
                  <ChartPart
                    place={month.link}
                    className={css['month']}
                    label={t('month', {
                      month: fullName(month),
                      in: names.in,
                      inAmount: write(month.in),
                      out: names.out,
                      outAmount: write(month.out),
                      line: names.line,
                      lineAmount: write(month.line),
                    })}
                  >
                    <span className={css['column']} style={{ blockSize: height }} data-open={month.isOpen}>
                      <span className={css['bars']} style={{ blockSize: above }}>
                        <span className={css['in']} style={{ blockSize: month.in * unit }} />
                        <span className={css['out']} style={{ blockSize: month.out * unit }} />
                      </span>
                      {month.isOpen && top > 0 && <span className={css['today']} />}
                      {top > 0 && (
                        <span
                          className={css[month === last ? 'ball' : 'point']}
                          data-low={month.line < 0}
                          style={{ insetBlockStart: heights[at] }}
                        />
                      )}
                    </span>
                    <span className={css['label']} data-open={month.isOpen}>
                      {month.label}
                      {month.note !== undefined && <span>{month.note}</span>}
                    </span>
                    {shown === month.key && (
                      <span className={`${axis['card']} ${css['card']}`}>
                        <b>{fullName(month)}</b>
                        {measures.map((measure) => (
                          <span key={measure}>
                            <i data-measure={measure} />
                            {names[measure]}
                            <span className="ltr">{write(month[measure])}</span>
                          </span>
                        ))}
                      </span>
                    )}
                  </ChartPart>
                </li>
              ))}
            </ol>
            {top > 0 && (
              <>
                <Line className={css['year']} heights={heights} height={height} />
                <Line className={css['half']} heights={heights.slice(-6)} height={height} />
              </>
            )}
          </div>
          {last && top > 0 && (
            <div className={css['ends']} aria-hidden="true">
              {measures.map((measure, at) => (
                <span key={measure} style={{ insetBlockStart: ends[at] }}>
                  <i data-measure={measure} />
                  {names[measure]}
                  <b className="ltr">{write(last[measure])}</b>
                </span>
              ))}
            </div>
          )}
        </div>
      </div>
    </ChartBlock>
  )
}
