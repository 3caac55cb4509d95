import { queryOptions } from '@tanstack/react-query'
import { offlineAnswer } from '#web/offline-answers.ts'
import { api } from './attendance.client.ts'

/** The call of a session's roster, as offline answers name it. */
export const rosterCall = (session: string): string => `attendance/roster/${session}`

/** How a customer attended in the last twelve weeks, by batch. */
export const weeksQuery = (customer: string) =>
  queryOptions({ queryKey: ['attendance', 'weeks', customer], queryFn: () => api.attendance.weeks({ customer }) })

/** A roster of one session; today's last one is shown while there is no connection. */
export const rosterQuery = (session: string) =>
  queryOptions({
    queryKey: ['attendance', 'roster', session],
    ...offlineAnswer(rosterCall(session), () => api.attendance.roster({ session })),
  })

/**
 * The medical note and the emergency contact of a person on a roster: read when they are opened, forgotten when they are closed, and
 * stored nowhere (decision 61).
 */
export const careQuery = (session: string, enrolment: string) =>
  queryOptions({
    queryKey: ['attendance', 'care', session, enrolment],
    queryFn: () => api.attendance.care({ session, enrolment }),
    networkMode: 'always',
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
