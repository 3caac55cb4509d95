import { fieldFailure } from '#kernel/failure.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { inTenant, withTenant, type TenantContext } from '#kernel/context.ts'
import type { Seen } from '#lib/calls.ts'
import { daysIn, earlier } from '#lib/days.ts'
import { billFirst } from '#money/sales/place-bill.server.ts'
import { termsOf } from '#money/sales/sale.line.server.ts'
import { priceSale } from '#money/sales/sale.rules.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { enrolledOnce, finish, move } from '#timetable/enrolments/enrolment.actions.server.ts'
import {
  enrolmentContract,
  type CancelCall,
  type Enrolment,
  type MoveCall,
  type PlaceAct,
  type UpdateCall,
} from '#timetable/enrolments/enrolment.contract.ts'
import { cancelEnrolment, updateEnrolment } from '#timetable/enrolments/enrolment.dates.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { isFree, nextSpan, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { freeze, unfreeze } from '#timetable/enrolments/enrolment.freeze.server.ts'
import { termsOn } from '#timetable/enrolments/terms.server.ts'
import { paidLines, placesOf } from './effect.facts.server.ts'
import { beforeAct, postEffects, showEffects, type ActChoice } from './effect.server.ts'
import { reverseSince } from './effect.reverse.server.ts'
import { daysGained, firstCharged } from './charges.rules.ts'
import type { Proposal } from './effects.rules.ts'
import { freezesSince, paidDays, unusedFrom } from './paid-days.rules.ts'
import { lostDays, resumedDays } from './effect.lost.server.ts'

/** Performs an act on one place with its effects. @returns the place as it is after both */
async function onPlace(
  ctx: TenantContext,
  act: 'cancel' | 'finish' | 'freeze',
  id: string,
  choice: ActChoice,
  perform: () => Promise<Enrolment>,
): Promise<Enrolment> {
  await beforeAct(ctx)
  const before = await placesOf(ctx, [id])
  const { batch } = await perform()
  await postEffects(ctx, { act, batch }, await lostDays(ctx, act, before, await placesOf(ctx, [id])), choice)
  return readEnrolment(ctx, id)
}

/** The price of a period at a place after its recurring discount, and what an amount comes to with tax. */
async function pricesOf(ctx: TenantContext, place: Enrolment) {
  const { price, discount } = await termsOn(ctx, place, place.startDate)
  const { tax } = await termsOf(ctx.trx, ctx.vendorId, await ctx.today())
  return { price: price - discount, taxed: (net: number) => priceSale([{ quantity: 1, unit: net }], null, tax)[0]?.total ?? net }
}

/**
 * What a move charges: the days that are credited at the old place at the price of the new one, or, where those prices
 * are of different kinds, the new place's first month or its term.
 */
async function gained(ctx: TenantContext, from: Enrolment, to: Enrolment, credits: readonly Proposal[]): Promise<Proposal[]> {
  const [first] = credits
  if (!first || to.priceUnit === 'session') return []
  const today = await ctx.today()
  const { price, taxed } = await pricesOf(ctx, to)
  const place = {
    id: to.id,
    customer: to.customer,
    batch: to.batch,
    batchName: to.batchName,
    startDate: to.startDate,
    lastDay: earlier(to.endDate, to.batchEnd),
    price,
  }
  if (from.priceUnit !== to.priceUnit) {
    const span = nextSpan({ ...to, nextChargeOn: to.startDate }, to.batchEnd, today)
    const share = span && periodShare(to, span, (await billingRules(ctx)).proration)
    return span && share ? [firstCharged(first, place, span, share, taxed)] : []
  }
  const periodOf = ({ of, line }: Proposal) => {
    if (to.priceUnit === 'term') return daysIn({ from: earlier(to.startDate, today), to: to.batchEnd })
    const share = periodShare(from, line, 'days')
    return share.of === 1 ? of : share.of
  }
  return daysGained(credits, place, today, periodOf, taxed)
}

/**
 * Moves a place to another batch with its effects. A place that is being cancelled keeps the days that are paid, where
 * the new price is of another kind.
 */
async function movePlace(ctx: TenantContext, input: Omit<MoveCall, 'decision'>, choice: ActChoice): Promise<Enrolment> {
  await beforeAct(ctx)
  const from = await readEnrolment(ctx, input.id)
  const before = await placesOf(ctx, [from.id])
  const to = await move(ctx, input)
  const isLeaving = to.cancelAtPeriodEnd && from.priceUnit !== to.priceUnit
  const credits = isLeaving ? [] : await lostDays(ctx, 'move', before, await placesOf(ctx, [from.id]))
  await postEffects(ctx, { act: 'move', batch: to.batch }, [...credits, ...(await gained(ctx, from, to, credits))], choice)
  const after = await readEnrolment(ctx, to.id)
  // The daily job bills only months, so a term is billed at once, unless the place was free or the term was charged or waived.
  const isNewTerm = credits.length === 0 && to.priceUnit === 'term' && from.priceUnit !== 'term' && !isFree(from)
  return isNewTerm ? billFirst(ctx, after) : after
}

