import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { hasKey, recordFrom } from '#lib/choices.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { LedgerAccount, Move } from './ledger.rules.ts'
import { accountKindOf, accountKinds, kindsOf, type AccountKind } from './money-account.rules.ts'

type Of = { trx: Trx; vendorId: string }

const found = ({ trx, vendorId }: Of) =>
  trx.selectFrom('moneyAccounts').select(['id', 'kind']).where('vendorId', '=', vendorId).where('isFirst', '=', true).execute()

/**
 * The four accounts that every business has, one of each kind, by their ids; created when they are needed first.
 * @param now UTC, of accounts that are created; @param newId a new id for each of them
 */
export async function firstAccounts({
  trx,
  vendorId,
  now,
  newId,
}: Of & { now: string; newId: () => string }): Promise<Record<AccountKind, string>> {
  let rows = await found({ trx, vendorId })
  if (rows.length < accountKinds.length) {
    const missing = accountKinds.map((kind) => ({
      vendorId,
      id: newId(),
      kind,
      name: '',
      number: '',
      isFirst: true,
      state: 'active' as const,
    }))
    await trx
      .insertInto('moneyAccounts')
      .values(missing.map((row) => ({ ...row, createdAt: now, updatedAt: now })))
      // Another transaction may create them at the same time.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    rows = await found({ trx, vendorId })
  }
  return recordFrom(rows.map(({ kind, id }) => [kind, id]))
}

/**
 * Names the money account of a side of each entry: the one that is given, or the first that takes the method; null for
 * sides that are not cash. The accounts are read only where there is cash.
 */
export async function accountsFor(create: Parameters<typeof firstAccounts>[0], source: string, entries: readonly Move[]) {
  const hasCash = entries.some(({ debit, credit }) => debit === 'cash' || credit === 'cash')
  const first = hasCash ? await firstAccounts(create) : null
  return (side: LedgerAccount, named: string | null | undefined, method: string | null | undefined) =>
    side === 'cash' ? (named ?? first?.[accountKindOf(method ?? null, source)] ?? null) : null
}

/**
 * Checks the account that a payment names.
 * @param field the path of the input; @throws request/invalid at it for one that is not the business's, is archived, or does not take the method
 */
export async function assertAccount(
  { trx, vendorId }: Of,
  id: string | null | undefined,
  method: string,
  field: string | (string | number)[] = 'account',
): Promise<void> {
  if (id === null || id === undefined) return
  const row = await trx
    .selectFrom('moneyAccounts')
    .select('kind')
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .executeTakeFirst()
  const kinds: readonly AccountKind[] = hasKey(kindsOf, method) ? kindsOf[method] : []
  if (!row || !kinds.includes(row.kind)) throw fieldFailure(field, 'cashbook.account.unknown')
}

/** `accountKindOf` of an entry `l` as SQL, for entries that name no account. */
export const kindSql = sql`case l."method" when 'cash' then 'till' when 'wallet' then 'wallet'
  when 'card' then case when l."source" in ('expense', 'payroll') then 'bank' else 'card' end else 'bank' end`

/** The entries of an account as a query, each with what it adds to the account; `where` narrows the ledger `l`. */
export function entriesOf(
  vendorId: string,
  { id, kind, isFirst }: { id: string; kind: AccountKind; isFirst: boolean },
  where: RawBuilder<unknown>,
) {
  const isOf = (side: 'debit' | 'credit', column: 'intoAccount' | 'fromAccount') =>
    sql`(l.${sql.ref(side)} = 'cash' and (l.${sql.ref(column)} = ${id}${isFirst ? sql` or (l.${sql.ref(column)} is null and ${kindSql} = ${kind})` : sql``}))`
  const into = isOf('debit', 'intoAccount')
  return sql`select l."id", l."day", l."sequence", l."source", l."sourceId", l."customer", l."trainer",
      case when ${into} then l."amount" else -l."amount" end as "amount"
    from "ledger" l where l."vendorId" = ${vendorId} and ${where} and (${into} or ${isOf('credit', 'fromAccount')})`
}
