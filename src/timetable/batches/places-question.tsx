import { useState, type ComponentType } from 'react'
import { isDay } from '#lib/days.ts'
import type { Batch, PlacesAnswer } from './batch.contract.ts'

/** A question about people's places in a batch whose end is moved to another day. */
export type PlacesAsked = { row: Batch; endDate: string; onAnswer: (places: PlacesAnswer) => void; onClose: () => void }

type Form = { values: { endDate: string }; isValid: boolean; onSubmit: (event: { preventDefault: () => void }) => void }

/**
 * A batch form that asks what happens to the places when the end of an open batch is moved.
 * @param save saves the form with the answer
 * @param Question the dialog, passed in because the rooms above know the places
 * @returns the form to render, and the question while it is open
 */
export function usePlacesQuestion<One extends Form>(
  row: Batch | null,
  form: One,
  save: (places: PlacesAnswer) => void,
  Question: ComponentType<PlacesAsked>,
) {
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
  const answer = (places: PlacesAnswer) => {
    setAsked(false)
    save(places)
  }
  const question = isAsked && row && <Question row={row} endDate={endDate} onAnswer={answer} onClose={() => setAsked(false)} />
  return { asking, question }
}
