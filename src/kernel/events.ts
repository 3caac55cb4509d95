import type { Trx } from '#db/tenant.ts'
import type { TenantContext } from './context.ts'

/** Carries the type of a payload, and is no property of any object. */
declare const types: unique symbol

/** What a room tells the rooms above it; `Payload` is what it says with it. */
export type Event<Payload> = { readonly name: string; readonly [types]?: (payload: Payload) => void }

/** Follows an event by writing rows, in the transaction of the act that raised it; what it throws undoes the whole act. */
export type Subscriber<Payload> = (context: TenantContext, payload: Payload) => Promise<void>

type SubscriptionTo<Payload> = { event: Event<Payload>; run: Subscriber<Payload> }

/** A subscriber among those of other events, as the list of modules has it. */
export type Subscription = SubscriptionTo<never>

/** Declares an event, in the `*.events.ts` of the room that raises it. @param name what and what became of it, such as `customer.merged` */
export const event = <Payload>(name: string): Event<Payload> => ({ name })

/** Subscribes to an event, in the `*.events.server.ts` of the room that follows it, for the list of modules. */
export const on = <Payload>(raised: Event<Payload>, run: Subscriber<Payload>): Subscription => ({ event: raised, run })

/** How many subscribers may be under way within one another: what follows from what must stay easy to follow. */
const deepest = 3

/** The subscribers under way in a transaction, the outermost first. */
const underWay = new WeakMap<Trx, readonly Subscription[]>()

/**
 * Raises an event: every subscriber runs before the act goes on, those of lower rooms first.
 * @throws what a subscriber throws; an Error where a subscriber raises what is heard at or below itself, or too deep
 */
export async function emit<Payload>(context: TenantContext, raised: Event<Payload>, payload: NoInfer<Payload>): Promise<void> {
  const { subscribers } = context.call.app.modules
  const own = subscribers.filter((given): given is SubscriptionTo<Payload> => given.event === raised)
  const outer = underWay.get(context.trx) ?? []
  if (own.length > 0 && outer.length >= deepest)
    throw new Error(`${raised.name} follows from ${outer.map(({ event: { name } }) => name).join(', ')}: that is too deep`)
  const raiser = outer.at(-1)
  if (raiser && own.some((subscription) => subscribers.indexOf(subscription) <= subscribers.indexOf(raiser)))
    throw new Error(`${raised.name} is raised by a subscriber of ${raiser.event.name} that stands above one of its own`)
  for (const subscription of own) {
    underWay.set(context.trx, [...outer, subscription])
    try {
      await subscription.run(context, payload)
    } finally {
      underWay.set(context.trx, outer)
    }
  }
}
