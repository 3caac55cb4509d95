import { fallbackLanguage } from '#lib/manner.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { dayIn, instant, type App } from './app.ts'
import { memberOf, type Call, type SignedIn } from './base.ts'
import { withConstraints, type Constraints } from './failure.ts'
import { newId, nilId } from './ids.ts'

/** Instant (UTC) and day (YYYY-MM-DD, where the business is) by which states are derived. */
export type Moment = { now: string; today: string }

/** What everything that is done for a business works with: one transaction of it, and the call that opened it. */
export type TenantContext = {
  trx: Trx
  call: Call
  vendorId: string
  /** The instant of the transaction, UTC: the same from its first line to its last. */
  now: string
  /** The time zone of the business. The first question sends a statement, the next ones none. */
  zone: () => Promise<string>
  /** The day, where the business is, at `now`: YYYY-MM-DD. */
  today: () => Promise<string>
}

/** The context of a transaction that is open already. */
export function contextOf<Caller extends Pick<Call, 'app'>>(
  trx: Trx,
  call: Caller,
  vendorId: string,
): Omit<TenantContext, 'call'> & { call: Caller } {
  const at = call.app.now()
  let zone: Promise<string> | undefined
  const zoneOnce = () => (zone ??= call.app.modules.zoneOf(trx, vendorId))
  return {
    trx,
    call,
    vendorId,
    now: new Date(at).toISOString(),
    zone: zoneOnce,
    today: async () => dayIn({ now: () => at }, await zoneOnce()),
  }
}

/**
 * Works in one transaction of a vendor. The id must come from what authenticated the caller: the session, a link, a
 * signature. Work may run up to 5 times, so it does nothing outside the database.
 */
export function withTenant<Output>(call: Call, vendorId: string, work: (ctx: TenantContext) => Promise<Output>): Promise<Output> {
  return tenant(call.app.db, vendorId, (trx) => work(contextOf(trx, call, vendorId)))
}

/** A handler that runs an action in one transaction of the member's business. @param constraints what their violations mean */
export function inTenant<Input, Output>(action: (ctx: TenantContext, input: Input) => Promise<Output>, constraints: Constraints = {}) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> =>
    withConstraints(constraints, () => withTenant(call, memberOf(call).vendorId, (ctx) => action(ctx, input)))
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
  work: (ctx: TenantContext) => Promise<Output>,
  from?: Call,
): Promise<Output> {
  const now = instant(app)
  const session: SignedIn = {
    sessionId: nilId,
    hash: new Uint8Array(),
    userId: nilId,
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
  return withTenant({ ...(from ?? own), session }, vendorId, work)
}
