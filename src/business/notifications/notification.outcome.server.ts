import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Outcome } from '#kernel/outbox.ts'
import type { DeliveryReason } from './notification.contract.ts'

/** Why a mail was not sent, without its server's text, which names the receiver. */
function reasonOf(error: unknown): { reason: DeliveryReason; replyCode: number | null } {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number' && responseCode >= 400)
    return { reason: responseCode >= 500 ? 'refused' : 'postponed', replyCode: responseCode }
  const isLost = typeof code === 'string' && /^(?:ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/.test(code)
  return { reason: isLost ? 'unreachable' : 'other', replyCode: null }
}

/**
 * Records the result of an attempt in the vendor's log; a dropped mail keeps its count. A mail that was withdrawn
 * while in transit stays dropped unless it was sent.
 */
export async function noteOutcome(trx: Trx, vendorId: string, id: string, { state, at, error }: Outcome): Promise<void> {
  await trx
    .updateTable('deliveries')
    .set({
      state,
      stateAt: at,
      ...(state === 'dropped' ? {} : { attempts: sql<number>`"attempts" + 1` }),
      ...(error === undefined ? (state === 'dropped' ? {} : { reason: null, replyCode: null }) : reasonOf(error)),
    })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where((where) => where.or([where('state', '<>', 'dropped'), where.val(state === 'sent' || state === 'kept')]))
    .execute()
}
