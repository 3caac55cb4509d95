import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Seen } from '#lib/calls.ts'
import { fieldsOf } from '#lib/choices.ts'
import { fullName } from '#lib/names.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { failureOf, type CallFailure } from '#web/call-failure.ts'
import type { Enrolment } from './enrolment.contract.ts'

/** The dialog of an act on chosen places. `onDone` gets what happened, for the member to read. */
export type ChosenAct = { rows: readonly Enrolment[]; onClose: () => void; onDone: (message: string) => void }

/**
 * The versions that an act on several places sends, as `useVersion` has it for one: at first those that it was opened
 * with, then that of a refusal, so that a deliberate second attempt succeeds.
 */
export function useVersions(rows: readonly Enrolment[]) {
  const [places, setPlaces] = useState<Seen[]>(() => rows.map(({ id, version }) => ({ id, version })))
  async function track<Answer>(call: (places: Seen[]) => Promise<Answer>): Promise<Answer> {
    try {
      return await call(places)
    } catch (error) {
      const { code, current } = failureOf(error)
      const { id, version } = fieldsOf(current)
      if (code === 'request/stale' && typeof version === 'number')
        setPlaces((now) => now.map((place) => (place.id === id ? { ...place, version } : place)))
      throw error
    }
  }
  return { ids: places.map(({ id }) => id), track }
}

/** Whom of several people a refusal is about, and why; nothing where it is about all of them. */
export function RefusedPerson({ failure }: { failure: CallFailure | null }) {
  const t = useTranslations('enrolments.chosen')
  const text = useOpenTexts()
  const { firstName, lastName } = fieldsOf(failure?.place)
  if (!failure || typeof firstName !== 'string' || typeof lastName !== 'string') return null
  const [issue] = failure.issues
  const why = text(issue ? issue.key : `lib.failures.${failure.code}`)
  return <p role="alert">{t('refused', { name: fullName({ firstName, lastName }), why })}</p>
}

/** The refusal of an act, or else that of its preview. */
export const refusalShown = (form: { failure: CallFailure | null }, { error }: { error: unknown }) =>
  form.failure ?? (error === null ? null : failureOf(error))
