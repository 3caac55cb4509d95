import { fallbackLanguage } from '#lib/manner.ts'
import { tenant, tenantAsOfNow, tenantReading, type Trx } from '#db/tenant.ts'
import { dayIn, instant, type App } from './app.ts'
import { memberOf, readsOnly, type Call, type SignedIn } from './base.ts'
import { withConstraints, type Constraints } from './failure.ts'
import { newId, nilId } from './ids.ts'

/** The instant (UTC) and the day (YYYY-MM-DD, where the business is) from which states are derived. */
export type Moment = { now: string; today: string }

/** The context of all work for a business: one transaction, and the call that opened it. */
export type TenantContext = {
  trx: Trx
  call: Call
  vendorId: string
  /** The instant of the transaction, UTC: the same from its first line to its last. */
  now: string
  /** The business's time zone. The first call sends a statement, later ones none. */
  zone: () => Promise<string>
  /** The day at `now` where the business is: YYYY-MM-DD. */
  today: () => Promise<string>
}

/** The context of a transaction that is already open. @param known the business's time zone, where it was read before */
export function contextOf<Caller extends Pick<Call, 'app'>>(
  trx: Trx,
  call: Caller,
  vendorId: string,
  known?: string,
): Omit<TenantContext, 'call'> & { call: Caller } {
  const at = call.app.now()
  let zone = known === undefined ? undefined : Promise.resolve(known)
  let today: Promise<string> | undefined
  const zoneOnce = () => (zone ??= call.app.modules.zoneOf(trx, vendorId))
  const todayOnce = () => (today ??= zoneOnce().then((name) => dayIn({ now: () => at }, name)))
  return {
    trx,
    call,
    vendorId,
    now: new Date(at).toISOString(),
    zone: zoneOnce,
    today: todayOnce,
  }
}

/**
 * Runs work in one transaction of a vendor. The id must come from what authenticated the caller: the session, a link, a
 * signature. Work may run up to 5 times, so it must do nothing outside the database.
 * @param open the kind of transaction
 */
export function withTenant<Output>(
  call: Call,
  vendorId: string,
  work: (ctx: TenantContext) => Promise<Output>,
  open = tenant,
): Promise<Output> {
  return open(call.app.db, vendorId, (trx) => work(contextOf(trx, call, vendorId)))
}

/**
 * A handler that runs an action in one transaction of the member's business; the database refuses changes to calls that the
 * policy table says write nothing. @param constraints the errors for their violations */
export function inTenant<Input, Output>(action: (ctx: TenantContext, input: Input) => Promise<Output>, constraints: Constraints = {}) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> =>
    withConstraints(constraints, () =>
      withTenant(call, memberOf(call).vendorId, (ctx) => action(ctx, input), readsOnly(call) ? tenantReading : tenant),
    )
}

/**
 * A handler of a read that first brings rows of the business up to date, such as its copy of another one's challenge: it may
 * write, although its call changes nothing by itself.
 */
export function catchingUp<Input, Output>(read: (ctx: TenantContext, input: Input) => Promise<Output>) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> =>
    withTenant(call, memberOf(call).vendorId, (ctx) => read(ctx, input))
}

/** A handler that reads in one transaction of the member's business, all of it as of one moment, and writes nothing. */
export function asOfNow<Input, Output>(read: (ctx: TenantContext, input: Input) => Promise<Output>) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> => {
    const { vendorId } = memberOf(call)
    return tenantAsOfNow(call.app.db, vendorId, (trx) => read(contextOf(trx, call, vendorId), input))
  }
}

/** Who acts without a member: the product itself, the marketplace through its call, its operator at the command line, a customer by a link. */
export type Agent = 'system' | 'marketplace' | 'operator' | 'customer'

/**
 * Runs an action without a member in one transaction of a vendor. The log names the agent; the limits of a
 * member's role do not apply. The vendor id must come from what authenticated the agent: from a body only if
 * the agent signed it.
 * @param how.from the request by which the agent acts, if any; how.zone the business's time zone, where it was read before
 */
export function runAs<Output>(
  app: App,
  agent: Agent,
  vendorId: string,
  work: (ctx: TenantContext) => Promise<Output>,
  { from, zone }: { from?: Call; zone?: string } = {},
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
    site: '',
    language: fallbackLanguage,
    cookies: {},
    setHeader: () => {},
  }
  return tenant(app.db, vendorId, (trx) => work(contextOf(trx, { ...(from ?? own), session }, vendorId, zone)))
}
