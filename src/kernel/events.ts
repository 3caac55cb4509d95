import type { Trx } from '#db/tenant.ts'
import type { TenantContext } from './context.ts'

/** Carries a payload's type; not a property of any object. */
declare const types: unique symbol

/** An event that a room announces to the rooms above it, with its `Payload`. */
export type Event<Payload> = { readonly name: string; readonly [types]?: (payload: Payload) => void }

/** Reacts to an event by writing rows, in the transaction of the action that raised it; an error undoes the whole action. */
export type Subscriber<Payload> = (context: TenantContext, payload: Payload) => Promise<void>

type SubscriptionTo<Payload> = { event: Event<Payload>; run: Subscriber<Payload> }

/** A subscriber among those of other events, as listed in the list of modules. */
export type Subscription = SubscriptionTo<never>

/** Declares an event, in the `*.events.ts` of the room that raises it. @param name subject and past tense, like `customer.merged` */
export const event = <Payload>(name: string): Event<Payload> => ({ name })

/** Subscribes to an event, in the `*.events.server.ts` of the subscribing room, for the list of modules. */
export const on = <Payload>(raised: Event<Payload>, run: Subscriber<Payload>): Subscription => ({ event: raised, run })

/** How many subscribers may be nested: chains of consequences must stay easy to follow. */
const deepest = 3

/** The subscribers running in a transaction, the outermost first. */
const underWay = new WeakMap<Trx, readonly Subscription[]>()

/**
 * Raises an event: every subscriber runs before the action continues, those of lower rooms first.
 * @throws a subscriber's error; an Error where a subscriber raises an event that is heard at or below itself, or too deep
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
