import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { lone, type Trx } from '#db/tenant.ts'
import type { App } from './app.ts'
import { tooManyRequests } from './failure.ts'

/** So many in a window of so many milliseconds. */
export type Limit = { name: string; most: number; windowMs: number }

const minute = 60_000

/** The limits of checks.md, "Limits". */
export const limits = {
  signInByEmail: { name: 'signIn:email', most: 10, windowMs: 15 * minute },
  /** By account and a browser that signed in to it before, which others' guesses must not lock out. */
  signInByBrowser: { name: 'signIn:browser', most: 10, windowMs: 15 * minute },
  /** One address may try many accounts, but O8 lets it check at most 30. */
  signInByAddress: { name: 'signIn:address', most: 30, windowMs: 15 * minute },
  /** By who asks: a browser that signed in to the account before, else an address. */
  codeByMinute: { name: 'code:minute', most: 1, windowMs: minute },
  codeByHour: { name: 'code:hour', most: 3, windowMs: 60 * minute },
  codeByDay: { name: 'code:day', most: 10, windowMs: 24 * 60 * minute },
  /** By the address that is written to, where browsers ask that never signed in there: so many an hour, then one at a time. */
  codeByReader: { name: 'code:reader', most: 6, windowMs: 60 * minute },
  codeByTurn: { name: 'code:turn', most: 1, windowMs: 9 * minute },
  codeByAddress: { name: 'code:address', most: 30, windowMs: 60 * minute },
  verifyByAddress: { name: 'verify:address', most: 30, windowMs: 15 * minute },
  /** A link's secret can't be guessed; this keeps one address from asking all day. */
  linkByAddress: { name: 'link:address', most: 30, windowMs: 15 * minute },
  /** By account, however many codes brought one there: a reset may be tried again after a mistyped second factor, but not guessed through. */
  resetByMember: { name: 'reset:member', most: 10, windowMs: 15 * minute },
  resetByDay: { name: 'reset:day', most: 100, windowMs: 24 * 60 * minute },
  registerByAddress: { name: 'register:address', most: 5, windowMs: 60 * minute },
  /** By member: guesses at sign-in from elsewhere must not lock a live session out (checks A2). */
  confirmByMember: { name: 'confirm:member', most: 10, windowMs: 15 * minute },
  /** A desk may send a bill or a quote again, but not fill somebody's mailbox with it, nor with many. */
  mailByPaper: { name: 'mail:paper', most: 10, windowMs: 60 * minute },
  mailByReader: { name: 'mail:reader', most: 30, windowMs: 60 * minute },
  /** Beyond it, mails wait for their turn (`claimTurn`). */
  mailByVendor: { name: 'mail:turn', most: 500, windowMs: 60 * minute },
  /** As `linkByAddress`. */
  offerByAddress: { name: 'offer:address', most: 120, windowMs: 15 * minute },
  answerByAddress: { name: 'answer:address', most: 30, windowMs: 15 * minute },
  invitationByAddress: { name: 'invitation:address', most: 120, windowMs: 15 * minute },
  acceptByAddress: { name: 'accept:address', most: 30, windowMs: 15 * minute },
  /** Ten calls a second on the average; a program that wants more is asked to wait. */
  callsByKey: { name: 'calls:key', most: 600, windowMs: minute },
  /** One alarm a day for books that are broken. */
  brokenByVendor: { name: 'broken:vendor', most: 1, windowMs: 24 * 60 * minute },
  archiveByVendor: { name: 'archive:vendor', most: 5, windowMs: 24 * 60 * minute },
  uploadByVendor: { name: 'upload:vendor', most: 300, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

/** One use of a limit. @param key whose: a keyed hash of an e-mail, an address, a vendor */
export type Use = [limit: Limit, key: string]

/** The key of a limit's counter. */
export const counterKey = (...[limit, key]: Use): string => `${limit.name}:${key}`

/** Holds a count until the transaction ends, so that what it has led to is done by one at a time. */
export async function lockUses(trx: Trx, ...use: Use): Promise<void> {
  await trx
    .selectFrom('limits')
    .select('key')
    .where('key', '=', counterKey(...use))
    .forUpdate()
    .execute()
}

/** Gives one use back. */
export async function returnUse(trx: Trx, ...use: Use): Promise<void> {
  await trx
    .updateTable('limits')
    .set({ count: sql<number>`greatest("count" - 1, 0)` })
    .where('key', '=', counterKey(...use))
    .execute()
}

/** Starts a count again. */
export async function forgetUses(trx: Trx, ...use: Use): Promise<void> {
  await trx
    .deleteFrom('limits')
    .where('key', '=', counterKey(...use))
    .execute()
}

/** Counts one use. @param more what the statement is to select besides @returns the seconds to wait, 0 within the limit */
async function countOne(
  db: Kysely<Schema>,
  app: Pick<App, 'now'>,
  [limit, key]: Use,
  more: RawBuilder<unknown> = sql`null`,
): Promise<number> {
  const now = new Date(app.now()).toISOString()
  const { rows } = await sql<{ count: number; left: number }>`
    insert into "limits" ("key", "count", "resetsAt")
    values (${counterKey(limit, key)}, 1, ${new Date(app.now() + limit.windowMs).toISOString()})
    on conflict ("key") do update set
      "count" = case when "limits"."resetsAt" <= ${now} then 1 else least("limits"."count" + 1, 1000000) end,
      "resetsAt" = case when "limits"."resetsAt" <= ${now} then "excluded"."resetsAt" else "limits"."resetsAt" end
    returning "count", greatest(ceil(extract(epoch from "resetsAt" - ${now}::timestamptz)), 1)::integer as "left", ${more}`.execute(db)
  const [row] = rows
  return row && row.count > limit.most ? row.left : 0
}

/** Counts uses one after the other; one that comes after one beyond its limit is not counted and waits for that. */
async function countEach(uses: readonly Use[], one: (use: Use) => Promise<number>): Promise<number[]> {
  const waits: number[] = []
  for (const use of uses) waits.push((waits.at(-1) ?? 0) || (await one(use)))
  return waits
}

/**
 * Takes the next turn at what may happen so many times in a window: at once while there is room, then one after the other.
 * @returns the turn's instant
 */
export async function claimTurn(trx: Trx, app: Pick<App, 'now'>, ...use: Use): Promise<string> {
  const [{ most, windowMs }] = use
  const stepMs = windowMs / most
  const at = (ms: number) => new Date(app.now() + ms).toISOString()
  const { resetsAt } = await trx
    .insertInto('limits')
    .values({ key: counterKey(...use), count: 1, resetsAt: at(stepMs) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        resetsAt: sql<string>`greatest("limits"."resetsAt", ${at(0)}) + ${stepMs} * interval '1 millisecond'`,
      }),
    )
    .returning('resetsAt')
    .executeTakeFirstOrThrow()
  return new Date(Math.max(app.now(), Date.parse(resetsAt) - windowMs)).toISOString()
}

/** Refuses where a count says to wait. @param waits what `countUses` returned @throws auth/too-many-requests with the seconds to wait */
export function refuseBeyond(waits: number[]): void {
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw tooManyRequests(retryAfter)
}

/**
 * Counts uses, each atomically and by the server's clock. One is counted only where all
 * before it were within theirs: an address that is refused must not use up the tries of others'
 * accounts. The answer does not wait for the disk, so a power cut may forget the last moments of a
 * count, which then only starts again.
 * @returns of each how many seconds to wait until its count starts again, 0 while it is within its limit
 */
export function countUses(app: Pick<App, 'db' | 'now'>, ...uses: Use[]): Promise<number[]> {
  return countEach(uses, (use) => lone(app.db, (kysely) => countOne(kysely, app, use, sql`set_config('synchronous_commit', 'off', true)`)))
}

/** Counts uses and refuses beyond any of their limits. @throws auth/too-many-requests */
export async function countOrRefuse(app: Pick<App, 'db' | 'now'>, ...uses: Use[]): Promise<void> {
  refuseBeyond(await countUses(app, ...uses))
}

/** Counts uses within a transaction. @returns as `countUses` */
export function claimUses(trx: Trx, app: Pick<App, 'now'>, ...uses: Use[]): Promise<number[]> {
  return countEach(uses, (use) => countOne(trx, app, use))
}

/** Counts uses within a transaction and refuses beyond any of their limits. @throws auth/too-many-requests */
export async function claimOrRefuse(trx: Trx, app: Pick<App, 'now'>, ...uses: Use[]): Promise<void> {
  refuseBeyond(await claimUses(trx, app, ...uses))
}
