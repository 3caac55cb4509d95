import css from './sums.module.css'

/** Totals of all rows that match a list's filters: each name over its amount, as text. */
export function Sums({ label, sums }: { label: string; sums: { name: string; value: string }[] }) {
  return (
    <dl className={css['sums']} aria-label={label}>
      {sums.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
