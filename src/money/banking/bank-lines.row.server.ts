import { sql, type RawBuilder } from 'kysely'
import { currencyOf } from '#business/ledger/books.server.ts'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { later } from '#lib/days.ts'
import type { BankItem, BankLineRow, BankLines, BankProposal } from './banking.contract.ts'
import { candidatesFor, itemOf, movementsOf, type Candidate } from './match-candidates.server.ts'
import type { MatchLine } from './match-line.rules.ts'
import { proposeMatches, type MatchProposal } from './match.rules.ts'

/** For how many open lines matches are proposed at once, the oldest: a limit of the time that it takes. */
const mostProposed = 500

const columns = ['id', 'account', 'day', 'amount', 'name', 'text', 'reference', 'version', 'matchedAt'] as const

/** A line as it is stored. */
export type StoredBankLine = Omit<BankLineRow, 'items' | 'proposal'> & { account: string }

/** A line. @throws document/not-found */
export async function findLine({ trx, vendorId }: TenantContext, id: string): Promise<StoredBankLine> {
  const row = await trx.selectFrom('bankLines').select(columns).where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/** Whether a proposal can be accepted as it is: a part of one bill, or a terminal's fee, but no excess and no part of an expense. */
function isAcceptable({ candidates, difference }: MatchProposal, of: ReadonlyMap<string, Candidate>): boolean {
  if (difference === 0) return true
  const found = candidates.flatMap((id) => of.get(id) ?? [])
  return difference < 0 && found.every(({ kind, bundle }) => kind === 'bill' || bundle?.kind === 'terminal')
}

/** Whether accepting candidates for a line posts in a closed month: an expense that it pays, or takings that it pays out. */
function isPostedClosed(found: readonly Candidate[], day: string, closedThrough: string | null): boolean {
  if (closedThrough === null) return false
  return found.some(({ kind, bundle, item }) => {
    if (bundle?.kind === 'terminal') return day <= closedThrough
    return kind === 'supplierBill' && later(day, item.day) <= closedThrough
  })
}

/** A proposal as a member reads it; what a closed month would refuse is not sure, so that it doesn't stop the sure ones. */
function proposalOf(
  { candidates, confidence, isSure, difference, reasons }: MatchProposal,
  of: ReadonlyMap<string, Candidate>,
  { day, closedThrough }: { day: string; closedThrough: string | null },
): BankProposal {
  const found = candidates.flatMap((id) => of.get(id) ?? [])
  return {
    items: found.map(({ item }) => item),
    confidence,
    isSure: isSure && !isPostedClosed(found, day, closedThrough),
    difference,
    reasons: reasons.map((reason) => ({ kind: reason.kind, value: 'value' in reason ? reason.value : null })),
  }
}

/** The proposals for the open lines of an account, by line. */
export async function proposalsFor(ctx: TenantContext, account: string): Promise<Map<string, BankProposal>> {
  const { trx, vendorId } = ctx
  const lines: MatchLine[] = await trx
    .selectFrom('bankLines')
    .select(['id', 'day', 'amount', 'name', 'text', 'reference'])
    .where('vendorId', '=', vendorId)
    .where('account', '=', account)
    .where('matchedAt', 'is', null)
    .orderBy('day')
    .orderBy('id')
    .limit(mostProposed)
    .execute()
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return new Map()
  const candidates = await candidatesFor(ctx, account, { from: first.day, to: last.day })
  const of = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const { exponent, closedThrough } = await currencyOf(trx, vendorId)
  const dayOf = new Map(lines.map(({ id, day }) => [id, day]))
  const proposals = proposeMatches(lines, candidates, exponent).filter((one) => isAcceptable(one, of))
  return new Map(proposals.map((one) => [one.line, proposalOf(one, of, { day: dayOf.get(one.line) ?? '', closedThrough })]))
}

/** What matched lines are: the movements of their entries, of their own account and of the terminals that they paid out. */
async function itemsOf(ctx: TenantContext, lines: readonly StoredBankLine[]): Promise<Map<string, BankItem[]>> {
  const { trx, vendorId } = ctx
  const ids = lines.map(({ id }) => id)
  const matches = await trx
    .selectFrom('bankMatches')
    .select(['account', 'entry', 'line'])
    .where('vendorId', '=', vendorId)
    .where('line', 'in', ids)
    .execute()
  const items = new Map<string, BankItem[]>()
  for (const [account, own] of Map.groupBy(matches, (match) => match.account)) {
    const lineOf = new Map(own.map(({ entry, line }) => [entry, line]))
    const any = sql`any(${[...lineOf.keys()]}::uuid[])`
    const movements = await movementsOf(ctx, await readMoneyAccount(trx, vendorId, account), sql`l."id" = ${any}`, sql`true`)
    for (const movement of movements) {
      const line = lineOf.get(movement.entries[0] ?? '') ?? ''
      items.set(line, [...(items.get(line) ?? []), itemOf(ctx, movement)])
    }
  }
  return items
}

/** A line with what it is. */
export async function readLine(ctx: TenantContext, id: string): Promise<BankLineRow> {
  const line = await findLine(ctx, id)
  const items = line.matchedAt === null ? [] : ((await itemsOf(ctx, [line])).get(id) ?? [])
  const { account: _account, ...row } = line
  return { ...row, items, proposal: null }
}

/** How many lines of an account are open and matched. */
async function countLines({ trx, vendorId }: TenantContext, account: string) {
  const { rows } = await sql<{ open: number; matched: number }>`
    select count(*) filter (where "matchedAt" is null)::int as "open", count("matchedAt")::int as "matched"
    from "bankLines" where "vendorId" = ${vendorId} and "account" = ${account}`.execute(trx)
  return rows[0] ?? { open: 0, matched: 0 }
}

type Asked = { account: string; state: 'open' | 'matched'; page: number; size: number }

/** One page of an account's lines: open ones from the oldest, matched ones from the last that was matched. */
export async function readLines(ctx: TenantContext, { account, state, page, size }: Asked): Promise<BankLines> {
  const { trx, vendorId, now } = ctx
  await readMoneyAccount(trx, vendorId, account)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const counts = await countLines(ctx, account)
  const [where, order]: [RawBuilder<unknown>, RawBuilder<unknown>] =
    state === 'open'
      ? [sql`"matchedAt" is null`, sql`"day", "id"`]
      : [sql`"matchedAt" is not null`, sql`"matchedAt" desc, "day" desc, "id"`]
  const { rows } = await sql<StoredBankLine>`
    select "id", "account", "day", "amount", "name", "text", "reference", "version", "matchedAt" from "bankLines"
    where "vendorId" = ${vendorId} and "account" = ${account} and ${where} order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(
    trx,
  )
  const proposals = await proposalsFor(ctx, account)
  const items = state === 'matched' && rows.length > 0 ? await itemsOf(ctx, rows) : new Map<string, BankItem[]>()
  return {
    currency,
    exponent,
    asOf: now,
    rows: rows.map(({ account: _account, ...row }) => ({
      ...row,
      items: items.get(row.id) ?? [],
      proposal: proposals.get(row.id) ?? null,
    })),
    total: state === 'open' ? counts.open : counts.matched,
    ...counts,
    sure: [...proposals.values()].filter(({ isSure }) => isSure).length,
  }
}

/** The lines of all accounts in use until a day that are not matched, and the account of the earliest; null where there are no lines. */
export async function unmatchedThrough(
  { trx, vendorId }: TenantContext,
  day: string,
): Promise<{ count: number; account: string | null } | null> {
  const { rows } = await sql<{ all: number; count: number; account: string | null }>`
    select count(*)::int as "all", count(*) filter (where "matchedAt" is null)::int as "count",
      (array_agg("account" order by "day", "id") filter (where "matchedAt" is null))[1] as "account"
    from "bankLines" where "vendorId" = ${vendorId} and "day" <= ${day}::date
      and "account" in (select a."id" from "moneyAccounts" a where a."vendorId" = ${vendorId} and a."state" = 'active')`.execute(trx)
  const { all = 0, count = 0, account = null } = rows[0] ?? {}
  return all === 0 ? null : { count, account }
}
