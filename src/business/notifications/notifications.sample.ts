import { platform, tenant } from '#db/tenant.ts'
import type { Role } from '#lib/roles.ts'
import { newId } from '#kernel/ids.ts'
import type { Caller, TestApp } from '../../../test/app.ts'

type Owner = { vendorId: string; userId: string; password: string }
type Wanted = { role: Role; language?: 'en' | 'ar'; trainerId?: string }

/** Adds another member to an owner's business, with the owner's password; `signIn` returns a browser of theirs. */
export async function joinMember(app: TestApp, { vendorId, userId: of, password }: Owner, { role, language = 'en', trainerId }: Wanted) {
  const userId = newId()
  const email = `${role.toLowerCase()}-${userId}@example.com`
  const createdAt = new Date(app.clock.now()).toISOString()
  await platform(app.app.db, async (trx) => {
    const { passwordHash } = await trx.selectFrom('users').select('passwordHash').where('id', '=', of).executeTakeFirstOrThrow()
    await trx
      .insertInto('users')
      .values({ id: userId, email, emailKey: email, passwordHash, totpSecret: null, language, createdAt })
      .execute()
    await trx
      .insertInto('members')
      .values({ vendorId, userId, role, state: 'active', trainerId: trainerId ?? null, createdAt })
      .execute()
  })
  const signIn = async (): Promise<Caller> => {
    const browser = app.browser()
    await browser.calls.accounts.signIn({ email, password })
    return browser
  }
  return { userId, email, role, signIn }
}

/** One member of each role besides the owner: manager and accountant read Arabic, the trainer is the one named. */
export async function crew(app: TestApp, owner: Owner, trainerId: string) {
  return {
    manager: await joinMember(app, owner, { role: 'manager', language: 'ar' }),
    frontDesk: await joinMember(app, owner, { role: 'frontDesk' }),
    accountant: await joinMember(app, owner, { role: 'accountant', language: 'ar' }),
    trainer: await joinMember(app, owner, { role: 'trainer', trainerId }),
  }
}

/** A vendor's deliveries, in order. */
export const notificationDeliveries = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, (trx) =>
    trx.selectFrom('deliveries').selectAll().where('vendorId', '=', vendorId).orderBy('at').orderBy('id').execute(),
  )

/**
 * Returns a function that lists what is new since its last call, at first since this one: a kind's channels by role,
 * such as `{ owner: 'app mail' }`.
 */
export async function news(app: TestApp, vendorId: string) {
  const known = new Set((await notificationDeliveries(app, vendorId)).map(({ id }) => id))
  return async (kind: string): Promise<Record<string, string>> => {
    const rows = (await notificationDeliveries(app, vendorId)).filter((row) => !known.has(row.id) && row.kind === kind)
    for (const { id } of rows) known.add(id)
    const members = await app.app.db.kysely.selectFrom('members').select(['userId', 'role']).where('vendorId', '=', vendorId).execute()
    const ways: Record<string, string> = {}
    for (const { userId, channel } of rows) {
      const role = members.find((one) => one.userId === userId)?.role ?? 'nobody'
      ways[role] = [ways[role], channel].filter(Boolean).join(' ')
    }
    return Object.fromEntries(Object.entries(ways).map(([role, text]) => [role, text.split(' ').toSorted().join(' ')]))
  }
}
