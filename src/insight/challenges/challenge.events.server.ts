import { customerMerged, customerUpdated } from '#directory/customers/customer.events.ts'
import { on, type Subscriber, type Subscription } from '#kernel/events.ts'
import { attendanceMarked } from '#timetable/attendance/attendance.events.ts'
import { batchServiceChanged } from '#timetable/batches/batch.events.ts'
import { sessionsChanged } from '#timetable/sessions/session.events.ts'
import { joinEntries } from './challenge.merge.server.ts'
import { syncScores, syncServiceScores } from './challenge.scores.server.ts'
import { renameEntrant } from './challenge.shared.server.ts'

const scoreSessions: Subscriber<{ sessions: readonly string[] }> = ({ trx, call, vendorId }, sessions) =>
  syncScores(trx, call.app, vendorId, sessions)

/** Events that challenges subscribe to: changes of who entrants are and of what scores. */
export const challengeSubscribers: readonly Subscription[] = [
  // The merged record's name decides what boards show; the person may be a minor only by the source's birthday.
  on(customerMerged, (context, { from, into }) => joinEntries(context, into, from)),
  on(customerUpdated, ({ trx, call, vendorId }, { customer }) => renameEntrant(trx, call.app, vendorId, customer)),
  on(batchServiceChanged, ({ trx, call, vendorId }, { batch }) => syncServiceScores(trx, call.app, vendorId, batch)),
  on(sessionsChanged, scoreSessions),
  on(attendanceMarked, scoreSessions),
]
