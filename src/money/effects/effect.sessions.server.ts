import type { Around } from '#kernel/around.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { withTenant, type TenantContext } from '#kernel/context.ts'
import { catalogueText } from '#kernel/texts.ts'
import { scaled } from '#lib/amounts.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { closureContract, type ClosureChange, type ClosureInput } from '#timetable/sessions/closure.contract.ts'
import { createClosure } from '#timetable/sessions/closure.create.server.ts'
import { removeClosure } from '#timetable/sessions/closure.remove.server.ts'
import { readOneClosure } from '#timetable/sessions/closure.server.ts'
import { updateClosure } from '#timetable/sessions/closure.update.server.ts'
import { sessionContract, type CancelInput } from '#timetable/sessions/session.contract.ts'
import { cancelSession } from '#timetable/sessions/session.cancel.server.ts'
import { restoreSession } from '#timetable/sessions/session.restore.server.ts'
import { readOneSession } from '#timetable/sessions/session.server.ts'
import type { PostedEffects } from './effect.contract.ts'
import { sessionLines } from './effect.facts.server.ts'
import { cancelledBy, readEffect } from './effect.read.server.ts'
import { beforeAct, postEffects, postLines, showEffects, type ActChoice, type Cause } from './effect.server.ts'
import { reverseOne } from './effect.reverse.server.ts'
import { decideLines, sessionsLost } from './effects.rules.ts'

/** Credits people what cancelled sessions were worth, by the rule of the business. */
async function creditSessions(ctx: TenantContext, cause: Cause & { sessions: readonly string[] }, choice: ActChoice): Promise<void> {
  const { cancelledSessions } = await billingRules(ctx)
  const proposals = cancelledSessions === 'credit' ? sessionsLost(await sessionLines(ctx, cause.sessions)) : []
  await postEffects(ctx, cause, proposals, choice)
}

/**
 * Reverses the credit of sessions that are planned again, as far as it can be reversed. Sessions that were cancelled with
 * them and still are stay credited, and an amount that a member had changed stays the same share of its proposal.
 * @param stay sessions of the same closure that stay cancelled: an act that credited them later would stand in the way
 */
async function uncreditSessions(ctx: TenantContext, restored: readonly string[], stay: readonly string[] = []): Promise<void> {
  if (restored.length === 0) return
  const reason = catalogueText(ctx.call.language, 'effects.again.sessions')
  const reversed: { effect: PostedEffects; left: string[]; isNotified: boolean }[] = []
  // All are reversed, the latest first, before any is posted again: what is posted is later than all others.
  for (const { id: act, sessions, left } of await cancelledBy(ctx, [...restored, ...stay])) {
    // Read again each time: what was reversed before may have stood in its way.
    const effect = await readEffect(ctx, act)
    if (effect.obstacle !== null) continue
    // Whose sessions all stay cancelled is credited as before, and has nothing to learn.
    const isNotified = restored.some((session) => sessions.includes(session))
    await reverseOne(ctx, effect, reason, { isNotified })
    reversed.push({ effect, left, isNotified })
  }
  for (const { effect, left, isNotified } of reversed.toReversed()) {
    const proposals = sessionsLost(await sessionLines(ctx, left))
    const changed = proposals.flatMap(({ id, sale, customer, proposed }) => {
      const line = effect.lines.find((one) => one.sale === sale && one.customer === customer && one.amount !== one.proposed)
      return line ? [{ id, amount: scaled(proposed, line.amount, line.proposed), reason: line.reason }] : []
    })
    await postLines(ctx, { act: effect.act, batch: effect.batch, sessions: left }, decideLines(proposals, changed), { isNotified })
  }
}

/** Closes days; the sessions that this cancels are credited like others. */
function closeDays(call: Call, input: ClosureInput, choice: ActChoice) {
  return createClosure(call, input, {
    before: beforeAct,
    after: (ctx, sessions) => creditSessions(ctx, { act: 'closure', batch: null, sessions }, choice),
  })
}

/** Changes what is closed: sessions that are planned again lose their credit, and those that are cancelled now are credited. */
function changeClosure(call: Call, input: ClosureChange, choice: ActChoice) {
  return updateClosure(call, input, {
    before: beforeAct,
    async after(ctx, { cancelled, restored, stay }) {
      await uncreditSessions(ctx, restored, stay)
      await creditSessions(ctx, { act: 'closure', batch: null, sessions: cancelled }, choice)
    },
  })
}

/** Cancels sessions; by the rule of the business, people are credited what these were worth. */
function dropSessions(call: Call, input: CancelInput, choice: ActChoice) {
  return cancelSession(call, input, {
    before: beforeAct,
    after: (ctx, { ids, batch }) => creditSessions(ctx, { act: 'sessionCancel', batch, sessions: ids }, choice),
  })
}

const os = handlersOf({ closures: closureContract, sessions: sessionContract })

/** What cancelled sessions would credit; without a look at them where the business credits none. */
const showSessions = (call: Call, perform: () => Promise<unknown>) =>
  showEffects(async () => {
    await withTenant(call, memberOf(call).vendorId, async (ctx) => {
      if ((await billingRules(ctx)).cancelledSessions === 'nothing')
        await postEffects(ctx, { act: 'sessionCancel', batch: null }, [], 'preview')
    })
    await perform()
  }, 'session/held')

/** What happens around sessions that are planned again. */
const aroundRestore: Around<readonly string[]> = { before: beforeAct, after: (ctx, restored) => uncreditSessions(ctx, restored) }

/** Cancelling and restoring sessions, which can credit people and reverse it. */
export const sessionActHandlers = {
  restore: os.sessions.restore.handler(({ context, input }) => restoreSession(context, input, aroundRestore)),
  cancel: os.sessions.cancel.handler(({ context, input }) => dropSessions(context, input, input.decision)),
  effects: os.sessions.effects.handler(async ({ context, input }) => {
    const { id, version } = await readOneSession(context, input.id)
    return showSessions(context, () => dropSessions(context, { id, version, scope: input.scope, reason: '–', tell: false }, 'preview'))
  }),
}

/** Closing days, changing what is closed, and opening it again, which can credit people and reverse it. */
export const closureActHandlers = {
  remove: os.closures.remove.handler(({ context, input }) => removeClosure(context, input, aroundRestore)),
  create: os.closures.create.handler(({ context, input }) => closeDays(context, input, input.decision)),
  update: os.closures.update.handler(({ context, input }) => changeClosure(context, input, input.decision)),
  effects: os.closures.effects.handler(async ({ context, input: { id, ...span } }) => {
    const seen = id === undefined ? null : await readOneClosure(context, id)
    return showSessions(context, () =>
      seen
        ? changeClosure(context, { ...span, id: seen.id, version: seen.version, tell: false }, 'preview')
        : closeDays(context, { ...span, label: '–', tell: false }, 'preview'),
    )
  }),
}
