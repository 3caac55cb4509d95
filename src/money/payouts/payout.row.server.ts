import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Trx } from '#db/tenant.ts'
import { currencyOf, exponentOf } from '#business/ledger/books.server.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { shownAccounts } from './payout-account.server.ts'
import type { BankAccount, Payout, PayoutDetail, payoutList, PayoutSummary } from './payout.contract.ts'
import type { lineKinds, PayoutState } from './payout.rules.ts'

const columns = sql`p."id", p."fromDay", p."toDay", p."currency", ${exponentOf(sql`p."currency"`)} as "exponent", p."gross", p."refunds", p."commission", p."net",
  p."state", p."stateAt", p."reference", p."failureReason", p."createdAt", p."updatedAt", p."version"`

const sorts = { toDay: sql`p."toDay"`, net: sql`p."net"` }

/** One page of payouts, newest period first, and how many match the filters. The search matches references. */
export async function readPayouts({ trx, vendorId }: TenantContext, input: z.output<typeof payoutList>) {
  const { search, state, sort, page, size } = input
  const direction = sql.raw(input.direction)
  const where = sql`p."vendorId" = ${vendorId} and (${state} = 'all' or p."state" = ${state}) and position(lower(${search.trim()}) in lower(p."reference")) > 0`
  const { rows } = await sql<Payout>`select ${columns} from "payouts" p where ${where}
    order by ${sorts[sort]} ${direction}, p."id" ${direction} limit ${size} offset ${(page - 1) * size}`.execute(trx)
  const counted = await sql<{ total: number }>`select count(*)::int as "total" from "payouts" p where ${where}`.execute(trx)
  return { rows, total: counted.rows[0]?.total ?? 0, totalIsCapped: false }
}

/** Managers see the money, but not the bank account (product 4). */
export const seesBank = (call: Call): boolean => memberOf(call).role !== 'manager'

/** A payout with every line. @throws document/not-found */
export async function readPayout(ctx: TenantContext, { id }: { id: string }): Promise<PayoutDetail> {
  const { trx, vendorId } = ctx
  const { rows } = await sql<Payout & BankAccount>`
    select ${columns}, a."holder", a."bankName", a."ending", a."countsFrom" from "payouts" p
    join "payoutAccounts" a on a."vendorId" = ${vendorId} and a."id" = p."account"
    where p."vendorId" = ${vendorId} and p."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  const { holder, bankName, ending, countsFrom, ...found } = row
  const lines = await sql<PayoutDetail['lines'][number]>`
    select l."position", l."kind", l."day", l."amount", l."sale", s."number" from "payoutLines" l
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
    where l."vendorId" = ${vendorId} and l."payout" = ${id} order by l."position"`.execute(trx)
  return { ...found, account: seesBank(ctx.call) ? { holder, bankName, ending, countsFrom } : null, lines: lines.rows }
}

/** A ledger entry that moved money at the marketplace and is in no payout yet; in minor units, positive for money in. */
export type Open = { entry: string; kind: (typeof lineKinds)[number]; sale: string; day: string; amount: number }

const atMarketplace = sql`(l."debit" = 'marketplaceReceivable' or l."credit" = 'marketplaceReceivable')`
const gain = sql`case when l."debit" = 'marketplaceReceivable' then l."amount" else -l."amount" end`
const isOpen = (
  vendorId: string,
) => sql`l."vendorId" = ${vendorId} and ${atMarketplace} and l."source" in ('payment', 'refund', 'commission')
  and not exists (select 1 from "payoutLines" o where o."vendorId" = ${vendorId} and o."entry" = l."id")`

/** The entries not yet in a payout, in posting order. */
export async function readOpen(trx: Trx, vendorId: string): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select l."id" as "entry", l."source" as "kind", coalesce(p."sale", r."sale", l."sourceId") as "sale", l."day", ${gain} as "amount" from "ledger" l
    left join "payments" p on p."vendorId" = ${vendorId} and p."id" = l."sourceId"
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = l."sourceId"
    where ${isOpen(vendorId)} order by l."sequence"`.execute(trx)
  return rows
}

/** The sum of the entries not yet in a payout, in minor units; below 0 it carries forward. */
export async function readAvailable(trx: Trx, vendorId: string): Promise<number> {
  const { rows } = await sql<{
    amount: number
  }>`select coalesce(sum(${gain}), 0)::bigint as "amount" from "ledger" l where ${isOpen(vendorId)}`.execute(trx)
  return rows[0]?.amount ?? 0
}

/** The net total of the payouts in the given states, in minor units. */
export async function netOf(trx: Trx, vendorId: string, ...states: PayoutState[]): Promise<number> {
  const { net } = await trx
    .selectFrom('payouts')
    .select(sql<number>`coalesce(sum("net"), 0)::bigint`.as('net'))
    .where('vendorId', '=', vendorId)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow()
  return net
}

/** The balance at the marketplace, what is in transit, and the account it goes to. */
export async function readSummary(ctx: TenantContext): Promise<PayoutSummary> {
  const { trx, vendorId, now } = ctx
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const underWay = await netOf(trx, vendorId, 'pending', 'processing')
  const failed = await netOf(trx, vendorId, 'failed')
  const available = await readAvailable(trx, vendorId)
  const accounts = seesBank(ctx.call) ? await shownAccounts(ctx) : { account: null, coming: null }
  return { currency, exponent, underWay, failed, available, ...accounts, asOf: now }
}

/** A payout that failed and was not retried: `money` in minor units, `since` a UTC instant. */
export type FailedPayout = { id: string; money: number; since: string; reason: string }

/** The payouts of a business that failed and were not retried. */
export const failedPayouts = (vendorId: string) => sql<FailedPayout>`
  select p."id", p."net" as "money", p."stateAt" as "since", coalesce(p."failureReason", '') as "reason"
  from "payouts" p where p."vendorId" = ${vendorId} and p."state" = 'failed'`
