import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Outcome } from '#kernel/outbox.ts'
import type { DeliveryReason } from './notification.contract.ts'

/** Why a mail did not leave, without the words of its server, which name the receiver. */
function reasonOf(error: unknown): { reason: DeliveryReason; replyCode: number | null } {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown }
  if (typeof responseCode === 'number' && responseCode >= 400)
    return { reason: responseCode >= 500 ? 'refused' : 'postponed', replyCode: responseCode }
  const isLost = typeof code === 'string' && /^(?:ECONN|ETIMEDOUT|ESOCKET|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/.test(code)
  return { reason: isLost ? 'unreachable' : 'other', replyCode: null }
}

/**
 * Writes down in the vendor's log what became of a try; a mail that was never tried keeps its count. One that was
 * withdrawn while it was under way stays so unless it left.
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
