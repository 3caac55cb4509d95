import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'
import { limits, claimTurn } from '#kernel/limits.ts'

type Where = { trx: Trx; call: { app: App }; vendorId: string }

const firstDayMs = 24 * 3_600_000
/** The number of addresses that a new account's business may write to on its first day. */
export const firstDayMost = 20

/** Whether the owner who registered the business has a verified address, and since when the account exists. */
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

/** Whether a business may write to others at all: its owner has a verified address. */
export async function mayMailOutside(trx: Trx, vendorId: string): Promise<boolean> {
  return (await ownerOf(trx, vendorId))?.isVerified === true
}

/** How many others a business has written to, excluding the current address; someone erased since still counts. */
async function countOthers({ trx, vendorId }: Where, to: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(distinct case when "address" = '' then "customer"::text else lower("address") end)::int as "others" from "deliveries"
    where "vendorId" = ${vendorId} and "channel" = 'mail' and "userId" is null and lower("address") <> lower(${to})`.execute(trx)
  return rows[0]?.others ?? 0
}

/** When a mail may leave; `isBeyondFirstDay` means that it waits because the business reached a new account's limit. */
export type MailTurn = { runAt: string; isBeyondFirstDay: boolean }

/**
 * When a mail to a non-member may leave; the mails of a business that sends many are spaced out.
 * @param dropAt the instant after which it is worthless: it is then sent out of turn rather than never
 * @returns null for a mail that may never leave, since the business's own address is unverified
 */
export async function mailTurn(where: Where, to: string, dropAt?: string): Promise<MailTurn | null> {
  const { trx, call, vendorId } = where
  const { app } = call
  const owner = await ownerOf(trx, vendorId)
  if (!owner?.isVerified) return null
  // Also locks out the business's other mails, so that no two see the same count.
  const turn = await claimTurn(trx, app, limits.mailByVendor, vendorId)
  const firstDayEnd = Date.parse(owner.createdAt) + firstDayMs
  if (app.now() < firstDayEnd && (await countOthers(where, to)) >= firstDayMost)
    return { runAt: new Date(firstDayEnd).toISOString(), isBeyondFirstDay: true }
  return { runAt: dropAt !== undefined && turn >= dropAt ? instant(app) : turn, isBeyondFirstDay: false }
}
