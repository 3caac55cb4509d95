import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { Place } from '#lib/addresses.ts'
import axis from './chart-axis.module.css'
import { chartTicks, type ChartStyle } from './chart-axis.ts'
import { ChartBlock, ChartPart, ChartRowName } from './chart-block.tsx'
import { useMarks } from './marks.ts'
import css from './waterfall.module.css'

/** One step from a start to a result: its amount in minor units, and a link to its rows. */
export type WaterfallStep = {
  key: string
  name: string
  /** A second line below the name, such as "13 expenses". */
  note?: string
  amount: number
  /** The start and the result begin at zero; a change, also one that is still pending, begins where the step before it ended. */
  kind: 'start' | 'change' | 'pending' | 'result'
  /** Why a pending change is not final. */
  pendingText?: string
  link?: Place
  /** The largest parts of the amount, for the card; all of them, so that the rest can be added up. */
  rows?: readonly { name: string; amount: number }[]
  /** What the link is for, in the card. */
  verb?: string
}

type Props = {
  /** The question that the chart answers. */
  title: string
  note?: string
  exportName: string
  steps: readonly WaterfallStep[]
  /** Formats an amount in full. */
  write: (minor: number) => string
  /** Formats an amount for the axis; without it the chart has no axis. */
  short?: (minor: number) => string
  /** An amount for the file, in major units. */
  csv: (minor: number) => number
}

/** The height above zero, the room for the amount above the first bar, and the height of one line of words. */
const above = 200
const head = 28
const line = 24

/** The least height of a bar that is not zero. */
const leastBar = 2.5

/** Rows that a card shows. */
const cardRows = 4

/** An amount with more characters than this is smaller where columns are narrow. */
const longAmount = 12

type Placed = WaterfallStep & { from: number; to: number }

/** Where each bar begins and ends: each change continues from the sum of those before it. */
function placed(steps: readonly WaterfallStep[]): Placed[] {
  let sum = 0
  return steps.map((step) => {
    const from = step.kind === 'change' || step.kind === 'pending' ? sum : 0
    if (step.kind !== 'result') sum = from + step.amount
    return { ...step, from, to: sum }
  })
}

/** Whether the amount is written below the bar: all of the bar is below zero. */
const isBelow = ({ from, to }: Placed) => Math.min(from, to) < 0 && Math.max(from, to) <= 0

/** The variables from which the style places a step, as a column and as a row. */
function styleOf(step: Placed, zero: number, unit: number, least: number, most: number): ChartStyle {
  const [low, high] = [Math.min(step.from, step.to), Math.max(step.from, step.to)]
  const size = low === high ? 0 : Math.max((high - low) * unit, leastBar)
  const start = zero - high * unit
  const end = start + size
  const below = end + (isBelow(step) ? line : 0)
  const share = (value: number) => (most > least ? ((value - least) / (most - least)) * 100 : 0)
  return {
    '--start': `${start}px`,
    '--size': `${size}px`,
    '--level': `${zero - step.to * unit}px`,
    '--value': `${isBelow(step) ? end + 4 : start - line}px`,
    // Words that would cross the zero line begin below it.
    '--words': `${below < zero && below + line > zero ? zero + 2 : below + 4}px`,
    '--row-start': `${share(low)}%`,
    '--row-size': `${share(high) - share(low)}%`,
    '--row-zero': `${share(0)}%`,
  }
}

/** The first rows of a step, and the sum of those that don't fit. */
function CardRows({ rows, write }: { rows: readonly { name: string; amount: number }[]; write: Props['write'] }) {
  const t = useTranslations('ui.chart')
  const listed = rows.length > cardRows ? rows.slice(0, cardRows - 1) : rows
  const rest = rows.slice(listed.length)
  const sum = rest.reduce((total, { amount }) => total + amount, 0)
  const all = rest.length > 0 ? [...listed, { name: t('others', { count: rest.length }), amount: sum }] : listed
  return all.map(({ name, amount }) => (
    <span key={name}>
      <bdi>{name}</bdi>
      <span className="ltr">{write(amount)}</span>
    </span>
  ))
}

/**
 * How a start becomes a result: each deduction hangs where the one before it ended. Each step is a link
 * with its amount in its name, and a card shows its largest rows. Without room for columns the steps are rows.
 */
