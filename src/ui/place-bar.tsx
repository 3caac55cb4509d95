import css from './place-bar.module.css'

/** Places drawn as cells; more are one bar. */
const cells = 40

/** The places of a session or a batch on its surface: one cell each, taken ones filled. Decorative: the figure is next to it. */
export function PlaceBar({ booked, capacity }: { booked: number; capacity: number }) {
  if (capacity > cells) return <meter className={css['meter']} aria-hidden="true" min={0} max={capacity} value={booked} />
  return (
    <span className={css['cells']} aria-hidden="true">
      {Array.from({ length: Math.max(capacity, booked) }, (_, at) => (
        <i key={at} data-taken={at < booked} data-over={at >= capacity} />
      ))}
    </span>
  )
}
