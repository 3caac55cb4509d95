import css from './sums.module.css'

/** What all rows that a list's filters match come to: each sum's name over its amount, as text. */
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
