import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { kindSql } from './money-account.row.server.ts'

/** An account's money at the end of a day, in minor units, and the day of its last entry. */
export type AccountBalance = { amount: number; lastOn: string | null }

/**
 * What each account has at the end of a day, and the day of its last entry. Entries that name no account are of the
 * first one that their method uses.
 * @param day null for all entries; @returns the balance of an account by its id
 */
export async function balancesOn({ trx, vendorId }: TenantContext, day: string | null) {
  const { rows } = await sql<{ account: string; amount: number; lastOn: string }>`
    select coalesce(part."account"::text, f."id"::text, part."kind") as "account", sum(part."amount")::bigint as "amount", max(part."lastOn") as "lastOn"
    from (
      select side."account", case when side."account" is null then ${kindSql} end as "kind", sum(side."amount") as "amount", max(l."day") as "lastOn"
      from "ledger" l
      cross join lateral (values (l."debit", l."intoAccount", l."amount"), (l."credit", l."fromAccount", -l."amount")) side ("name", "account", "amount")
      where l."vendorId" = ${vendorId} and side."name" = 'cash' ${day === null ? sql`` : sql`and l."day" <= ${day}::date`}
      group by 1, 2
    ) part
    left join "moneyAccounts" f on f."vendorId" = ${vendorId} and f."isFirst" and f."kind" = part."kind"
    group by 1`.execute(trx)
  const balances = new Map(rows.map(({ account, ...balance }) => [account, balance]))
  return (id: string): AccountBalance => balances.get(id) ?? { amount: 0, lastOn: null }
}