export function Waterfall({ title, note, exportName, steps, write, short, csv }: Props) {
  const t = useTranslations('ui.chart')
  const id = useId()
  const { shown, tapped, around, mark } = useMarks(
    steps.map(({ key }) => key),
    steps[0]?.key,
  )
  const all = placed(steps)
  const values = all.flatMap(({ from, to }) => [from, to])
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const ticks = chartTicks(values)
  const top = ticks.at(-1) ?? 0
  const unit = top === 0 ? 0 : above / top
  const zero = head + above
  // Below zero there is room for a loss and for words below bars.
  const lines = (step: Placed) => (isBelow(step) ? 1 : 0) + (step.kind === 'pending' && step.amount !== 0 ? 1.5 : 0)
  const depth = Math.max(...all.map((step) => lines(step) * line - Math.min(step.from, step.to) * unit), 0)
  const height = zero + Math.ceil(depth)
  const nameOf = ({ name, note: detail }: WaterfallStep) => (detail === undefined ? name : t('noted', { name, note: detail }))
  const labelOf = (step: WaterfallStep) => {
    const label = t('figure', { name: nameOf(step), amount: write(step.amount) })
    return step.kind === 'pending' && step.pendingText !== undefined ? t('noted', { name: label, note: step.pendingText }) : label
  }
  return (
    <ChartBlock
      title={title}
      note={note}
      exportName={exportName}
      said={steps.filter(({ key }) => key === tapped).map(labelOf)[0]}
      sheet={() => ({ header: [t('step'), t('amount')], rows: steps.map(({ name, amount }) => [name, csv(amount)]) })}
      table={{
        columns: [t('step'), t('amount')],
        rows: steps.map(({ key, name, link, amount }) => ({
          key,
          cells: [
            <ChartRowName key="step" place={link}>
              {name}
            </ChartRowName>,
            write(amount),
          ],
        })),
      }}
    >
      <div
        className={css['room']}
        data-amounts={steps.some(({ amount }) => write(amount).replaceAll(/\p{Cf}/gu, '').length > longAmount) ? 'long' : 'short'}
      >
        <div className={css['chart']}>
          {short && (
            <div className={`${axis['axis']} ${css['scale']}`} aria-hidden="true">
              {ticks.map((tick) => (
                <span key={tick} className="ltr" style={{ insetBlockStart: zero - tick * unit - 9 }}>
                  {short(tick)}
                </span>
              ))}
            </div>
          )}
          <div className={css['plot']}>
            {short &&
              ticks
                .filter((tick) => tick !== 0)
                .map((tick) => (
                  <span key={tick} className={`${axis['grid']} ${css['scale']}`} style={{ insetBlockStart: zero - tick * unit }} />
                ))}
            <ol className={css['steps']} aria-label={title} {...around}>
              {all.map((step, at) => (
                <li key={step.key} data-side={at * 2 < all.length ? 'end' : 'start'}>
                  <ChartPart
                    mark={mark(step.key)}
                    place={step.link}
                    className={css['step']}
                    style={styleOf(step, zero, unit, least, most)}
                    label={labelOf(step)}
                    aria-describedby={shown === step.key && step.rows ? `${id}${step.key}` : undefined}
                    look={step.kind === 'result' && step.to < 0 ? 'loss' : step.kind}
                  >
                    <span className={css['track']} style={{ blockSize: height }}>
                      {step.amount !== 0 && <span className={css['bar']} />}
                      {at < all.length - 1 && top > 0 && <span className={css[step.amount === 0 ? 'through' : 'connector']} />}
                    </span>
                    <span className={`${css['value']} ltr`} data-zero={step.amount === 0}>
                      {step.amount === 0 ? '–' : write(step.amount)}
                    </span>
                    {step.kind === 'pending' && step.amount !== 0 && <span className={css['words']}>{step.pendingText}</span>}
                    <span className={css['name']}>{step.name}</span>
                    {step.note !== undefined && <span className={css['note']}>{step.note}</span>}
                    {shown === step.key && step.rows && (
                      <span id={`${id}${step.key}`} className={`${axis['card']} ${css['card']}`} style={{ insetBlockStart: zero - 6 }}>
                        <b>{nameOf(step)}</b>
                        <CardRows rows={step.rows} write={write} />
                        {step.verb !== undefined && (
                          <span className={css['verb']}>
                            {step.verb}
                            <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5">
                              <path d="M2 10 10 2M4 2h6v6" />
                            </svg>
                          </span>
                        )}
                      </span>
                    )}
                  </ChartPart>
                </li>
              ))}
            </ol>
            <span className={`${axis['zero']} ${css['scale']}`} style={{ insetBlockStart: zero }} />
          </div>
        </div>
      </div>
    </ChartBlock>
  )
}
