import css from './dots.module.css'

/** What a dot stands for; each has a shape of its own, so that nothing depends on colour alone. */
export type Dot = 'present' | 'late' | 'absent' | 'excused' | 'booked' | 'none'

/**
 * Attendance at a glance, the newest at the end of the line.
 * @param label the dots in words, such as "10 of 12 attended"
 * @param count how many places there are: missing dots come first
 */
export function Dots({ dots, label, count }: { dots: readonly Dot[]; label: string; count: number }) {
  const all = [...Array.from({ length: Math.max(count - dots.length, 0) }, () => 'none' as const), ...dots]
  return (
    <span className={css['dots']} role="img" aria-label={label} title={label}>
      {all.map((dot, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a dot is its place
        <span key={at} data-dot={dot} />
      ))}
    </span>
  )
}

/** One dot in the size of a chart, decorative: what it stands for is written next to it or named around it. */
export function ChartDot({ dot }: { dot: Dot }) {
  return (
    <span className={css['dots']} data-large aria-hidden="true">
      <span data-dot={dot} />
    </span>
  )
}
