import { sql, type Kysely, type RawBuilder } from 'kysely'
import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Schema } from '#db/schema.gen.ts'
import { lone, type Trx } from '#db/tenant.ts'
import type { App } from './app.ts'
import { tooManyRequests } from './failure.ts'

/** A maximum number of uses per window, in milliseconds. */
export type Limit = { name: string; most: number; windowMs: number }

const minute = 60_000

/** The limits of checks.md, "Limits". */
export const limits = {
  signInByEmail: { name: 'signIn:email', most: 10, windowMs: 15 * minute },
  /** Per account and a browser that signed in to it before, which other people's guesses must not lock out. */
  signInByBrowser: { name: 'signIn:browser', most: 10, windowMs: 15 * minute },
  /** One address may try many accounts, but O8 lets it check at most 30. */
  signInByAddress: { name: 'signIn:address', most: 30, windowMs: 15 * minute },
  /** Per asker: a browser that signed in to the account before, else an address. */
  codeByMinute: { name: 'code:minute', most: 1, windowMs: minute },
  codeByHour: { name: 'code:hour', most: 3, windowMs: 60 * minute },
  codeByDay: { name: 'code:day', most: 10, windowMs: 24 * 60 * minute },
  /** Per receiving address, for browsers that never signed in there: six an hour, then one at a time. */
  codeByReader: { name: 'code:reader', most: 6, windowMs: 60 * minute },
  codeByTurn: { name: 'code:turn', most: 1, windowMs: 9 * minute },
  /** A passkey can't be guessed; this bounds the challenges that wait, and the signatures that are checked. */
  passkeyBeginByAddress: { name: 'passkey:begin', most: 60, windowMs: 15 * minute },
  passkeyByAddress: { name: 'passkey:address', most: 30, windowMs: 15 * minute },
  passkeyByMember: { name: 'passkey:member', most: 30, windowMs: 60 * minute },
  codeByAddress: { name: 'code:address', most: 30, windowMs: 60 * minute },
  verifyByAddress: { name: 'verify:address', most: 30, windowMs: 15 * minute },
  /** A link's secret can't be guessed; this stops one address from trying all day. */
  linkByAddress: { name: 'link:address', most: 30, windowMs: 15 * minute },
  /** Per account, across all codes: a reset may be retried after a mistyped second factor, but not brute-forced. */
  resetByMember: { name: 'reset:member', most: 10, windowMs: 15 * minute },
  resetByDay: { name: 'reset:day', most: 100, windowMs: 24 * 60 * minute },
  registerByAddress: { name: 'register:address', most: 5, windowMs: 60 * minute },
  /** Per member: guesses at sign-in from elsewhere must not lock out a live session (checks A2). */
  confirmByMember: { name: 'confirm:member', most: 10, windowMs: 15 * minute },
  /** A desk may resend a bill or a quote, but not flood someone's mailbox with one or many of them. */
  mailByPaper: { name: 'mail:paper', most: 10, windowMs: 60 * minute },
  mailByReader: { name: 'mail:reader', most: 30, windowMs: 60 * minute },
  /** Beyond this, mails wait for their turn (`claimTurn`). */
  mailByVendor: { name: 'mail:turn', most: 500, windowMs: 60 * minute },
  /** As `linkByAddress`. */
  offerByAddress: { name: 'offer:address', most: 120, windowMs: 15 * minute },
  answerByAddress: { name: 'answer:address', most: 30, windowMs: 15 * minute },
  placeByAddress: { name: 'place:address', most: 120, windowMs: 15 * minute },
  placeAnswerByAddress: { name: 'placeAnswer:address', most: 30, windowMs: 15 * minute },
  invitationByAddress: { name: 'invitation:address', most: 120, windowMs: 15 * minute },
  acceptByAddress: { name: 'accept:address', most: 30, windowMs: 15 * minute },
  /** Ten calls per second on average; a program that needs more has to wait. */
  callsByKey: { name: 'calls:key', most: 600, windowMs: minute },
  /** One alarm a day for broken books. */
  brokenByVendor: { name: 'broken:vendor', most: 1, windowMs: 24 * 60 * minute },
  archiveByVendor: { name: 'archive:vendor', most: 5, windowMs: 24 * 60 * minute },
  uploadByVendor: { name: 'upload:vendor', most: 300, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>

/** One use of a limit. @param key who uses it: a keyed hash of an e-mail, an address, a vendor */
export type Use = [limit: Limit, key: string]

/** The key of a limit's counter. */
export const counterKey = (...[limit, key]: Use): string => `${limit.name}:${key}`

/** Locks a count until the transaction ends, so that its consequences are handled one at a time. */
export async function lockUses(trx: Trx, ...use: Use): Promise<void> {
  await trx
    .selectFrom('limits')
    .select('key')
    .where('key', '=', counterKey(...use))
    .forUpdate()
    .execute()
}

/** The statement that returns one use to its limit. */
export const returning = (trx: Trx, ...use: Use) =>
  trx
    .updateTable('limits')
    .set({ count: sql<number>`greatest("count" - 1, 0)` })
    .where('key', '=', counterKey(...use))

/** The statement that resets a count. */
export const forgetting = (trx: Trx, ...use: Use) => trx.deleteFrom('limits').where('key', '=', counterKey(...use))

/** @param more an additional expression to select */
const counting = (more: RawBuilder<unknown>) =>
  compiled((kysely, place: PlaceOf<{ key: string; now: string; resetsAt: string }>) => {
    const statement = sql<{ count: number; left: number }>`
      insert into "limits" ("key", "count", "resetsAt")
      values (${place('key')}, 1, ${place('resetsAt')})
      on conflict ("key") do update set
        "count" = case when "limits"."resetsAt" <= ${place('now')} then 1 else least("limits"."count" + 1, 1000000) end,
        "resetsAt" = case when "limits"."resetsAt" <= ${place('now')} then "excluded"."resetsAt" else "limits"."resetsAt" end
      returning "count", greatest(ceil(extract(epoch from "resetsAt" - ${place('now')}::timestamptz)), 1)::integer as "left", ${more}`
    return { compile: () => statement.compile(kysely) }
  })

const count = counting(sql`null`)
/** As `count`, without waiting for the disk. */
const countSoon = counting(sql`set_config('synchronous_commit', 'off', true)`)

/** Counts one use. @returns the seconds to wait, 0 within the limit */
async function countOne(db: Kysely<Schema>, app: Pick<App, 'now'>, [limit, key]: Use, statement = count): Promise<number> {
  const at = (plus: number) => new Date(app.now() + plus).toISOString()
  const [row] = await statement(db, { key: counterKey(limit, key), now: at(0), resetsAt: at(limit.windowMs) })
  return row && row.count > limit.most ? row.left : 0
}

/** Counts uses one after the other; after one beyond its limit, later ones are not counted and wait for that limit. */
async function countEach(uses: readonly Use[], one: (use: Use) => Promise<number>): Promise<number[]> {
  const waits: number[] = []
  for (const use of uses) waits.push((waits.at(-1) ?? 0) || (await one(use)))
  return waits
}

/**
 * Claims the next turn of an action that is limited per window: at once while there is room, then one after the other.
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

/** Refuses if a count requires waiting. @param waits the result of `countUses` @throws auth/too-many-requests with the seconds to wait */
export function refuseBeyond(waits: number[]): void {
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw tooManyRequests(retryAfter)
}

/**
 * Counts uses, each atomically and by the server's clock. A use is counted only if all before it were within
 * their limits: a refused address must not use up the tries of other people's accounts. The answer does not
 * wait for the disk, so a power cut may lose the last moments of a count, which then merely starts again.
 * @returns for each use, the seconds until its count starts again, 0 within its limit
 */
export function countUses(app: Pick<App, 'db' | 'now'>, ...uses: Use[]): Promise<number[]> {
  return countEach(uses, (use) => lone(app.db, (kysely) => countOne(kysely, app, use, countSoon)))
}

/** Counts uses and refuses any beyond its limit. @throws auth/too-many-requests */
export async function countOrRefuse(app: Pick<App, 'db' | 'now'>, ...uses: Use[]): Promise<void> {
  refuseBeyond(await countUses(app, ...uses))
}

/** Counts uses within a transaction. @returns as `countUses` */
export function claimUses(trx: Trx, app: Pick<App, 'now'>, ...uses: Use[]): Promise<number[]> {
  return countEach(uses, (use) => countOne(trx, app, use))
}

/** Counts uses within a transaction and refuses any beyond its limit. @throws auth/too-many-requests */
export async function claimOrRefuse(trx: Trx, app: Pick<App, 'now'>, ...uses: Use[]): Promise<void> {
  refuseBeyond(await claimUses(trx, app, ...uses))
}
