import { fieldFailure } from '#kernel/failure.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { inTenant, withTenant, type TenantContext } from '#kernel/context.ts'
import type { Act } from '#business/acts/act-effects.contract.ts'
import type { Seen } from '#lib/calls.ts'
import { daysIn, earlier, later } from '#lib/days.ts'
import { billFirst } from '#money/sales/place-bill.server.ts'
import { taxOfBatch } from '#money/sales/sale.line.server.ts'
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
import { isEnteredAfter, paidDays, unusedFrom, type TakenPlace } from './paid-days.rules.ts'
import { lostDays, resumedDays } from './effect.lost.server.ts'

/** Performs one of several acts, the one at a position; it may say in its refusal whom it is about. */
export type EachPlace = <Answer>(at: number, perform: () => Promise<Answer>) => Promise<Answer>
const alone: EachPlace = (_at, perform) => perform()

/** What the effects of an act follow from: its places before and after it. */
type Acted = { before: TakenPlace[]; after: TakenPlace[] }

/** The one batch of some places, else null. */
function batchOf(rows: readonly Enrolment[]): string | null {
  const [batch = null, ...others] = new Set(rows.map((row) => row.batch))
  return others.length === 0 ? batch : null
}

/** Performs an act on each of some places, and posts what that means in money as one. @returns what it performed, in the same order */
async function onPlaces<Input extends { id: string }>(
  ctx: TenantContext,
  act: Act,
  inputs: readonly Input[],
  {
    perform,
    linesOf,
    choice,
    each,
  }: {
    perform: (input: Input) => Promise<Enrolment>
    linesOf: (acted: Acted) => Promise<Proposal[]>
    choice: ActChoice
    each: EachPlace
  },
): Promise<Enrolment[]> {
  await beforeAct(ctx)
  const ids = inputs.map(({ id }) => id)
  const before = await placesOf(ctx, ids)
  const rows: Enrolment[] = []
  for (const [at, input] of inputs.entries()) rows.push(await each(at, () => perform(input)))
  const lines = await linesOf({ before, after: await placesOf(ctx, ids) })
  await postEffects(ctx, { act, batch: batchOf(rows) }, lines, choice)
  return rows
}

/** Performs an act on one place with its effects. @returns the place as it is after both */
async function onPlace(
  ctx: TenantContext,
  act: 'cancel' | 'finish' | 'freeze',
  id: string,
  choice: ActChoice,
  perform: () => Promise<Enrolment>,
): Promise<Enrolment> {
  await onPlaces(ctx, act, [{ id }], {
    perform,
    linesOf: ({ before, after }) => lostDays(ctx, act, before, after),
    choice,
    each: alone,
  })
  return readEnrolment(ctx, id)
}

/** The price of a period at a place after its recurring discount, and what an amount comes to with tax. */
async function pricesOf(ctx: TenantContext, place: Enrolment) {
  const { price, discount } = await termsOn(ctx, place, place.startDate)
  const { tax, taxClass } = await taxOfBatch(ctx, place.batch, await ctx.today())
  return { price: price - discount, taxed: (net: number) => priceSale([{ quantity: 1, unit: net, taxClass }], null, tax)[0]?.total ?? net }
}

type Moved = { from: Enrolment; to: Enrolment }

/**
 * What a move charges: the days that are credited at the old place at the price of the new one, or, where those prices
 * are of different kinds, the new place's first month or its term.
 */
async function gained(ctx: TenantContext, { from, to }: Moved, left: TakenPlace, credits: readonly Proposal[]): Promise<Proposal[]> {
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
  // A day on which the old place was attended is paid there.
  return daysGained(credits, place, later(today, unusedFrom(left)), periodOf, taxed)
}

/** Whether a move changes how a place is priced. */
const isRepriced = ({ from, to }: Moved) => from.priceUnit !== to.priceUnit

/** What moves credit and charge, for each place its credits before its charges. */
async function movedLines(ctx: TenantContext, moves: readonly Moved[], { before, after }: Acted): Promise<Proposal[]> {
  const moveOf = new Map(moves.map((move) => [move.from.id, move]))
  const staying = after.filter(({ id }) => {
    const move = moveOf.get(id)
    return move && !(move.to.cancelAtPeriodEnd && isRepriced(move))
  })
  const credits = Map.groupBy(await lostDays(ctx, 'move', before, staying), ({ enrolment }) => enrolment)
  const lines: Proposal[] = []
  for (const place of staying) {
    const move = moveOf.get(place.id)
    const own = credits.get(place.id)
    if (move && own) lines.push(...own, ...(await gained(ctx, move, place, own)))
  }
  return lines
}

/**
 * Moves places to other batches with the effects of all as one. A place that is being cancelled keeps the days that are
 * paid, where the new price is of another kind.
 * @returns the new places, in the order of the input
 */
