import { fallbackLanguage } from '#lib/manner.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { dayIn, instant, type App } from './app.ts'
import { memberOf, type Call, type SignedIn } from './base.ts'
import { withConstraints, type Constraints } from './failure.ts'
import { newId, nobody } from './ids.ts'

/** Moment and day, where the business is, by which states are derived: UTC instant and YYYY-MM-DD. */
export type Moment = { now: string; today: string }

/** One transaction of a vendor, and the call that opened it. */
export type TenantContext = { trx: Trx; call: Call; vendorId: string }

/** What every action works with: one transaction of the vendor, at one moment. */
export type Inside = TenantContext & { moment: Moment }

async function within<Output>(call: Call, work: (inside: Inside) => Promise<Output>): Promise<Output> {
  const { vendorId } = memberOf(call)
  return tenant(call.app.db, vendorId, async (trx) => {
    const moment = { now: instant(call.app), today: dayIn(call.app, await call.app.modules.zoneOf(trx, vendorId)) }
    return work({ trx, call, vendorId, moment })
  })
}

/** A handler that runs an action in one transaction of the vendor. @param constraints what their violations mean */
export function run<Input, Output>(action: (inside: Inside, input: Input) => Promise<Output>, constraints: Constraints = {}) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> =>
    withConstraints(constraints, () => within(call, (inside) => action(inside, input)))
}

/** Who acts where no member does: the product by itself, the marketplace through its call, its operator at the command line. */
export type Agent = 'system' | 'marketplace' | 'operator'

/**
 * Runs an action of no member in one transaction of a vendor. The log names the agent; what a member's
 * role would limit is not limited. The vendor id must come from what authenticated the agent: a body only where
 * the agent signed it.
 * @param from the request that the agent acts by, where there is one
 */
export function runAs<Output>(
  app: App,
  agent: Agent,
  vendorId: string,
  work: (inside: Inside) => Promise<Output>,
  from?: Call,
): Promise<Output> {
  const now = instant(app)
  const session: SignedIn = {
    sessionId: nobody,
    hash: new Uint8Array(),
    userId: nobody,
    vendorId,
    email: '',
    emailIsVerified: true,
    role: 'owner',
    ownRole: 'owner',
    agent,
    trainerId: null,
    createdAt: now,
    confirmedAt: now,
    expiresAt: now,
    plan: null,
    trialStartedAt: null,
  }
  const own = {
    app,
    requestId: newId(app.now()),
    ip: '',
    browser: '',
    origin: app.config.publicOrigin ?? '',
    language: fallbackLanguage,
    cookies: {},
    setHeader: () => {},
  }
  return within({ ...(from ?? own), session }, work)
}
