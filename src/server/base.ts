import { implement } from '@orpc/server'
import { contract } from '#api/contract.ts'
import { policies, type CallName, type Policy } from '#api/policy.ts'
import { compiled, type Places } from '#db/compiled.ts'
import { roles, type Role } from '#features/accounts/account.contract.ts'
import { trialAt } from '#features/plans/plan.rules.ts'
import { instant, type App } from './app.ts'
import { failure } from './failure.ts'
import { sha256 } from './secrets.ts'
import type { Language } from './texts.ts'

/** The signed-in member of a call, read from the database on each request, so that a revocation counts at once. */
export type SignedIn = {
  sessionId: string
  hash: Uint8Array
  userId: string
  vendorId: string
  email: string
  role: Role
  /** The trainer that a member with the role of one is. */
  trainerId: string | null
  createdAt: string
  confirmedAt: string
  expiresAt: string
  plan: string | null
  trialStartedAt: string | null
}

/** One call's surroundings. */
export type Call = {
  app: App
  requestId: string
  /** The caller's address: IPv6 cut to its /64. */
  ip: string
  browser: string
  language: Language
  cookies: Record<string, string>
  /** Queues a Set-Cookie (or another header) for the answer. */
  setHeader(name: string, value: string): void
  session: SignedIn | null
}

/** The name of the session cookie: `__Host-` binds it to this origin, https and path /. */
export const sessionCookie = '__Host-session'

/** How long a sign-in counts as recent (checks, "Session"). */
const recentMs = 15 * 60_000

const liveSession = compiled((kysely, places: Places<{ hash: Uint8Array; now: string }>) =>
  kysely
    .selectFrom('sessions')
    .innerJoin('members', (join) =>
      join.onRef('members.userId', '=', 'sessions.userId').onRef('members.vendorId', '=', 'sessions.vendorId'),
    )
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('vendorPlans', 'vendorPlans.vendorId', 'sessions.vendorId')
    .select([
      'sessions.id as sessionId',
      'sessions.userId',
      'sessions.vendorId',
      'users.email',
      'members.role',
      'members.trainerId',
      'sessions.createdAt',
      'sessions.confirmedAt',
      'sessions.expiresAt',
      'vendorPlans.plan',
      'vendorPlans.trialStartedAt',
    ])
    .where('sessions.hash', '=', places.hash)
    .where('sessions.expiresAt', '>', places.now)
    .where('members.state', '=', 'active'),
)

/** The live session that a call's cookie names; null where there is none. */
export async function readSession({ app, cookies }: Call): Promise<SignedIn | null> {
  const token = cookies[sessionCookie]
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const hash = sha256(token)
  const [row] = await liveSession(app.db.kysely, { hash, now: instant(app) })
  const role = roles.find((known) => known === row?.role)
  return row && role ? { ...row, hash, role } : null
}

function allow(call: Call, policy: Policy): void {
  if (policy.who === 'public') return
  const { session, app } = call
  if (!session) throw failure('auth/session-expired')
  if (!policy.who.includes(session.role)) throw failure('permission/denied')
  if (policy.recent && Date.parse(session.confirmedAt) < app.now() - recentMs) throw failure('auth/recent-sign-in-required')
  if (policy.writes === 'vendor' && session.plan === null && trialAt(session.trialStartedAt, app.now()).daysLeft === 0)
    throw failure('plan/trial-expired')
}

/** The contract's calls as handlers; each runs only after its row of the policy table allowed it. */
export const os = implement(contract)
  .$context<Call>()
  .use(async ({ context, path, next }) => {
    const name = path.join('.')
    const policy = Object.hasOwn(policies, name) ? policies[name as CallName] : undefined
    if (!policy) throw failure('permission/denied')
    const session = policy.who === 'public' && path[1] !== 'signOut' ? null : (context.session ?? (await readSession(context)))
    const call: Call = { ...context, session }
    allow(call, policy)
    return next({ context: call })
  })

/** The signed-in member of a call that the policy table lets only members make. */
export function memberOf(call: Call): SignedIn {
  if (!call.session) throw failure('auth/session-expired')
  return call.session
}

/** The trainer whose sessions alone the member may see (product 4); null for the other roles. A trainer without a record of one sees nothing. */
export function ownTrainerOf(call: Call): string | null {
  const { role, trainerId } = memberOf(call)
  return role === 'trainer' ? (trainerId ?? '00000000-0000-0000-0000-000000000000') : null
}
