import type { KeyboardEvent, Ref } from 'react'
import css from './month-input.module.css'
import type { useTypedMonth } from './use-typed-month.ts'

/**
 * A month's name as text to type over: 11/2026, Nov 2026, نوفمبر 2026. Enter chooses it, arrows go to the months around it.
 * @param onTaken called after Enter chose a month, or there was nothing to choose
 */
export function MonthInput({
  id,
  typed,
  isBare = false,
  input,
  onTaken,
  ...named
}: {
  id: string
  typed: ReturnType<typeof useTypedMonth>
  /** Without a frame of its own, as in a pill. */
  isBare?: boolean
  input?: Ref<HTMLInputElement>
  onTaken?: () => void
} & ({ 'aria-label': string } | { 'aria-labelledby': string })) {
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.nativeEvent.isComposing) return
    const step = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key]
    if (step) typed.step(step)
    else if (event.key === 'Enter') {
      if (typed.take()) onTaken?.()
    } else if (event.key === 'Escape' && typed.isTyped) typed.set(null)
    else return
    event.preventDefault()
  }
  return (
    <input
      {...named}
      ref={input}
      id={id}
      className={css['input']}
      data-bare={isBare}
      aria-invalid={typed.problem !== undefined}
      aria-describedby={typed.problem === undefined ? undefined : `${id}-error`}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={40}
      value={typed.text}
      onChange={({ target }) => typed.set(target.value)}
      // What is typed replaces the month; a second click puts the caret.
      onFocus={({ target }) => target.select()}
      onClick={({ currentTarget }) => !typed.isTyped && currentTarget.select()}
      onKeyDown={press}
    />
  )
}

/** What is wrong with a typed month, below it. @param id the id of its input */
export const MonthProblem = ({ id, typed }: { id: string; typed: ReturnType<typeof useTypedMonth> }) =>
  typed.problem !== undefined && (
    <p id={`${id}-error`} className={css['error']} role="alert">
      {typed.problem}
    </p>
  )
