import css from './spark.module.css'

const height = 24

/**
 * The course of a figure beside it: a line without axes, whose last point is the ball.
 * @param values oldest first; fewer than two draw nothing
 * @param label the course in words, such as "£412 to £647 in 12 months"
 */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  if (values.length < 2) return null
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const topOf = (value: number) => (most === least ? height / 2 : 4 + (1 - (value - least) / (most - least)) * (height - 8))
  return (
    <span className={css['spark']} role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${(values.length - 1) * 10} ${height}`} preserveAspectRatio="none" height={height} aria-hidden="true">
        <polyline points={values.map((value, at) => `${at * 10},${topOf(value)}`).join(' ')} />
      </svg>
      <span className={css['ball']} style={{ insetBlockStart: topOf(values.at(-1) ?? 0) }} />
    </span>
  )
}
