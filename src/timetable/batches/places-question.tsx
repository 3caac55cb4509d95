import { useState, type ComponentType } from 'react'
import { isDay } from '#lib/days.ts'
import type { Decision } from '#business/acts/act-effects.contract.ts'
import type { Batch, PlacesAnswer } from './batch.contract.ts'

/** What is answered about the places, and what was decided about their money. */
type Answer = (places: PlacesAnswer, decision?: Decision) => void

/** A question about people's places in a batch whose end is moved to another day. */
export type PlacesAsked = { row: Batch; endDate: string; onAnswer: Answer; onClose: () => void }

type Form = { values: { endDate: string }; isValid: boolean; onSubmit: (event: { preventDefault: () => void }) => void }

/**
 * A batch form that asks what happens to the places when the end of an open batch is moved.
 * @param save saves the form with the answer
 * @param Question the dialog, passed in because the rooms above know the places
 * @returns the form to render, and the question while it is open
 */
export function usePlacesQuestion<One extends Form>(row: Batch | null, form: One, save: Answer, Question: ComponentType<PlacesAsked>) {
  const [isAsked, setAsked] = useState(false)
  const { endDate } = form.values
  const isMoved = form.isValid && row?.state === 'open' && isDay(endDate) && endDate !== row.endDate
  const asking: One = {
    ...form,
    onSubmit(event) {
      if (!isMoved) return form.onSubmit(event)
      event.preventDefault()
      setAsked(true)
    },
  }
  const answer: Answer = (...answered) => {
    setAsked(false)
    save(...answered)
  }
  const question = isAsked && row && <Question row={row} endDate={endDate} onAnswer={answer} onClose={() => setAsked(false)} />
  return { asking, question }
}
