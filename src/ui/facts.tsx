import type { ReactNode } from 'react'
import css from './facts.module.css'

/** One fact: its name and its value. */
export type Fact = { name: string; value: ReactNode }

/** A record's facts in one line: names over values, between two rules. */
export function Facts({ label, facts }: { label: string; facts: Fact[] }) {
  return (
    <dl className={css['facts']} aria-label={label}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
