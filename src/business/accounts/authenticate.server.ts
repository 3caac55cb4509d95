import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Database } from '#db/open.ts'
import { roles } from '#lib/roles.ts'
import { instant } from '#kernel/app.ts'
import { sessionCookie, type Call, type SignedIn } from '#kernel/base.ts'
import { sha256 } from '#kernel/secrets.ts'

const liveSession = compiled((kysely, place: PlaceOf<{ hash: Uint8Array; now: string }>) =>
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
      'users.emailIsVerified',
      'members.role',
      'members.trainerId',
      'sessions.viewRole',
      'sessions.viewTrainer',
      'sessions.createdAt',
      'sessions.confirmedAt',
      'sessions.expiresAt',
      'vendorPlans.plan',
      'vendorPlans.trialStartedAt',
    ])
    .where('sessions.hash', '=', place('hash'))
    .where('sessions.expiresAt', '>', place('now'))
    .where('members.state', '=', 'active'),
)

/** The live session of a call's cookie; null where there is none. */
export async function readSignInSession({ app, cookies }: Call): Promise<SignedIn | null> {
  const token = cookies[sessionCookie]
  if (!token || !/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const hash = sha256(token)
  const [row] = await liveSession(app.db.kysely, { hash, now: instant(app) })
  const ownRole = roles.find((known) => known === row?.role)
  if (!row || !ownRole) return null
  const { viewRole, viewTrainer, ...session } = row
  const looksAs = ownRole === 'owner' ? roles.find((known) => known === viewRole) : undefined
  return { ...session, hash, ownRole, role: looksAs ?? ownRole, trainerId: looksAs ? viewTrainer : session.trainerId }
}

/** The sessions that are still live, given and returned as token hashes. @param now ISO instant */
export async function liveOf(db: Database, hashes: readonly Uint8Array[], now: string): Promise<Uint8Array[]> {
  const rows = await db.kysely
    .selectFrom('sessions')
    .innerJoin('members', (join) =>
      join.onRef('members.userId', '=', 'sessions.userId').onRef('members.vendorId', '=', 'sessions.vendorId'),
    )
    .select('sessions.hash')
    .where('sessions.hash', 'in', hashes)
    .where('sessions.expiresAt', '>', now)
    .where('members.state', '=', 'active')
    .execute()
  return rows.map(({ hash }) => hash)
}
