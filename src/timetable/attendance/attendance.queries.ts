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
