import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { instant } from '#kernel/app.ts'
import { memberOf } from '#kernel/base.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { plainAccount } from '#lib/bank-account.ts'
import type { BankAccount, AccountInput } from './payout.contract.ts'
import { accountHours } from './payout.rules.ts'

type Stored = BankAccount & { id: string; sealed: string; counts: boolean }

/**
 * A vendor's bank accounts, newest first, each with whether it has ever taken effect by now:
 * an account replaced within its first 48 hours never does.
 */
async function accountsOf(trx: Trx, vendorId: string, now: string): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select "id", "holder", "bankName", "ending", "countsFrom", "sealed",
      "countsFrom" <= coalesce(lead("createdAt") over (order by "createdAt", "id"), ${now}::timestamptz) as "counts"
    from "payoutAccounts" where "vendorId" = ${vendorId} order by "createdAt" desc, "id" desc`.execute(trx)
  return rows
}

const shown = ({ holder, bankName, ending, countsFrom }: Stored): BankAccount => ({ holder, bankName, ending, countsFrom })

/** The account that payouts go to now, and the one that will replace it; null if there is none. */
export async function readAccounts({ trx, vendorId, now }: Pick<TenantContext, 'trx' | 'vendorId' | 'now'>) {
  const [newest, ...older] = await accountsOf(trx, vendorId, now)
  const current = newest?.counts ? newest : older.find(({ counts }) => counts)
  return { current: current ?? null, coming: newest && !newest.counts ? newest : null }
}

/** The accounts of `readAccounts` as a screen shows them. */
export async function shownAccounts(ctx: TenantContext): Promise<{ account: BankAccount | null; coming: BankAccount | null }> {
  const { current, coming } = await readAccounts(ctx)
  return { account: current && shown(current), coming: coming && shown(coming) }
}

/**
 * Sets the account for payouts. It takes effect after 48 hours, so that an intruder in an owner's
 * account cannot take a payout before the owner has read the notice (checks M5). The number is encrypted: a
 * dump of the table shows only its last four characters.
 */
export async function setAccount(ctx: TenantContext, input: AccountInput): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const { app } = call
  await lockBooks(trx, vendorId)
  const number = plainAccount(input.account)
  const [newest] = await accountsOf(trx, vendorId, now)
  const { holder, bankName } = input
  if (newest && newest.holder === holder && newest.bankName === bankName && app.secrets.open(newest.sealed) === number) return
  const { userId } = memberOf(call)
  const id = newId(app.now())
  const ending = number.slice(-4)
  const row = { holder, bankName, ending, countsFrom: instant(app, accountHours * 3_600_000) }
  await trx
    .insertInto('payoutAccounts')
    .values({ vendorId, id, ...row, sealed: app.secrets.seal(number), setBy: userId, createdAt: now })
    .execute()
  const values = { holder, bankName, ending, hours: accountHours }
  await notify(ctx, { kind: 'payoutAccountChanged', cause: id, values })
  const before = newest ? { holder: newest.holder, bankName: newest.bankName, ending: newest.ending } : null
  await auditMoney(trx, call, { action: 'setAccount', entity: 'payoutAccount', target: vendorId, before, after: row })
}
