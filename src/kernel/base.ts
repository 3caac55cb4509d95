import type { AnyContractRouter } from '@orpc/contract'
import { implement, os, type ImplementerInternalWithMiddlewares } from '@orpc/server'
import type { Calls, Policy } from './policy.rules.ts'
import type { Role } from '#lib/roles.ts'
import { trialAt } from '#lib/plans.ts'
import type { App } from './app.ts'
import { failure } from './failure.ts'
import { nilId } from './ids.ts'
import { inLane } from './lanes.ts'
import { assertNamed } from './named.ts'
import { isSigned, type Proof } from './signature.ts'
import type { Language } from './texts.ts'

/** The signed-in member of a call, read from the database on each request, so that a revocation takes effect at once. */
export type SignedIn = {
  sessionId: string
  hash: Uint8Array
  userId: string
  vendorId: string
  email: string
  /** Whether the member proved the address by entering a code mailed there. */
  emailIsVerified: boolean
  /** The role in which the member acts: their own, or the one through which an owner views the product. */
  role: Role
  ownRole: Role
  /** Who acts instead of a member; the log names the agent in place of the role. */
  agent?: string
  /** The trainer record of a member with the trainer role. */
  trainerId: string | null
  createdAt: string
  confirmedAt: string
  expiresAt: string
  plan: string | null
  trialStartedAt: string | null
}

/** The context of one call. */
export type Call = {
  app: App
  /** The name of the call, such as `sales.list`, once it is known. */
  name?: string
  /** Reports the call's name to the code that received the request. */
  named?: (name: string) => void
  requestId: string
  /** The caller's address: IPv6 cut to its /64. */
  ip: string
  browser: string
  /** The origin of links in mails, such as https://example.com. */
  origin: string
  /** The origin at which the caller's browser sees the product: the configured one, otherwise the request's own. */
  site: string
  language: Language
  cookies: Record<string, string>
  /** Queues a Set-Cookie (or another header) for the response. */
  setHeader(name: string, value: string): void
  session: SignedIn | null
  /** The API key that the call carries instead of a session. */
  bearer?: string | null
  /** The signature of a marketplace call. */
  proof?: Proof | null
}

/** The name of the session cookie: `__Host-` binds it to this origin, https and path /. */
export const sessionCookie = '__Host-session'

/** How long a sign-in counts as recent (checks, "Session"). */
const recentMs = 15 * 60_000

/** The member as whom an API key acts. @throws key/invalid, auth/too-many-requests, key/scope for a call outside its scopes */
async function asKey(call: Call, token: string, name: string): Promise<SignedIn> {
  const { readKey, scopeOf } = call.app.modules
  const { scopes, ...session } = await readKey(call, token)
  const scope = scopeOf(name)
  if (scope === null || !scopes.includes(scope)) throw failure('key/scope', { scope })
  return session
}

/** The member as whom a call acts: by its API key, else by its session if the call needs one. */
async function actorOf(call: Call, policy: Policy, name: string): Promise<SignedIn | null> {
  if (call.bearer) return asKey(call, call.bearer, name)
  if (typeof policy.who === 'string' && name !== 'accounts.signOut') return null
  return call.session ?? call.app.modules.readSession(call)
}

/** @throws auth/email-unverified for a member whose address is not proved yet */
export function requireVerified({ emailIsVerified }: SignedIn): void {
  if (!emailIsVerified) throw failure('auth/email-unverified')
}

function allow(call: Call, policy: Policy): void {
  if (policy.who === 'public') return
  const { session, app } = call
  if (policy.who === 'marketplace') {
    if (!isSigned(app, call.proof ?? null)) throw failure('request/refused')
    return
  }
  if (!session) throw failure('auth/session-expired')
  if (!policy.who.includes(session.role)) throw failure('permission/denied')
  if (session.role !== session.ownRole && policy.writes !== 'nothing' && policy.writes !== 'own') throw failure('team/looking')
  if (policy.verified) requireVerified(session)
  if (policy.recent && Date.parse(session.confirmedAt) < app.now() - recentMs) throw failure('auth/recent-sign-in-required')
  if (policy.writes === 'vendor' && session.plan === null && trialAt(session.trialStartedAt, app.now()).daysLeft === 0)
    throw failure('plan/trial-expired')
}

/** @throws permission/denied for a call without a row in the policy table */
function policyOf({ app }: Call, name: string): Policy {
  const policy = app.modules.policyOf(name)
  if (!policy) throw failure('permission/denied')
  return policy
}

/**
 * Whether members of a role may make a call.
 * @param name checked against the contracts that are named: `allows<{ customers: typeof customerContract }>(…)`
 */
export function allows<Contracts>({ modules }: Pick<App, 'modules'>, role: string, name: Calls<Contracts>): boolean {
  const who = modules.policyOf(name)?.who
  return who !== undefined && typeof who !== 'string' && who.some((one) => one === role)
}

/** Whether the policy table says that a call writes nothing. */
export const readsOnly = ({ app, name }: Pick<Call, 'app' | 'name'>): boolean =>
  name !== undefined && app.modules.policyOf(name)?.writes === 'nothing'

/** Returns the call with its actor, once its row of the policy table allows it. @throws the failure that explains a refusal */
export async function admit(call: Call, name: string): Promise<Call> {
  const policy = policyOf(call, name)
  const admitted: Call = { ...call, name, session: await actorOf(call, policy, name) }
  const { session } = admitted
  if (session) call.app.callRates?.count(session.sessionId, session.vendorId)
  allow(admitted, policy)
  return admitted
}

/** Runs a call only after its row of the policy table allowed it; one function for all rooms, so that a call passes it once. */
const admission = os.$context<Call>().middleware(async ({ context, path, next, signal }, input) => {
  const name = path.join('.')
  const call = await admit(context, name)
  const { costly, writes, who } = policyOf(call, name)
  if (writes !== 'nothing') call.app.room.demand(call.app.db, writes === 'own')
  if (writes === 'nothing' && typeof who !== 'string') await assertNamed(call.app, memberOf(call).vendorId, input)
  const answer = costly
    ? await inLane(call.app, memberOf(call).vendorId, async () => next({ context: call }), signal)
    : await next({ context: call })
  if (writes === 'vendor') context.app.watch.hint()
  return answer
})

/**
 * The handlers of some contracts' calls, by the names that they have everywhere, such as `os.sales.pay`. Each runs
 * only after its row of the policy table allowed it.
 */
export function handlersOf<Contracts extends Record<string, AnyContractRouter>>(
  contracts: Contracts,
): ImplementerInternalWithMiddlewares<Contracts, Call, Call>
export function handlersOf(contracts: Record<string, AnyContractRouter>) {
  return implement(contracts).$context<Call>().use(admission)
}

/** The signed-in member of a call that the policy table permits only to members. */
export function memberOf(call: Call): SignedIn {
  if (!call.session) throw failure('auth/session-expired')
  return call.session
}

/** The only trainer whose sessions the member may see (product 4), the nil id without a trainer record; null for other roles. */
export function ownTrainerOf(call: Call): string | null {
  const { role, trainerId } = memberOf(call)
  return role === 'trainer' ? (trainerId ?? nilId) : null
}
