import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Session, Touched } from '#timetable/sessions/session.contract.ts'
import type { PossibleSubstitute, PossibleSubstitutes } from '#timetable/timeoff/timeoff.contract.ts'
import { changed } from '#web/changed.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { useErrorText } from '#ui/use-error-text.ts'
import { useVersion } from '#ui/use-version.ts'
import { api } from './calendar.client.ts'

/** Which sessions a substitute takes: this one, or also the following ones of the batch. */
type SubstituteScope = 'this' | 'following'

/** The choice of a substitute for a session. */
export type Substitute = {
  query: { data: PossibleSubstitutes | undefined; error: unknown; refetch: () => Promise<unknown> }
  chosen: PossibleSubstitute | undefined
  choose: (trainer: string) => void
  scope: SubstituteScope
  setScope: (scope: SubstituteScope) => void
  /** Whether the people enrolled are notified too. */
  shouldNotify: boolean
  setNotify: (shouldNotify: boolean) => void
  /** What the change would affect; until that is known, what the choice before it would. */
  touched: Touched | undefined
  error: ReturnType<ReturnType<typeof useErrorText>> | null
  isBusy: boolean
  save: () => void
}

/**
 * Chooses who takes a session, shows what that affects, and changes it. After a refusal, such as someone else's change,
 * the choice stays and the list is read again.
 * @param isAsked whether the member may change the session
 */
export function useSubstitute(session: Session, isAsked: boolean): Substitute {
  const t = useTranslations('calendar.substitute')
  const errorText = useErrorText()
  const [version, track] = useVersion(session)
  const [trainer, setTrainer] = useState('')
  const [scope, setScope] = useState<SubstituteScope>('this')
  const [shouldNotify, setNotify] = useState(false)
  const [error, setError] = useState<Substitute['error']>(null)
  const [isBusy, setBusy] = useState(false)
  const query = useQuery({
    queryKey: ['timeOff', 'substitutes', session.id],
    queryFn: () => api.timeOff.substitutes({ session: session.id }),
    enabled: isAsked,
  })
  const chosen = query.data?.rows.find(({ id, busy }) => id === trainer && busy === null)
  const input = { id: session.id, version: Math.max(version, session.version), trainer, scope }
  const {
    data: touched,
    isLoading,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['sessions', 'touch', input],
    queryFn: () => api.sessions.touch(input),
    enabled: chosen !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const save = async () => {
    if (!chosen) return
    setBusy(true)
    setError(null)
    try {
      await track(() => api.sessions.change({ ...input, tell: shouldNotify }))
      setTrainer('')
      toastSuccess(t('done', { name: chosen.name }))
    } catch (failed) {
      setError(errorText(failed))
    }
    await changed('sessions')
    setBusy(false)
  }
  return {
    query,
    chosen,
    choose(next) {
      setTrainer(next)
      setError(null)
    },
    scope,
    setScope,
    shouldNotify,
    setNotify,
    touched: chosen && touched,
    error,
    // Its conflicts are those of the choice that is shown.
    isBusy: isBusy || isLoading || isPlaceholderData,
    save: () => void save(),
  }
}
