import { useState } from 'react'
import type { Place } from '#lib/addresses.ts'
import { chords } from './chords.ts'

/** Milliseconds within which the second letter follows the first. */
const patience = 1500

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'repeat'>

/** The Latin letter of a key: what it writes, or on a keyboard of other letters what is in its place. */
const letterOf = ({ key, code }: Pressed) =>
  /^[a-z]$/i.test(key) ? key.toUpperCase() : /^\p{L}{1,2}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined

/**
 * Recognises two letters in a row, on keyboards of other letters by their place.
 * @returns a function that takes each key: the place that it leads to, `begun` after a first letter, or null
 */
export function useChords(): (event: Pressed) => Place | 'begun' | null {
  const [press] = useState(() => {
    let first: { letter: string; at: number } | null = null
    return (event: Pressed): Place | 'begun' | null => {
      const letter = letterOf(event)
      const begun = first && Date.now() - first.at < patience ? first.letter : null
      first = null
      // A dialog has the page's attention.
      if (letter === undefined || event.shiftKey || event.repeat || document.querySelector('dialog[open]')) return null
      const found = begun === null ? undefined : chords.find(({ keys }) => keys === `${begun} ${letter}`)
      if (found) return found.place
      if (letter !== 'G' && letter !== 'N') return null
      first = { letter, at: Date.now() }
      return 'begun'
    }
  })
  return press
}
