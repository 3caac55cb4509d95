import { hasKey } from '#lib/choices.ts'

/** The public event name of each logged change that webhooks may subscribe to, by entity and action. Other changes are not announced. */
export const eventNames = {
  'service.create': 'service.created',
  'service.update': 'service.updated',
  'service.archive': 'service.archived',
  'service.restore': 'service.restored',
  'hall.create': 'hall.created',
  'hall.update': 'hall.updated',
  'hall.archive': 'hall.archived',
  'hall.restore': 'hall.restored',
  'trainer.create': 'trainer.created',
  'trainer.update': 'trainer.updated',
  'trainer.archive': 'trainer.archived',
  'trainer.restore': 'trainer.restored',
  'batch.create': 'batch.created',
  'batch.rollOver': 'batch.created',
  'batch.update': 'batch.updated',
  'batch.price': 'batch.updated',
  'batch.withdrawPrice': 'batch.updated',
  'batch.archive': 'batch.archived',
  'batch.restore': 'batch.restored',
  'batch.cancel': 'batch.cancelled',
  'batch.complete': 'batch.completed',
  'session.create': 'session.added',
  'session.update': 'session.changed',
  'session.cancel': 'session.cancelled',
  'session.restore': 'session.restored',
  'closure.create': 'closure.created',
  'closure.update': 'closure.updated',
  'closure.remove': 'closure.removed',
  'customer.create': 'customer.created',
  'customer.update': 'customer.updated',
  'customer.archive': 'customer.archived',
  'customer.restore': 'customer.restored',
  'customer.block': 'customer.blocked',
  'customer.unblock': 'customer.unblocked',
  'customer.merge': 'customer.merged',
  'customer.erase': 'customer.erased',
  'import.finish': 'customer.imported',
  'enrolment.create': 'enrolment.created',
  'enrolment.rollOver': 'enrolment.created',
  'enrolment.update': 'enrolment.updated',
  'enrolment.discount': 'enrolment.updated',
  'enrolment.price': 'enrolment.updated',
  'enrolment.offer': 'enrolment.offered',
  'enrolment.accept': 'enrolment.accepted',
  'enrolment.decline': 'enrolment.declined',
  'enrolment.freeze': 'enrolment.frozen',
  'enrolment.unfreeze': 'enrolment.unfrozen',
  'enrolment.cancel': 'enrolment.cancelled',
  'enrolment.cancelAtPeriodEnd': 'enrolment.ending',
  'enrolment.keep': 'enrolment.kept',
  'enrolment.move': 'enrolment.moved',
  'enrolment.finish': 'enrolment.finished',
  'attendance.mark': 'attendance.marked',
  'sale.sell': 'sale.created',
  'sale.convert': 'sale.created',
  'sale.renew': 'sale.renewed',
  'sale.void': 'sale.voided',
  'sale.pay': 'payment.received',
  'sale.reversePayment': 'payment.reversed',
  'sale.refund': 'refund.given',
  'quote.create': 'quote.created',
  'quote.update': 'quote.updated',
  'quote.send': 'quote.sent',
  'quote.withdraw': 'quote.withdrawn',
  'quote.counter': 'quote.countered',
  'quote.accept': 'quote.accepted',
  'quote.acceptCounter': 'quote.accepted',
  'quote.decline': 'quote.declined',
  'expense.create': 'expense.created',
  'expense.update': 'expense.updated',
  'expense.void': 'expense.voided',
  'payout.create': 'payout.created',
  'payout.process': 'payout.processing',
  'payout.pay': 'payout.paid',
  'payout.fail': 'payout.failed',
  'payout.retry': 'payout.retried',
  'challenge.create': 'challenge.created',
  'challenge.update': 'challenge.updated',
  'challenge.publish': 'challenge.published',
  'challenge.start': 'challenge.started',
  'challenge.end': 'challenge.ended',
  'challenge.cancel': 'challenge.cancelled',
  'challenge.enter': 'challenge.entered',
  'challengeEntry.withdraw': 'entrant.withdrawn',
  'challengeEntry.disqualify': 'entrant.disqualified',
  'challengeEntry.reinstate': 'entrant.reinstated',
  'challengeScore.score': 'score.recorded',
  'challengeScore.void': 'score.voided',
  'timeOff.create': 'timeOff.created',
  'timeOff.update': 'timeOff.updated',
  'timeOff.remove': 'timeOff.removed',
} as const

export type EventName = (typeof eventNames)[keyof typeof eventNames]

/** Every event, in the table's order. */
export const events: readonly EventName[] = [...new Set(Object.values(eventNames))]

/** The event that a test sends; no webhook can subscribe to it. */
export const testEvent = 'webhook.test'

/** The event of a logged change; null for a change that is not announced. */
export function eventOf({ entity, action }: { entity: string; action: string }): EventName | null {
  const name = `${entity}.${action}`
  return hasKey(eventNames, name) ? eventNames[name] : null
}

/** Fields of the log that are never sent: internal ones, and what no program may read of a customer (decision 61). */
const hidden = new Set(['inputDigest', 'hash', 'token', 'sealed', 'emergencyName', 'emergencyPhone', 'emergencyRelation', 'medicalNote'])

/** The fields of a change that are sent. */
export function fieldsSent(fields: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  return fields ? Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name))) : null
}
