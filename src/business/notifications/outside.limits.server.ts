import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { limits, claimTurn } from '#kernel/limits.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

const firstDayMs = 24 * 3_600_000
/** Addresses that a new account's business writes to on its first day. */
export const firstDayMost = 20

/** Whether a business may write to others, and since when it is there: as its owner's account, who registered it. */
function ownerOf(trx: Trx, vendorId: string): Promise<{ isVerified: boolean; createdAt: string } | undefined> {
  return trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.emailIsVerified as isVerified', 'users.createdAt'])
    .where('members.vendorId', '=', vendorId)
    .where('members.role', '=', 'owner')
    .orderBy('members.createdAt')
    .limit(1)
    .executeTakeFirst()
}

/** How many others a business has written to, without the one that it writes to now; who was erased since is still one. */
async function countOthers({ trx, vendorId }: Where, to: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(distinct case when "address" = '' then "customer"::text else lower("address") end)::int as "others" from "deliveries"
    where "vendorId" = ${vendorId} and "channel" = 'mail' and "userId" is null and lower("address") <> lower(${to})`.execute(trx)
  return rows[0]?.others ?? 0
}

/** When a mail may leave; `isBeyondFirstDay` says that it waits because the business wrote to as many as a new account may. */
export type MailTurn = { runAt: string; isBeyondFirstDay: boolean }

/**
 * When a mail to who is no member may leave; a business that sends many sends them one after the other.
 * @param dropAt the instant after which it is worthless: out of turn rather than never
 * @returns null for one that never may, since no one proved the business's own address
 */
export async function mailTurn(where: Where, to: string, dropAt?: string): Promise<MailTurn | null> {
  const { trx, call, vendorId } = where
  const { app } = call
  const owner = await ownerOf(trx, vendorId)
  if (!owner?.isVerified) return null
  // Also holds the others of the business, so that no two count to the same number.
  const turn = await claimTurn(trx, app, limits.mailByVendor, vendorId)
  const firstDayEnd = Date.parse(owner.createdAt) + firstDayMs
  if (app.now() < firstDayEnd && (await countOthers(where, to)) >= firstDayMost)
    return { runAt: new Date(firstDayEnd).toISOString(), isBeyondFirstDay: true }
  return { runAt: dropAt !== undefined && turn >= dropAt ? instant(app) : turn, isBeyondFirstDay: false }
}
