import css from './field.module.css'

/** A value that a form can fill in by itself, offered next to its field: the words of the button, and what it does. */
export type Offered = { label: string; use: () => void }

/** A button that fills a field in. Nothing is filled in unasked, so that what is missing is still reported. */
export function Offer({ label, use }: Offered) {
  return (
    <button type="button" className={css['offer']} onClick={use}>
      {label}
    </button>
  )
}
