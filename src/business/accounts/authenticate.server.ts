import { sql } from 'kysely'
import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Database } from '#db/open.ts'
import { roles } from '#lib/roles.ts'
import { instant, type App } from '#kernel/app.ts'
import { sessionCookie, type Call, type SignedIn } from '#kernel/base.ts'
import { gathered } from '#db/gathered.ts'
import { sha256 } from '#kernel/secrets.ts'

type LiveSession = Awaited<ReturnType<typeof liveSessions>>[number]

const liveSessions = compiled((kysely, place: PlaceOf<{ hashes: Uint8Array[]; now: string }>) =>
  kysely
    .selectFrom('sessions')
    .innerJoin('members', (join) =>
      join.onRef('members.userId', '=', 'sessions.userId').onRef('members.vendorId', '=', 'sessions.vendorId'),
    )
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('vendorPlans', 'vendorPlans.vendorId', 'sessions.vendorId')
    .select([
      'sessions.hash',
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
    .where(sql<boolean>`"sessions"."hash" = any(${place('hashes')})`)
    .where('sessions.expiresAt', '>', place('now'))
    .where('members.state', '=', 'active'),
)

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Looks up all sessions that are asked for in one turn of the event loop by one statement: a lookup is most of what a small call costs. */
const sessionOf = gathered(async (app: App, hashes: Buffer[]): Promise<(SignedIn | null)[]> => {
  const rows = await liveSessions(app.db.kysely, { hashes, now: instant(app) })
  const found = new Map(rows.map((row) => [hexOf(row.hash), signedIn(row)]))
  return hashes.map((hash) => found.get(hexOf(hash)) ?? null)
})

function signedIn({ viewRole, viewTrainer, ...session }: LiveSession): SignedIn | null {
  const ownRole = roles.find((known) => known === session.role)
  if (!ownRole) return null
  const looksAs = ownRole === 'owner' ? roles.find((known) => known === viewRole) : undefined
  return { ...session, ownRole, role: looksAs ?? ownRole, trainerId: looksAs ? viewTrainer : session.trainerId }
}

/** The live session of a call's cookie; null where there is none. */
export async function readSignInSession({ app, cookies }: Call): Promise<SignedIn | null> {
  const token = cookies[sessionCookie]
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? sessionOf(app, sha256(token)) : null
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
