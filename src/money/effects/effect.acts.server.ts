import type { Around } from '#kernel/around.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { inTenant, withTenant, type TenantContext } from '#kernel/context.ts'
import type { Seen } from '#lib/calls.ts'
import { daysIn, earlier } from '#lib/days.ts'
import { batchContract, type Batch, type UpdateBatchInput } from '#timetable/batches/batch.contract.ts'
import { batches } from '#timetable/batches/batch.row.server.ts'
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
} from '#timetable/enrolments/enrolment.contract.ts'
import { cancelEnrolment, freeze, unfreeze } from '#timetable/enrolments/enrolment.dates.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { isFree, nextSpan, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { termsOn } from '#timetable/enrolments/terms.server.ts'
import { cancelBatch, completeBatch } from '#timetable/sessions/batch.end.server.ts'
import { updateBatch } from '#timetable/sessions/batch.update.server.ts'
import { closureContract, type ClosureInput } from '#timetable/sessions/closure.contract.ts'
import { createClosure } from '#timetable/sessions/closure.create.server.ts'
import { sessionContract, type CancelInput } from '#timetable/sessions/session.contract.ts'
import { cancelSession } from '#timetable/sessions/session.cancel.server.ts'
import { readOneSession } from '#timetable/sessions/session.server.ts'
import { paidLines, placesIn, placesOf, sessionLines } from './effect.facts.server.ts'
import { beforeAct, postEffects, showEffects, type ActChoice } from './effect.server.ts'
import { reverseSince } from './effect.reverse.server.ts'
import { daysGained, daysLost, firstCharged, paidDays, sessionsLost, unusedFrom, type TakenPlace, type Proposal } from './effects.rules.ts'

/** What places lose by an act, between two readings of them. */
async function lost(
  ctx: TenantContext,
  act: Parameters<typeof daysLost>[0],
  before: readonly TakenPlace[],
  after: readonly TakenPlace[],
): Promise<Proposal[]> {
  const places = after.flatMap((place) => {
    const was = before.find(({ id }) => id === place.id)
    return was ? [{ before: was, after: place }] : []
  })
  const lines = await paidLines(
    ctx,
    places.map(({ after: { id } }) => id),
  )
  return daysLost(act, places, lines, (await billingRules(ctx)).proration)
}

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
  await postEffects(ctx, { act, batch }, await lost(ctx, act, before, await placesOf(ctx, [id])), choice)
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
  const credits = isLeaving ? [] : await lost(ctx, 'move', before, await placesOf(ctx, [from.id]))
  await postEffects(ctx, { act: 'move', batch: to.batch }, [...credits, ...(await gained(ctx, from, to, credits))], choice)
  const after = await readEnrolment(ctx, to.id)
  // The daily job bills only months, so a term is billed at once, unless the place was free or the term was charged or waived.
  const isNewTerm = credits.length === 0 && to.priceUnit === 'term' && from.priceUnit !== 'term' && !isFree(from)
  return isNewTerm ? billFirst(ctx, after) : after
}

/** Cancels a place with its effects. */
const cancelPlace = (ctx: TenantContext, { decision: _decision, ...input }: CancelCall, choice: ActChoice): Promise<Enrolment> =>
  onPlace(ctx, 'cancel', input.id, choice, () => cancelEnrolment(ctx, input))

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
      case 'finish':
        return onPlace(ctx, 'finish', id, 'preview', () => finish(ctx, seen))
      case 'freeze':
        return onPlace(ctx, 'freeze', id, 'preview', () => freeze(ctx, { ...seen, from: input.from, to: input.to }))
    }
  }
  return showEffects(() => withTenant(call, memberOf(call).vendorId, perform), 'enrolment/state', enrolledOnce)
}

/** A day after every batch: compared with it, a place has lost all days after its own last one. */
const endOfTime = '9999-12-31'

/** Credits what places of a batch lose between a last day and the one that it has now. */
async function shorten(ctx: TenantContext, batch: string, lastDay: string, choice: ActChoice): Promise<void> {
  const places = await placesIn(ctx, batch)
  const was = places.map((place) => ({ ...place, batchEnd: lastDay }))
  await postEffects(ctx, { act: 'batchDates', batch }, await lost(ctx, 'batchDates', was, places), choice)
}

/**
 * Changes a batch. An earlier last day credits the days that people paid for after it; a later one reverses that, as
 * far as it can be reversed, and credits what is still lost.
 */
export function changeBatch(call: Call, input: UpdateBatchInput, choice: ActChoice = input.decision): Promise<Batch> {
  return updateBatch(call, input, {
    before: beforeAct,
    async after(ctx, { before, after: { id, endDate } }) {
      if (endDate < before.endDate || choice !== undefined) return shorten(ctx, id, before.endDate, choice)
      if (endDate > before.endDate && (await reverseSince(ctx, 'batchDates', { batch: id }))) await shorten(ctx, id, endOfTime, undefined)
    },
  })
}

