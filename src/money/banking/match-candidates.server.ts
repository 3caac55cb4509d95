import { sql, type RawBuilder } from 'kysely'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import { entriesOf } from '#business/ledger/money-account.row.server.ts'
import type { Source } from '#business/ledger/ledger.rules.ts'
import type { AccountKind } from '#business/ledger/money-account.rules.ts'
import type { TenantContext } from '#kernel/context.ts'
import { seesCustomers } from '#directory/customers/customer.papers.server.ts'
import { addDays } from '#lib/days.ts'
import type { BankItem } from './banking.contract.ts'
import type { MatchKind } from './match-kinds.rules.ts'
import type { MatchCandidate } from './match-line.rules.ts'
import { payersBefore } from './payers-before.server.ts'

/** A candidate with what a member sees of it. */
export type Candidate = MatchCandidate & { item: BankItem }

type Payers = Awaited<ReturnType<typeof payersBefore>>

type Account = { id: string; kind: AccountKind; name: string; isFirst: boolean }

/** What entries of a source are to a bank; null for those that no bank books. */
const kinds: Partial<Record<Source, MatchKind>> = {
  payment: 'payment',
  refund: 'refund',
  expense: 'expense',
  payroll: 'trainerPayment',
  payout: 'payout',
  transfer: 'transfer',
  taxPayment: 'taxPayment',
  owner: 'ownerMoney',
  loan: 'ownerMoney',
}

/** The most open bills and unpaid expenses that are candidates, the newest. */
const mostOpen = 2000

/** Whether an entry `o` of an account has no line of the bank. */
export const isUnmatched = (vendorId: string, account: string) =>
  sql`not exists (select 1 from "bankMatches" m where m."vendorId" = ${vendorId} and m."account" = ${account} and m."entry" = o."id")`

type Movement = {
  source: Source
  id: string
  day: string
  amount: number
  entries: string[]
  customer: string | null
  names: string[]
  references: string[]
  number: string | null
  account: AccountKind | null
  sale: string | null
}

