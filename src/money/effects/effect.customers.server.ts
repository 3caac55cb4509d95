import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import type { Around } from '#kernel/around.ts'
import { inTenant, withTenant, type TenantContext } from '#kernel/context.ts'
import { earlier, later } from '#lib/days.ts'
import { setBlocked } from '#directory/customers/customer.actions.server.ts'
import { customerContract, type BlockCall, type blockActs, type Customer } from '#directory/customers/customer.contract.ts'
import { customers } from '#directory/customers/customer.row.server.ts'
import { placesOfCustomer } from './effect.facts.server.ts'
import { lostDays, resumedDays } from './effect.lost.server.ts'
import { beforeAct, postEffects, showEffects, type ActChoice } from './effect.server.ts'

type BlockAct = (typeof blockActs)[number]

/** What a customer's places lose by a block: they keep their dates, but no day from today on is paid. */
async function lostByBlock(ctx: TenantContext, customer: string) {
  const today = await ctx.today()
  const places = await placesOfCustomer(ctx, customer)
  const blocked = places.map((place) => ({ ...place, state: 'cancelled', endDate: later(place.startDate, earlier(place.endDate, today)) }))
  return lostDays(ctx, 'block', places, blocked)
}

/** What happens around a block or its end: credits and charges for the days from today on. */
const around = (act: BlockAct, customer: string, choice: ActChoice): Around<Customer> => ({
  before: beforeAct,
  async after(ctx) {
    const proposals =
      act === 'block' ? await lostByBlock(ctx, customer) : await resumedDays(ctx, 'block', await placesOfCustomer(ctx, customer))
    await postEffects(ctx, { act, batch: null }, proposals, choice)
  },
})

const perform = (ctx: TenantContext, act: BlockAct, { decision, ...seen }: Omit<BlockCall, 'decision'> & { decision?: ActChoice }) =>
  setBlocked(ctx, seen, act === 'block', around(act, seen.id, decision))

/** What blocking or unblocking a customer would mean, if it were done now. */
const customerEffects = (call: Call, { id, act }: { id: string; act: BlockAct }) =>
  showEffects(async () => {
    const { version } = await customers.get(call, id)
    return withTenant(call, memberOf(call).vendorId, async (ctx) => {
      await perform(ctx, act, { id, version, decision: 'preview' })
      // A repeated act changes nothing, so it means nothing.
      await postEffects(ctx, { act, batch: null }, [], 'preview')
    })
  }, 'customer/blocked')

const os = handlersOf({ customers: customerContract })

/** The acts on customers that can credit or charge them, hence served by this room. */
export const customerActHandlers = {
  block: os.customers.block.handler(inTenant((ctx, input) => perform(ctx, 'block', input))),
  unblock: os.customers.unblock.handler(inTenant((ctx, input) => perform(ctx, 'unblock', input))),
  effects: os.customers.effects.handler(({ context, input }) => customerEffects(context, input)),
}
