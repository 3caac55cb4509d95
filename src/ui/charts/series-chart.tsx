import type { ReactNode } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { languageFacts } from '#lib/manner.ts'
import axis from './chart-axis.module.css'
import { labelsApart } from './chart-axis.ts'
import { ChartBlock, ChartPart, ChartRowName } from './chart-block.tsx'
import { useMarks, useRoom } from './marks.ts'
import css from './series-chart.module.css'
import {
  barsOf,
  isLine,
  labelStep,
  lastRank,
  scaleOf,
  type ChartPoint,
  type ChartScale,
  type ChartSeries,
  stretchesOf,
} from './chart-series.ts'
import { useDay } from '../use-day.ts'

type Props = {
  /** The question that the chart answers. */
  title: string
  note?: ReactNode
  exportName: string
  series: readonly ChartSeries[]
  /** In the order of the axis, the oldest first. */
  points: readonly ChartPoint[]
  /** Whether the bars of a point stand on each other; by default side by side. */
  isStacked?: boolean
  /** Whether the values are ranks: 1 is at the top. */
  isRank?: boolean
  /** What the points are, above their names in the table; by default "When". */
  first?: string
  /** The name of the sum of a stack, for its card. */
  total?: string
  /** How many of the latest points a narrow chart shows; by default all. */
  few?: number
  /** Formats a value in full; as a number by default. */
  write?: (value: number) => string
  /** Formats a value for the axis, where space is tight. */
  short?: (value: number) => string
  /** A value for the file. */
  csv?: (value: number) => number | string
  none?: string | false | undefined
  foot?: ReactNode
  actions?: ReactNode
}

/** Below this inline size the chart shows only `few` points; the same as in the style. */
const narrow = 440

/** A label's height with its distance to the next: with an amount below the name, or only the name. */
const tallLabel = 36
const lowLabel = 20

const middle = (at: number) => at * 10 + 5