export async function movePlaces(
  ctx: TenantContext,
  inputs: readonly Omit<MoveCall, 'decision'>[],
  choice: ActChoice,
  each: EachPlace = alone,
): Promise<Enrolment[]> {
  const moves: Moved[] = []
  const credited = new Set<string>()
  await onPlaces(ctx, 'move', inputs, {
    async perform(input) {
      const from = await readEnrolment(ctx, input.id)
      const to = await move(ctx, input)
      moves.push({ from, to })
      return to
    },
    async linesOf(acted) {
      const lines = await movedLines(ctx, moves, acted)
      for (const { kind, enrolment } of lines) if (kind !== 'charge') credited.add(enrolment)
      return lines
    },
    choice,
    each,
  })
  const rows: Enrolment[] = []
  for (const moved of moves) {
    const { from, to } = moved
    const after = await readEnrolment(ctx, to.id)
    // The daily job bills only months, so a term is billed at once, unless the place was free or the term was charged or waived.
    const isNewTerm = !credited.has(from.id) && to.priceUnit === 'term' && isRepriced(moved) && !isFree(from)
    rows.push(isNewTerm ? await billFirst(ctx, after) : after)
  }
  return rows
}

/** Moves a place to another batch with its effects. @returns the new place */
async function movePlace(ctx: TenantContext, input: Omit<MoveCall, 'decision'>, choice: ActChoice): Promise<Enrolment> {
  const [row] = await movePlaces(ctx, [input], choice)
  return row ?? readEnrolment(ctx, input.id)
}

/** Cancels a place with its effects. */
const cancelPlace = (ctx: TenantContext, { decision: _decision, ...input }: CancelCall, choice: ActChoice): Promise<Enrolment> =>
  onPlace(ctx, 'cancel', input.id, choice, () => cancelEnrolment(ctx, input))

/**
 * Changes the dates of places with the effects of all as one. An earlier last day credits the paid days after it; a
 * later one charges those again that are still to come.
 * @returns the places, in the order of the input
 */
export async function changeDates(
  ctx: TenantContext,
  inputs: readonly Omit<UpdateCall, 'decision'>[],
  choice: ActChoice,
  each: EachPlace = alone,
): Promise<Enrolment[]> {
  const rows = await onPlaces(ctx, 'dates', inputs, {
    perform: (input) => updateEnrolment(ctx, input),
    async linesOf({ before, after }) {
      const endOf = new Map(before.map(({ id, endDate }) => [id, endDate]))
      const { longer = [], other = [] } = Object.groupBy(after, ({ id, endDate }) => (endDate > (endOf.get(id) ?? '') ? 'longer' : 'other'))
      return [...(await lostDays(ctx, 'dates', before, other)), ...(await resumedDays(ctx, 'dates', longer))]
    },
    choice,
    each,
  })
  const changed: Enrolment[] = []
  for (const { id } of rows) changed.push(await readEnrolment(ctx, id))
  return changed
}

/** Changes the dates of a place with its effects. @returns the place as it is after both */
async function changePlaceDates(ctx: TenantContext, input: Omit<UpdateCall, 'decision'>, choice: ActChoice): Promise<Enrolment> {
  const [row] = await changeDates(ctx, [input], choice)
  return row ?? readEnrolment(ctx, input.id)
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
        return changePlaceDates(ctx, { ...seen, endDate: input.endDate }, 'preview')
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
  if (place && last && last.toDay >= from && !place.freezes.some((freeze) => freeze.from === from && isEnteredAfter(freeze, last)))
    throw fieldFailure('from', 'enrolments.unfreeze.billed')
}

/** Ends a freeze. Days that it had moved past the batch's end count again, so their credit is reversed, if it can be. */
async function unfreezePlace(ctx: TenantContext, call: Seen & { from?: string | undefined }): Promise<Enrolment> {
  await beforeAct(ctx)
  if (call.from !== undefined) await assertNotBilledSince(ctx, call.id, call.from)
  const row = await unfreeze(ctx, call)
  const [place] = await placesOf(ctx, [row.id])
  const lines = place ? await paidLines(ctx, [row.id]) : []
  const isLost = place && lines.some((line) => paidDays(place, line).some(({ to }) => to >= unusedFrom(place)))
  if (!isLost) await reverseSince(ctx, 'freeze', { enrolment: row.id })
  return readEnrolment(ctx, row.id)
}

const os = handlersOf({ enrolments: enrolmentContract })

/** The acts on places that can credit or charge people, hence served by this room. */
export const placeActHandlers = {
  update: os.enrolments.update.handler(inTenant((ctx, { decision, ...input }) => changePlaceDates(ctx, input, decision))),
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
