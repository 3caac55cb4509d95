import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { App } from './app.ts'
import { failure } from './failure.ts'

/** So many in a window of so many milliseconds. */
export type Limit = { name: string; most: number; windowMs: number }

const minute = 60_000

/** The limits of checks.md, "Limits". */
export const limits = {
  signInByEmail: { name: 'signIn:email', most: 10, windowMs: 15 * minute },
  /** One address may try many accounts, but O8 lets it check at most 30. */
  signInByAddress: { name: 'signIn:address', most: 30, windowMs: 15 * minute },
  codeByMinute: { name: 'code:minute', most: 1, windowMs: minute },
  codeByHour: { name: 'code:hour', most: 3, windowMs: 60 * minute },
  codeByDay: { name: 'code:day', most: 10, windowMs: 24 * 60 * minute },
  codeByAddress: { name: 'code:address', most: 30, windowMs: 60 * minute },
  verifyByAddress: { name: 'verify:address', most: 30, windowMs: 15 * minute },
  /** A reset may be tried again after a mistyped second factor, but not guessed through. */
  resetByGrant: { name: 'reset:grant', most: 10, windowMs: 15 * minute },
  registerByAddress: { name: 'register:address', most: 5, windowMs: 60 * minute },
  uploadByVendor: { name: 'upload:vendor', most: 300, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

/** One use of a limit. @param key whose: a keyed hash of an e-mail, an address, a vendor */
export type Use = [limit: Limit, key: string]

/** Counts uses in one statement and tells of each whether it was still within its limit; atomic, by the server's clock. */
export async function countUses(trx: Trx, app: Pick<App, 'now'>, uses: Use[]): Promise<boolean[]> {
  const now = new Date(app.now()).toISOString()
  const named = uses.map(([limit, key]) => ({ limit, key: `${limit.name}:${key}` }))
  const rows = await trx
    .insertInto('limits')
    .values(named.map(({ limit, key }) => ({ key, count: 1, resetsAt: new Date(app.now() + limit.windowMs).toISOString() })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when "limits"."resetsAt" <= ${now} then 1 else least("limits"."count" + 1, 1000000) end`,
        resetsAt: sql<string>`case when "limits"."resetsAt" <= ${now} then "excluded"."resetsAt" else "limits"."resetsAt" end`,
      }),
    )
    .returning(['key', 'count'])
    .execute()
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return named.map(({ limit, key }) => (counts.get(key) ?? Infinity) <= limit.most)
}

/** Counts one use and tells whether it was still within the limit. */
export async function countUse(trx: Trx, app: Pick<App, 'now'>, ...use: Use): Promise<boolean> {
  const [isWithin = false] = await countUses(trx, app, [use])
  return isWithin
}

/** Counts one use and refuses beyond the limit. @throws auth/too-many-requests */
export async function takeOrRefuse(trx: Trx, app: Pick<App, 'now'>, limit: Limit, key: string): Promise<void> {
  if (!(await countUse(trx, app, limit, key))) throw failure('auth/too-many-requests')
}
