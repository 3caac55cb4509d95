import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { noteBill } from '#money/sales/owed-bills.server.ts'
import { restoreBill, reverseNote, voidBill } from '#money/sales/sale.note.server.ts'
import { reverseCredit } from '#money/sales/credit.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { effectContract, type PostedEffects, type ReverseEffectInput } from './effect.contract.ts'
import { notifyOfCredit } from './effect.mail.server.ts'
import { readEffect, readEffects } from './effect.read.server.ts'

/** Voids the bill that an act made, and gives back the credit that paid it; its days are no longer billed. */
async function uncharge(ctx: TenantContext, sale: string, enrolment: string, reason: string): Promise<void> {
  await reverseCredit(ctx, sale, reason)
  await voidBill(ctx, sale, reason)
  const { batch } = await readEnrolment(ctx, enrolment)
  await lockBatch(ctx, batch)
  const place = await readEnrolment(ctx, enrolment)
  await writeEnrolmentColumns(ctx, place, { billedThrough: null })
  await noteBill(ctx, sale)
}

/**
 * Reverses what an act credited and charged, with entries of today: the balances are as before it, and the act
 * itself stays. Nothing changes if they were reversed already.
 * @throws effects/final, with what stands in the way
 */
async function reverseEffects(ctx: TenantContext, { id, reason }: ReverseEffectInput): Promise<PostedEffects> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const effect = await readEffect(ctx, id)
  const { obstacle, act, batch } = effect
  if (obstacle === 'reversed') return effect
  if (obstacle !== null) throw failure('effects/final', { obstacle })
  const lines = await trx
    .selectFrom('effectLines')
    .select(['kind', 'sale', 'refund', 'enrolment', 'amount'])
    .where('vendorId', '=', vendorId)
    .where('effect', '=', id)
    .orderBy('position', 'desc')
    .execute()
  const charges = new Map(lines.flatMap(({ kind, sale, enrolment }) => (kind === 'charge' && sale !== null ? [[sale, enrolment]] : [])))
  for (const [sale, enrolment] of charges) await uncharge(ctx, sale, enrolment, reason)
  for (const { kind, refund, sale } of lines) {
    if (refund !== null) await reverseNote(ctx, refund, reason)
    else if (kind === 'void' && sale !== null) await restoreBill(ctx, sale)
  }
  await trx
    .updateTable('effects')
    .set({ reversedAt: now, reversedBy: memberOf(call).userId })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await notifyOfCredit(ctx, 'creditReversed', act, effect.lines)
  await auditMoney(trx, call, {
    action: 'reverse',
    entity: 'effect',
    target: id,
    ...(batch !== null && { subject: batch }),
    after: { act, reason },
  })
  return readEffect(ctx, id)
}

const os = handlersOf({ effects: effectContract })

export const effectHandlers = {
  list: os.effects.list.handler(inTenant(readEffects)),
  reverse: os.effects.reverse.handler(inTenant(reverseEffects)),
}