/** Cancels a place with its effects. */
const cancelPlace = (ctx: TenantContext, { decision: _decision, ...input }: CancelCall, choice: ActChoice): Promise<Enrolment> =>
  onPlace(ctx, 'cancel', input.id, choice, () => cancelEnrolment(ctx, input))

/**
 * Changes the dates of a place. An earlier last day credits the paid days after it; a later one charges those again that
 * are still to come.
 */
async function changeDates(ctx: TenantContext, input: Omit<UpdateCall, 'decision'>, choice: ActChoice): Promise<Enrolment> {
  await beforeAct(ctx)
  const before = await placesOf(ctx, [input.id])
  const { batch } = await updateEnrolment(ctx, input)
  const after = await placesOf(ctx, [input.id])
  const isLater = (after[0]?.endDate ?? '') > (before[0]?.endDate ?? '')
  const lines = isLater ? await resumedDays(ctx, 'dates', after) : await lostDays(ctx, 'dates', before, after)
  await postEffects(ctx, { act: 'dates', batch }, lines, choice)
  return readEnrolment(ctx, input.id)
}

/** What an act on a place would mean, if it were done now. */
function placeEffects(call: Call, input: PlaceAct) {
  const perform = async (ctx: TenantContext): Promise<unknown> => {
    const { id, version } = await readEnrolment(ctx, input.id)
    const seen = { id, version }
    switch (input.act) {
      case 'move':
        return movePlace(ctx, { ...seen, batch: input.batch }, 'preview')
      case 'cancel':
        return cancelPlace(ctx, { ...seen, when: 'now', reason: '' }, 'preview')
      case 'dates':
        return changeDates(ctx, { ...seen, endDate: input.endDate }, 'preview')
      case 'finish':
        return onPlace(ctx, 'finish', id, 'preview', () => finish(ctx, seen))
      case 'freeze':
        return onPlace(ctx, 'freeze', id, 'preview', () => freeze(ctx, { ...seen, from: input.from, to: input.to, reason: '–' }))
    }
  }
  return showEffects(() => withTenant(call, memberOf(call).vendorId, perform), 'enrolment/state', enrolledOnce)
}

/**
 * Checks that a freeze was entered after the last bill of a place. Without it, the days of a later bill would be others
 * than that bill names.
 */
async function assertNotBilledSince(ctx: TenantContext, id: string, from: string): Promise<void> {
  const [place] = await placesOf(ctx, [id])
  const lines = place ? await paidLines(ctx, [id]) : []
  const last = lines.at(-1)
  if (place && last && last.toDay >= from && !freezesSince(place, last, lines).some((freeze) => freeze.from === from))
    throw fieldFailure('from', 'enrolments.unfreeze.billed')
}

/** Ends a freeze. Days that it had moved past the batch's end count again, so their credit is reversed, if it can be. */
async function unfreezePlace(ctx: TenantContext, call: Seen & { from?: string | undefined }): Promise<Enrolment> {
  await beforeAct(ctx)
  if (call.from !== undefined) await assertNotBilledSince(ctx, call.id, call.from)
  const row = await unfreeze(ctx, call)
  const [place] = await placesOf(ctx, [row.id])
  const lines = place ? await paidLines(ctx, [row.id]) : []
  const isLost = place && lines.some((line) => paidDays(place, line, lines).some(({ to }) => to >= unusedFrom(place)))
  if (!isLost) await reverseSince(ctx, 'freeze', { enrolment: row.id })
  return readEnrolment(ctx, row.id)
}

const os = handlersOf({ enrolments: enrolmentContract })

/** The acts on places that can credit or charge people, hence served by this room. */
export const placeActHandlers = {
  update: os.enrolments.update.handler(inTenant((ctx, { decision, ...input }) => changeDates(ctx, input, decision))),
  move: os.enrolments.move.handler(inTenant((ctx, { decision, ...input }) => movePlace(ctx, input, decision), enrolledOnce)),
  cancel: os.enrolments.cancel.handler(inTenant((ctx, input) => cancelPlace(ctx, input, input.decision))),
  finish: os.enrolments.finish.handler(
    inTenant((ctx, { decision, ...seen }) => onPlace(ctx, 'finish', seen.id, decision, () => finish(ctx, seen))),
  ),
  freeze: os.enrolments.freeze.handler(
    inTenant((ctx, { decision, ...input }) => onPlace(ctx, 'freeze', input.id, decision, () => freeze(ctx, input))),
  ),
  unfreeze: os.enrolments.unfreeze.handler(inTenant(unfreezePlace)),
  effects: os.enrolments.effects.handler(({ context, input }) => placeEffects(context, input)),
}