/** Lines over columns of equal width, each drawn twice, so that it has an outline; those after the first are dashed, each in its own way. */
function SeriesLines({ series, points, scale }: { series: readonly ChartSeries[]; points: readonly ChartPoint[]; scale: ChartScale }) {
  return (
    <svg
      className={css['lines']}
      height={scale.height}
      viewBox={`0 0 ${points.length * 10} ${scale.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {series.map(({ key, look, tone }, index) => {
        const stretches = stretchesOf(
          points.map(({ values }) => {
            const value = values[key] ?? null
            return value === null ? null : scale.topOf(value)
          }),
        )
        return stretches.map((stretch) => {
          const line = stretch.map(([at, top]) => `${middle(at)},${top}`).join(' ')
          const [first, last] = [stretch[0]?.[0] ?? 0, stretch.at(-1)?.[0] ?? 0]
          return (
            <g key={`${key}${first}`} data-tone={tone}>
              {look === 'area' && (
                <polygon points={`${middle(first)},${scale.zero} ${line} ${middle(last)},${scale.zero}`} className={css['area']} />
              )}
              <polyline points={line} className={css['halo']} />
              <polyline points={line} className={css['stroke']} data-dash={index % 4} />
            </g>
          )
        })
      })}
    </svg>
  )
}

/** The keys of the series, each moved to its last value beside the plot; without lines, in a row above it. */
function Keys({
  series,
  last,
  scale,
  write,
}: {
  series: readonly ChartSeries[]
  last: ChartPoint
  scale: ChartScale
  write: (value: number) => string
}) {
  const isRow = !series.some(isLine)
  const isLow = series.length > 3
  const gap = isLow ? lowLabel : tallLabel
  const named = series.filter(({ key }) => isRow || typeof last.values[key] === 'number')
  const tops = labelsApart(
    named.map(({ key }) => scale.topOf(last.values[key] ?? 0) - (isLow ? 8 : 16)),
    gap,
    Math.max(scale.height - gap + 6, (named.length - 1) * gap),
  )
  return (
    <div className={css['ends']} data-look={isRow ? 'row' : isLow ? 'low' : undefined} aria-hidden="true">
      {named.map(({ key, name, look, tone }, at) => (
        <span key={key} style={isRow ? undefined : { insetBlockStart: tops[at] }}>
          <i data-look={look} data-tone={tone} />
          <bdi>{name}</bdi>
          {!isRow && !isLow && <b className="ltr">{write(last.values[key] ?? 0)}</b>}
        </span>
      ))}
    </div>
  )
}

/** The figures of a point on a card: each series, and the sum of a stack. */
function Card({ name, rows }: { name: string; rows: readonly { series?: ChartSeries; name: string; text: string }[] }) {
  return (
    <span className={`${axis['card']} ${css['card']}`}>
      <b>{name}</b>
      {rows.map((row) => (
        <span key={row.series?.key ?? 'total'}>
          {row.series && <i data-look={row.series.look} data-tone={row.series.tone} />}
          <bdi>{row.name}</bdi>
          <span className="ltr">{row.text}</span>
        </span>
      ))}
    </span>
  )
}

/**
 * Bars, stacked bars, lines and areas over the same points, in the block of a chart. The last point of a line is the
 * ball. Each point is a mark with its figures in its name and on a card, and a link if it has rows.
 */
export function SeriesChart({ title, note, exportName, series, points, isStacked = false, isRank = false, ...rest }: Props) {
  const { first, total, few, csv = (value) => value, none, foot, actions } = rest
  const t = useTranslations('ui.chart')
  const format = useFormatter()
  const { comma } = languageFacts(useLocale())
  const day = useDay({ month: 'long', year: 'numeric' })
  const number = (value: number) => format.number(value).replace('-', '−')
  const { write = number, short = write } = rest
  const [room, watchRoom] = useRoom()
  const [columns, watchColumns] = useRoom()
  const shownPoints = few !== undefined && room > 0 && room < narrow ? points.slice(-few) : points
  const { shown, tapped, around, mark } = useMarks(shownPoints.map(({ key }) => key))
  const bars = points.map((point) => barsOf(point, series, isStacked))
  const lines = series.filter(isLine)
  const valuesOf = ({ values }: ChartPoint) => lines.flatMap(({ key }) => values[key] ?? [])
  const scale = scaleOf([...points.flatMap(valuesOf), ...bars.flat().flatMap(({ from, to }) => [from, to])], isRank)
  const isFlat = scale.ticks.length === 1 && !isRank
  const last = points.at(-1)
  const heading = first ?? t('when')
  const fullName = ({ label, fullName: full, file = '' }: ChartPoint) => full ?? (/^\d{4}-\d{2}$/.test(file) ? day(`${file}-01`) : label)
  const text = (value: number | null | undefined) => (value === null || value === undefined ? '–' : write(value))
  const rowsOf = ({ values }: ChartPoint) => [
    ...series.map((one) => ({ series: one, name: one.name, text: text(values[one.key]) })),
    ...(total === undefined ? [] : [{ name: total, text: write(series.reduce((sum, { key }) => sum + (values[key] ?? 0), 0)) }]),
  ]
  const labelOf = (point: ChartPoint) => {
    const only = series.length === 1 && series[0] ? text(point.values[series[0].key]) : null
    const amount =
      only ??
      rowsOf(point)
        .map((row) => t('part', { name: row.name, amount: row.text }))
        .join(comma)
    return t('figure', { name: fullName(point), amount })
  }
  const step = labelStep(
    shownPoints.map(({ label }) => label),
    columns,
  )
  return (
    <ChartBlock
      title={title}
      note={note}
      exportName={exportName}
      none={none}
      foot={foot}
      actions={actions}
      said={points.filter(({ key }) => key === tapped).map(labelOf)[0]}
      sheet={() => ({
        header: [heading, ...series.map(({ name }) => name)],
        rows: points.map((point) => [
          point.file ?? fullName(point),
          ...series.map(({ key }) => {
            const value = point.values[key] ?? null
            return value === null ? '' : csv(value)
          }),
        ]),
      })}
      table={{
        columns: [heading, ...series.map(({ name }) => name)],
        rows: points.map((point) => ({
          key: point.key,
          cells: [
            <ChartRowName key="name" place={point.link}>
              {fullName(point)}
            </ChartRowName>,
            ...series.map(({ key }) => text(point.values[key])),
          ],
        })),
      }}
    >
      <div ref={watchRoom} className={css['room']}>
        <div className={css['chart']} data-keys={series.length === 1 || isFlat ? 'none' : lines.length === 0 ? 'row' : 'ends'}>
          <div className={axis['axis']} aria-hidden="true">
            {scale.ticks.map((tick) => (
              <span key={tick} className="ltr" style={{ insetBlockStart: scale.topOf(tick) - 9 }}>
                {isRank && tick > lastRank ? `${short(tick)}+` : short(tick)}
              </span>
            ))}
          </div>
          <div className={css['plot']}>
            {scale.ticks.map((tick) => (
              <span key={tick} className={axis[tick === 0 ? 'zero' : 'grid']} style={{ insetBlockStart: scale.topOf(tick) }} />
            ))}
            <ol ref={watchColumns} className={css['points']} aria-label={title} {...around}>
              {shownPoints.map((point, at) => (
                <li key={point.key} data-side={at * 2 < shownPoints.length ? 'end' : 'start'}>
                  <ChartPart mark={mark(point.key)} place={point.link} className={css['point']} label={labelOf(point)}>
                    <span className={css['column']} style={{ blockSize: scale.height }} data-open={point.isOpen}>
                      <span className={css['bars']} data-stacked={isStacked}>
                        {(bars[points.indexOf(point)] ?? []).map(({ series: { key, look, tone }, from, to }) => (
                          <span key={key} className={css['place']}>
                            {from !== to && (
                              <span
                                className={css['bar']}
                                data-look={look}
                                data-tone={tone}
                                data-low={to < from || undefined}
                                style={{
                                  insetBlockStart: scale.topOf(Math.max(from, to)),
                                  blockSize: scale.topOf(Math.min(from, to)) - scale.topOf(Math.max(from, to)),
                                }}
                              />
                            )}
                          </span>
                        ))}
                      </span>
                      {point.isOpen && !isFlat && lines.length > 0 && <span className={css['today']} />}
                      {!isFlat &&
                        lines.map(({ key, tone }, index) => {
                          const value = point.values[key] ?? null
                          return (
                            value !== null && (
                              <span
                                key={key}
                                className={css[point === last && index === 0 && lines.length === 1 ? 'ball' : 'dot']}
                                data-tone={value < 0 ? 'danger' : tone}
                                style={{ insetBlockStart: scale.topOf(value) }}
                              />
                            )
                          )
                        })}
                    </span>
                    <span
                      className={css['label']}
                      data-open={point.isOpen}
                      data-hidden={(shownPoints.length - 1 - at) % step !== 0}
                      data-edge={step === 1 ? undefined : at === 0 ? 'start' : at === shownPoints.length - 1 ? 'end' : undefined}
                    >
                      {point.label}
                      {point.note !== undefined && <span>{point.note}</span>}
                    </span>
                    {shown === point.key && <Card name={fullName(point)} rows={rowsOf(point)} />}
                  </ChartPart>
                </li>
              ))}
            </ol>
            {!isFlat && lines.length > 0 && <SeriesLines series={lines} points={shownPoints} scale={scale} />}
          </div>
          {last && series.length > 1 && !isFlat && <Keys series={series} last={last} scale={scale} write={write} />}
        </div>
      </div>
    </ChartBlock>
  )
}