/** The entries of an account that match a condition, those of one document and day together, with how others may name them. */
export async function movementsOf(
  { trx, vendorId }: TenantContext,
  account: Account,
  where: RawBuilder<unknown>,
  which: RawBuilder<unknown> = isUnmatched(vendorId, account.id),
): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select o."source", o."sourceId" as "id", o."day", o."amount", o."entries", o."customer", s."number", s."id" as "sale", a."kind" as "account",
      array_remove(array[c."firstName" || ' ' || c."lastName", c."guardianName", e."supplier", t."Fname" || ' ' || t."Lname", a."name", m."note",
        case when o."source" = 'payout' then 'Touchline Marketplace' end], null) as "names",
      array_remove(array[s."number", r."number", p."reference", y."reference", a."number"], null) as "references"
    from (select o."source", o."sourceId", o."day", sum(o."amount")::bigint as "amount", array_agg(o."id" order by o."sequence") as "entries",
        max(o."customer"::text)::uuid as "customer", max(o."trainer"::text)::uuid as "trainer"
      from (${entriesOf(vendorId, account, where)}) o where ${which} group by 1, 2, 3 having sum(o."amount") <> 0) o
    left join "payments" p on p."vendorId" = ${vendorId} and p."id" = o."sourceId"
    left join "refunds" r on r."vendorId" = ${vendorId} and r."id" = o."sourceId"
    left join "sales" s on s."vendorId" = ${vendorId} and s."id" = coalesce(p."sale", r."sale")
    left join "customers" c on c."vendorId" = ${vendorId} and c."id" = o."customer"
    left join "expenses" e on e."vendorId" = ${vendorId} and e."id" = o."sourceId"
    left join "trainers" t on t."vendorId" = ${vendorId} and t."id" = o."trainer"
    left join "payouts" y on y."vendorId" = ${vendorId} and y."id" = o."sourceId"
    left join "moneyMoves" m on m."vendorId" = ${vendorId} and m."id" = o."sourceId"
    left join "moneyAccounts" a on a."vendorId" = ${vendorId} and a."id" = case when m."fromAccount" = ${account.id} then m."intoAccount" else m."fromAccount" end
    order by o."day", o."sourceId"`.execute(trx)
  return rows
}

/** A movement as the member sees it, without its customer's name for one who may see no customer. */
export function itemOf({ call }: TenantContext, movement: Movement): BankItem {
  const { source, id, day, amount, entries, names, number, account, sale } = movement
  const isHidden = (source === 'payment' || source === 'refund') && !seesCustomers(call)
  return {
    id,
    kind: kinds[source] ?? 'ownerMoney',
    day,
    amount,
    entries,
    name: isHidden ? '' : (names.find(Boolean) ?? ''),
    number,
    account,
    sale,
    expense: source === 'expense' ? id : null,
  }
}

/** Payments that were reversed, and their reversals: the bank has neither, or both as lines of its own. */
async function reversedPayments({ trx, vendorId }: TenantContext): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; reverses: string }>`
    select "id", "reverses" from "payments" where "vendorId" = ${vendorId} and "reverses" is not null`.execute(trx)
  return new Set(rows.flatMap(({ id, reverses }) => [id, reverses]))
}

function candidateOf(
  ctx: TenantContext,
  movement: Movement,
  kind: MatchKind,
  bundle: MatchCandidate['bundle'],
  names = movement.names,
): Candidate {
  const { day, amount, references, entries } = movement
  const [id = ''] = entries
  return {
    id,
    kind,
    day,
    amount,
    names: names.filter(Boolean),
    references: references.filter(Boolean),
    bundle,
    item: itemOf(ctx, movement),
  }
}

/** Money of the account itself that has no line yet. */
async function enteredOf(ctx: TenantContext, account: Account, days: RawBuilder<unknown>, payersOf: Payers): Promise<Candidate[]> {
  const reversed = await reversedPayments(ctx)
  return (await movementsOf(ctx, account, days)).flatMap((movement) => {
    const kind = kinds[movement.source]
    const party = movement.source === 'payment' && movement.customer ? { id: `${movement.customer} entered`, kind: 'party' as const } : null
    if (kind === undefined || reversed.has(movement.id)) return []
    const { source, customer, names } = movement
    const payers = payersOf(source === 'expense' ? { supplier: names[0] } : { customer: source === 'payment' ? customer : null })
    return [{ ...candidateOf(ctx, movement, kind, party), payers }]
  })
}

/**
 * The takings of card terminals that no line has paid out yet. Those before a transfer that was recorded by hand were paid out by it.
 */
async function takingsOf(ctx: TenantContext, days: RawBuilder<unknown>): Promise<Candidate[]> {
  const { trx, vendorId } = ctx
  const query = trx.selectFrom('moneyAccounts').select(['id', 'kind', 'name', 'isFirst']).where('vendorId', '=', vendorId)
  const terminals = await query.where('kind', '=', 'card').where('state', '=', 'active').execute()
  const reversed = await reversedPayments(ctx)
  const all: Candidate[] = []
  for (const terminal of terminals) {
    const movements = await movementsOf(ctx, terminal, days)
    const paidOut =
      movements
        .filter(({ source, amount }) => source === 'transfer' && amount < 0)
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? ''
    const takings = movements.filter(({ source, id, day }) => ['payment', 'refund'].includes(source) && day >= paidOut && !reversed.has(id))
    const bundle = { id: terminal.id, kind: 'terminal' as const }
    all.push(...takings.map((taking) => ({ ...candidateOf(ctx, taking, 'payment', bundle, [terminal.name]), references: [] })))
  }
  return all
}

type Open = {
  id: string
  kind: 'bill' | 'supplierBill'
  day: string
  amount: number
  customer: string | null
  names: string[]
  number: string | null
}

/** Bills on which an amount is due, and unpaid expenses. */
async function openDocuments({ trx, call, vendorId }: TenantContext, payersOf: Payers): Promise<Candidate[]> {
  const { rows } = await sql<Open>`
    select * from (
      select s."id", 'bill' as "kind", s."day", (s."total" - s."credited" - s."paid" + s."refunded")::bigint as "amount", s."customer", s."number",
        array_remove(array[c."firstName" || ' ' || c."lastName", c."guardianName"], null) as "names"
      from "sales" s left join "customers" c on c."vendorId" = ${vendorId} and c."id" = s."customer"
      where s."vendorId" = ${vendorId} and s."state" in ('open', 'partiallyPaid')
      union all
      select e."id", 'supplierBill', e."day", -e."amount", null, null, array[e."supplier"]
      from "expenses" e where e."vendorId" = ${vendorId} and e."isUnpaid" and e."state" = 'booked'
    ) d order by "day" desc, "id" limit ${mostOpen}`.execute(trx)
  return rows.map(({ customer, names, number, ...row }) => ({
    ...row,
    names: names.filter(Boolean),
    references: number === null ? [] : [number],
    payers: payersOf(row.kind === 'supplierBill' ? { supplier: names[0] } : { customer }),
    bundle: customer === null ? null : { id: customer, kind: 'party' as const },
    item: {
      ...row,
      entries: [],
      name: row.kind === 'bill' && !seesCustomers(call) ? '' : (names.find(Boolean) ?? ''),
      number,
      account: null,
      sale: row.kind === 'bill' ? row.id : null,
      expense: row.kind === 'supplierBill' ? row.id : null,
    },
  }))
}

/** Everything that lines of an account on some days may be. @param from the first day of the lines; @param to the last */
export async function candidatesFor(ctx: TenantContext, id: string, { from, to }: { from: string; to: string }): Promise<Candidate[]> {
  const account = await readMoneyAccount(ctx.trx, ctx.vendorId, id)
  const payersOf = await payersBefore(ctx)
  const between = (first: string, last: string) => sql`l."day" between ${first}::date and ${last}::date`
  return [
    ...(await enteredOf(ctx, account, between(addDays(from, -10), addDays(to, 8)), payersOf)),
    ...(await takingsOf(ctx, between(addDays(from, -17), to))),
    ...(await openDocuments(ctx, payersOf)),
  ]
}
