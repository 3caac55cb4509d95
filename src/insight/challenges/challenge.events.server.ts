import { on, type Subscriber, type Subscription } from '#kernel/events.ts'
import { attendanceMarked } from '#timetable/attendance/attendance.events.ts'
import { sessionsChanged } from '#timetable/sessions/session.events.ts'
import { settle } from './challenge.settle.server.ts'

const scoreSessions: Subscriber<{ sessions: readonly string[] }> = ({ trx, call, vendorId }, sessions) =>
  settle(trx, call.app, vendorId, sessions)

/** What challenges follow: marks and sessions score. */
export const challengeSubscribers: readonly Subscription[] = [on(sessionsChanged, scoreSessions), on(attendanceMarked, scoreSessions)]