/** What happens around an early end of a batch: the days that people paid for after today are credited. */
function aroundEnd(act: 'batchCancel' | 'batchComplete', batch: string, choice: ActChoice): Around<Batch> {
  let before: TakenPlace[] = []
  return {
    async before(ctx) {
      await beforeAct(ctx)
      before = await placesIn(ctx, batch)
    },
    async after(ctx) {
      const after = await placesOf(
        ctx,
        before.map(({ id }) => id),
      )
      await postEffects(ctx, { act, batch }, await lost(ctx, act, before, after), choice)
    },
  }
}

/** Ends a freeze. Days that it had moved past the batch's end count again, so their credit is reversed, if it can be. */
async function unfreezePlace(ctx: TenantContext, seen: Seen): Promise<Enrolment> {
  await beforeAct(ctx)
  const row = await unfreeze(ctx, seen)
  const [place] = await placesOf(ctx, [row.id])
  const lines = place ? await paidLines(ctx, [row.id]) : []
  const isLost = place && lines.some((line) => paidDays(place, line, lines).some(({ to }) => to >= unusedFrom(place)))
  if (!isLost) await reverseSince(ctx, 'freeze', { enrolment: row.id })
  return readEnrolment(ctx, row.id)
}

/** Credits people what cancelled sessions were worth, by the rule of the business. */
async function creditSessions(
  ctx: TenantContext,
  cause: Parameters<typeof postEffects>[1],
  ids: readonly string[],
  choice: ActChoice,
): Promise<void> {
  const { cancelledSessions } = await billingRules(ctx)
  const proposals = cancelledSessions === 'credit' ? sessionsLost(await sessionLines(ctx, ids)) : []
  await postEffects(ctx, cause, proposals, choice)
}

/** Closes days; the sessions that this cancels are credited like others. */
function closeDays(call: Call, input: ClosureInput, choice: ActChoice) {
  return createClosure(call, input, {
    before: beforeAct,
    after: (ctx, ids) => creditSessions(ctx, { act: 'closure', batch: null }, ids, choice),
  })
}

/** Cancels sessions; by the rule of the business, people are credited what these were worth. */
function dropSessions(call: Call, input: CancelInput, choice: ActChoice) {
  return cancelSession(call, input, {
    before: beforeAct,
    after: (ctx, { ids, batch }) => creditSessions(ctx, { act: 'sessionCancel', batch }, ids, choice),
  })
}

const os = handlersOf({ batches: batchContract, closures: closureContract, enrolments: enrolmentContract, sessions: sessionContract })

/** The acts on places that can credit or charge people, hence served by this room. */
export const placeActHandlers = {
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

/** The acts on batches that can credit people. */
export const batchActHandlers = {
  update: os.batches.update.handler(({ context, input }) => changeBatch(context, input)),
  cancel: os.batches.cancel.handler(({ context, input }) =>
    cancelBatch(context, input, aroundEnd('batchCancel', input.id, input.decision)),
  ),
  complete: os.batches.complete.handler(({ context, input }) =>
    completeBatch(context, input, aroundEnd('batchComplete', input.id, input.decision)),
  ),
  effects: os.batches.effects.handler(({ context, input }) =>
    showEffects(async () => {
      const { id, version } = await batches.get(context, input.id)
      const seen = { id, version }
      switch (input.act) {
        case 'batchCancel':
          return cancelBatch(context, { ...seen, reason: '–', tell: false }, aroundEnd(input.act, id, 'preview'))
        case 'batchComplete':
          return completeBatch(context, seen, aroundEnd(input.act, id, 'preview'))
        case 'batchDates':
          return changeBatch(context, { ...seen, endDate: input.endDate, places: 'leave', tell: false }, 'preview')
      }
    }, 'batch/not-open'),
  ),
}

/** What cancelled sessions would credit; without a look at them where the business credits none. */
const showSessions = (call: Call, perform: () => Promise<unknown>) =>
  showEffects(async () => {
    await withTenant(call, memberOf(call).vendorId, async (ctx) => {
      if ((await billingRules(ctx)).cancelledSessions === 'nothing')
        await postEffects(ctx, { act: 'sessionCancel', batch: null }, [], 'preview')
    })
    await perform()
  }, 'session/held')

/** Cancelling sessions, which can credit people. */
export const sessionActHandlers = {
  cancel: os.sessions.cancel.handler(({ context, input }) => dropSessions(context, input, input.decision)),
  effects: os.sessions.effects.handler(({ context, input }) =>
    showSessions(context, async () => {
      const { id, version } = await readOneSession(context, input.id)
      return dropSessions(context, { id, version, scope: input.scope, reason: '–', tell: false }, 'preview')
    }),
  ),
}

/** Closing days, which can credit people. */
export const closureActHandlers = {
  create: os.closures.create.handler(({ context, input }) => closeDays(context, input, input.decision)),
  effects: os.closures.effects.handler(({ context, input }) =>
    showSessions(context, () => closeDays(context, { ...input, label: '–', tell: false }, 'preview')),
  ),
}
