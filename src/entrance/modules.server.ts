import { accountSubscribers } from '#business/accounts/account.events.server.ts'
import { hasKey } from '#lib/choices.ts'
import { liveOf, readSignInSession } from '#business/accounts/authenticate.server.ts'
import { dropExpired, vendorIds } from '#business/accounts/expired.server.ts'
import { developerSubscribers } from '#business/developers/developer.events.server.ts'
import { announce, listenersTo } from '#business/developers/announce.server.ts'
import { eventOf, fieldsSent } from '#business/developers/event.rules.ts'
import { readKey } from '#business/developers/key.auth.server.ts'
import { documentMatched } from '#business/ledger/ledger.guards.ts'
import { mailReaders } from '#business/notifications/deliver.guards.ts'
import { noteOutcome } from '#business/notifications/notification.outcome.server.ts'
import { lockVendor } from '#business/setup/lock.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import { customerAnswers } from '#directory/customers/customer.guards.server.ts'
import { customerWaits } from '#directory/customers/customer.guards.ts'
import { hallInUse, hallShrinks } from '#directory/halls/hall.guards.ts'
import { serviceInUse } from '#directory/services/service.guards.ts'
import { trainerInUse, trainerTeaches } from '#directory/trainers/trainer.guards.ts'
import { batchShrinks } from '#timetable/batches/batch.guards.ts'
import { sessionsDropping, trainerAway } from '#timetable/sessions/session.guards.ts'
import { dropInvitationLinks } from '#directory/team/expired-invitations.server.ts'
import { challengeSubscribers } from '#insight/challenges/challenge.events.server.ts'
import { challengeExpressions } from '#insight/challenges/challenge.guards.server.ts'
import { revisionsOf } from '#insight/challenges/revisions.server.ts'
import type { Modules } from '#kernel/modules.ts'
import { dropOfferLinks } from '#timetable/enrolments/offer.mail.server.ts'
import { dropQuoteLinks } from '#money/quotes/quote.expired.server.ts'
import { attendanceSubscribers } from '#timetable/attendance/attendance.events.server.ts'
import { enrolmentSubscribers } from '#timetable/enrolments/enrolment.events.server.ts'
import { sessionSubscribers } from '#timetable/sessions/session.events.server.ts'
import { quoteSubscribers } from '#money/quotes/quote.events.server.ts'
import { effectSubscribers } from '#money/effects/effect.events.server.ts'
import { saleSubscribers } from '#money/sales/sale.events.server.ts'
import { bankingAnswers } from '#money/banking/banking.guards.server.ts'
import { quoteExpressions } from '#money/quotes/quote.guards.server.ts'
import { saleExpressions } from '#money/sales/sale.guards.server.ts'
import { attendanceAnswers, attendanceExpressions } from '#timetable/attendance/attendance.guards.server.ts'
import { batchAnswers, batchExpressions } from '#timetable/batches/batch.guards.server.ts'
import { placeAttended } from '#timetable/enrolments/enrolment.guards.ts'
import { enrolmentAnswers, enrolmentExpressions } from '#timetable/enrolments/enrolment.guards.server.ts'
import { sessionAnswers, sessionExpressions } from '#timetable/sessions/session.guards.server.ts'
import { timeOffAnswers } from '#timetable/timeoff/timeoff.guards.server.ts'
import { countRows } from './count-rows.server.ts'
import { policies } from './policy.ts'
import { scopeOf } from './scopes.ts'

/** What the rooms provide to the kernel: the one list, used by the product and its tests. */
export const modules: Modules = {
  policyOf: (call) => (hasKey(policies, call) ? policies[call] : undefined),
  scopeOf,
  readSession: readSignInSession,
  readKey,
  countRows,
  zoneOf,
  lockVendor,
  vendorIds,
  announcer: { eventOf, fieldsSent, listenersTo, announce },
  noteOutcome,
  expires: [dropExpired, dropQuoteLinks, dropOfferLinks, dropInvitationLinks],
  images: [
    { table: 'services', column: 'cover' },
    { table: 'trainers', column: 'avatar' },
    { table: 'expenses', column: 'receipt' },
    { table: 'challenges', column: 'cover' },
    { table: 'vendors', column: 'logo' },
  ],
  subscribers: [
    ...accountSubscribers,
    ...developerSubscribers,
    ...enrolmentSubscribers,
    ...sessionSubscribers,
    ...attendanceSubscribers,
    ...saleSubscribers,
    ...effectSubscribers,
    ...quoteSubscribers,
    ...challengeSubscribers,
  ],
  guards: [
    mailReaders,
    documentMatched,
    serviceInUse,
    hallInUse,
    hallShrinks,
    trainerInUse,
    trainerTeaches,
    customerWaits,
    batchShrinks,
    placeAttended,
    trainerAway,
    sessionsDropping,
  ],
  answers: [
    ...customerAnswers,
    ...batchAnswers,
    ...enrolmentAnswers,
    ...sessionAnswers,
    ...attendanceAnswers,
    ...timeOffAnswers,
    ...bankingAnswers,
  ],
  expressions: [
    ...batchExpressions,
    ...enrolmentExpressions,
    ...sessionExpressions,
    ...attendanceExpressions,
    ...saleExpressions,
    ...quoteExpressions,
    ...challengeExpressions,
  ],
  revisionsOf,
  liveOf,
}
