import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { catalogueText } from '#kernel/texts.ts'
import { noteBill } from '#money/sales/owed-bills.server.ts'
import { restoreBill, reverseNote, voidBill } from '#money/sales/sale.note.server.ts'
import { applyCredit, reverseCredit } from '#money/sales/credit.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { chargeByMove } from '#timetable/enrolments/moved.server.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { effectContract, type PostedEffects, type ReverseEffectInput } from './effect.contract.ts'
import { notifyOfCredit } from './effect.mail.server.ts'
import { latestOf, readEffect, readEffects } from './effect.read.server.ts'

/** Whether a bill that counts pays for days of a place. */
async function isBilled({ trx, vendorId }: TenantContext, enrolment: string): Promise<boolean> {
  const lines = trx
    .selectFrom('saleLines as l')
    .innerJoin('sales as s', (join) => join.on('s.vendorId', '=', vendorId).onRef('s.id', '=', 'l.sale').on('s.voidedAt', 'is', null))
    .select('l.sale')
    .where('l.vendorId', '=', vendorId)
    .where('l.enrolment', '=', enrolment)
  return (await lines.limit(1).executeTakeFirst()) !== undefined
}

/**
 * Voids the bill that an act made, and gives back the credit that paid it; after a move, the days that were left at the
 * old place count again at the new one, which is billed after them, unless later days were billed meanwhile.
 */
async function uncharge(ctx: TenantContext, act: PostedEffects['act'], sale: string, enrolment: string, reason: string): Promise<void> {
  await reverseCredit(ctx, sale, reason)
  await voidBill(ctx, sale, reason)
  if (act === 'move' && !(await isBilled(ctx, enrolment))) {
    const { batch } = await readEnrolment(ctx, enrolment)
    await lockBatch(ctx, batch)
    const charge = await chargeByMove(ctx, enrolment)
    await writeEnrolmentColumns(ctx, await readEnrolment(ctx, enrolment), { ...charge, billedThrough: null })
  }
  await noteBill(ctx, sale)
}

/** Reverses the papers of an act, with entries of today: the balances are as before it, and the act itself stays. */
export async function reverseOne(
  ctx: TenantContext,
  { id, act, batch, lines: shown }: PostedEffects,
  reason: string,
  { isNotified = true }: { isNotified?: boolean } = {},
): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const lines = await trx
    .selectFrom('effectLines')
    .select(['kind', 'sale', 'refund', 'enrolment', 'customer'])
    .where('vendorId', '=', vendorId)
    .where('effect', '=', id)
    .orderBy('position', 'desc')
    .execute()
  const charges = new Map(lines.flatMap(({ kind, sale, enrolment }) => (kind === 'charge' && sale !== null ? [[sale, enrolment]] : [])))
  for (const [sale, enrolment] of charges) await uncharge(ctx, act, sale, enrolment, reason)
  for (const { kind, refund, sale } of lines) {
    if (refund !== null) await reverseNote(ctx, refund, reason)
    else if (kind === 'void' && sale !== null) await restoreBill(ctx, sale)
  }
  // What became credit since then pays the bills that count again.
  for (const customer of new Set(lines.map((line) => line.customer))) await applyCredit(ctx, customer)
  await trx
    .updateTable('effects')
    .set({ reversedAt: now, reversedBy: memberOf(call).userId })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  if (isNotified) await notifyOfCredit(ctx, 'creditReversed', act, shown)
  await auditMoney(trx, call, {
    action: 'reverse',
    entity: 'effect',
    target: id,
    ...(batch !== null && { subject: batch }),
    after: { act, reason },
  })
}

/**
 * Reverses what an act credited and charged. Nothing changes if it was reversed already.
 * @throws effects/final, with what stands in the way
 */
async function reverseEffects(ctx: TenantContext, { id, reason }: ReverseEffectInput): Promise<PostedEffects> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const effect = await readEffect(ctx, id)
  if (effect.obstacle === 'reversed') return effect
  if (effect.obstacle !== null) throw failure('effects/final', { obstacle: effect.obstacle })
  await reverseOne(ctx, effect, reason)
  return readEffect(ctx, id)
}

/**
 * Reverses the acts of one kind on a batch or a place whose days count again, the latest first, until one can't be
 * reversed. The books must be locked.
 * @returns whether any was
 */
export async function reverseSince(
  ctx: TenantContext,
  act: 'batchDates' | 'freeze',
  of: { batch: string } | { enrolment: string },
): Promise<boolean> {
  const reason = catalogueText(ctx.call.language, `effects.again.${act}`)
  let isAny = false
  for (;;) {
    const effect = await latestOf(ctx, act, of)
    if (!effect || effect.obstacle !== null) return isAny
    await reverseOne(ctx, effect, reason)
    isAny = true
  }
}

const os = handlersOf({ effects: effectContract })

export const effectHandlers = {
  list: os.effects.list.handler(inTenant(readEffects)),
  reverse: os.effects.reverse.handler(inTenant(reverseEffects)),
}
