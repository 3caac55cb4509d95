import { sql } from 'kysely'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import { entriesOf } from '#business/ledger/money-account.row.server.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { inChunks } from '#lib/chunks.ts'
import type { BankLineRow, MatchInput, UndoInput, UndoneLine } from './banking.contract.ts'
import { enterExpenseFor, enterMoveFor, payDocuments, payOut } from './bank-documents.server.ts'
import { acceptanceOf } from './bank-acceptance.rules.ts'
import { findLine, proposalsFor, readLine, type StoredBankLine } from './bank-lines.row.server.ts'
import { madeFor, undoDocuments } from './bank-undo.server.ts'
import { isUnmatched } from './match-candidates.server.ts'

/** An entry that a line is matched with, on the side of an account. */
type Match = { account: string; entry: string; made: 'entered' | 'paid' | null }

/** The unmatched entries of an account among some, or those of some documents, each with what it adds to the account. */
async function unmatched(
  { trx, vendorId }: TenantContext,
  account: string,
  by: { ids: readonly string[] } | { sources: readonly string[] },
) {
  const row = await readMoneyAccount(trx, vendorId, account)
  const where = 'ids' in by ? sql`l."id" = any(${[...by.ids]}::uuid[])` : sql`l."sourceId" = any(${[...by.sources]}::uuid[])`
  const { rows } = await sql<{ id: string; amount: number }>`
    select o."id", o."amount" from (${entriesOf(vendorId, row, where)}) o where ${isUnmatched(vendorId, account)}`.execute(trx)
  return rows
}

const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0)

/** The terminal of whose takings some entries are. @throws match/changed for entries that are matched, or of several accounts */
async function terminalOf(ctx: TenantContext, ids: readonly string[]) {
  const { trx, vendorId } = ctx
  const query = trx.selectFrom('moneyAccounts').select('id').where('vendorId', '=', vendorId).where('kind', '=', 'card')
  for (const { id } of await query.where('state', '=', 'active').execute()) {
    const takings = await unmatched(ctx, id, { ids })
    if (takings.length === ids.length) return { terminal: id, takings }
  }
  throw failure('match/changed')
}

/** A terminal's takings that a line pays out: its transfer to the bank, and what the terminal's bank kept as an expense. */
async function matchTakings(ctx: TenantContext, line: StoredBankLine, ids: readonly string[]): Promise<Match[]> {
  const { terminal, takings } = await terminalOf(ctx, ids)
  const sources = await payOut(ctx, line, { terminal, gross: sumOf(takings) })
  const how = 'entered' as const
  const of = async (account: string) => (await unmatched(ctx, account, { sources })).map(({ id }) => ({ account, entry: id, made: how }))
  const paidOut = [...(await of(terminal)), ...(await of(line.account))]
  return [...takings.map(({ id }) => ({ account: terminal, entry: id, made: null })), ...paidOut]
}

/** What a line is matched with: entries that there are, and those of documents that are paid or entered for it. */
async function matchesFor(ctx: TenantContext, line: StoredBankLine, input: Omit<MatchInput, 'id' | 'version'>): Promise<Match[]> {
  const ids = [...new Set(input.entries)]
  const own = ids.length === 0 ? [] : await unmatched(ctx, line.account, { ids })
  if (own.length < ids.length) {
    if (own.length > 0 || input.documents.length > 0 || input.expense || input.move) throw failure('match/changed')
    return matchTakings(ctx, line, ids)
  }
  const rest = line.amount - sumOf(own)
  const documents = [
    ...(await payDocuments(ctx, line, rest, input.documents)),
    ...(input.expense ? [await enterExpenseFor(ctx, line, rest, input.expense)] : []),
    ...(input.move ? [await enterMoveFor(ctx, line, rest, input.move)] : []),
  ]
  const found = await Promise.all(
    documents.map(async ({ source, how }) => (await unmatched(ctx, line.account, { sources: [source] })).map(({ id }) => ({ id, how }))),
  )
  return [
    ...own.map(({ id }) => ({ account: line.account, entry: id, made: null })),
    ...found.flat().map(({ id, how }) => ({ account: line.account, entry: id, made: how })),
  ]
}

/** The amount of entries of an account. */
async function amountOf(ctx: TenantContext, account: string, matches: readonly Match[]): Promise<number> {
  const ids = matches.filter((match) => match.account === account).map(({ entry }) => entry)
  return ids.length === 0 ? 0 : sumOf(await unmatched(ctx, account, { ids }))
}

/** Matches an open line, with its audit row. The books must be locked. @throws match/changed unless its entries add up to it */
async function matchLine(ctx: TenantContext, line: StoredBankLine, input: Omit<MatchInput, 'id' | 'version'>): Promise<void> {
  const { trx, call, vendorId, now } = ctx
  const matches = await matchesFor(ctx, line, input)
  if ((await amountOf(ctx, line.account, matches)) !== line.amount) throw failure('match/changed')
  for (const chunk of inChunks(matches)) {
    await trx
      .insertInto('bankMatches')
      .values(chunk.map((match) => ({ vendorId, line: line.id, ...match })))
      .execute()
  }
  await trx
    .updateTable('bankLines')
    .set({ matchedAt: now, matchedBy: memberOf(call).userId, version: line.version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', line.id)
    .execute()
  const { day, amount } = line
  const after = { day, amount, entries: matches.map(({ entry }) => entry) }
  await auditMoney(trx, call, { action: 'match', entity: 'bankLine', target: line.id, before: { entries: [] }, after })
}

/**
 * Matches a line with what a member says that it is. A line that is matched already stays so: two members, or a call that is sent
 * twice, match it once.
 * @throws match/changed where its entries are matched with another line or do not add up to it; request/stale; document/not-found
 */
export async function acceptLine(ctx: TenantContext, { id, version, ...input }: MatchInput): Promise<BankLineRow> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const line = await findLine(ctx, id)
  if (line.matchedAt === null) {
    if (line.version !== version) throw failure('request/stale', { current: await readLine(ctx, id) })
    await matchLine(ctx, line, input)
  }
  return readLine(ctx, id)
}

/** How many lines one call matches: each may enter a payment, and the books are locked meanwhile. */
const mostAtOnce = 50

/** Matches the lines of an account whose proposals are sure as of now, the oldest first. */
export async function acceptSure(ctx: TenantContext, { account }: { account: string }): Promise<{ accepted: number; left: number }> {
  await lockBooks(ctx.trx, ctx.vendorId)
  await readMoneyAccount(ctx.trx, ctx.vendorId, account)
  const sure = [...(await proposalsFor(ctx, account))].filter(([, { isSure }]) => isSure)
  const now = sure.slice(0, mostAtOnce)
  for (const [id, proposal] of now) await matchLine(ctx, await findLine(ctx, id), acceptanceOf(proposal))
  return { accepted: now.length, left: sure.length - now.length }
}

/**
 * Makes a line unmatched. What accepting it entered is reversed, with the reason; entries that were there before stay, and so
 * does what can no longer be reversed.
 * @returns the line, and how many documents stay although accepting it entered or paid them
 * @throws request/stale; document/not-found; document/matched for a transfer that a line of the other account is matched with
 */
export async function undoLine(ctx: TenantContext, { id, version, reason }: UndoInput): Promise<UndoneLine> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const line = await findLine(ctx, id)
  if (line.version !== version) throw failure('request/stale', { current: await readLine(ctx, id) })
  if (line.matchedAt === null) return { ...(await readLine(ctx, id)), stay: 0 }
  const matches = await trx.selectFrom('bankMatches').select('entry').where('vendorId', '=', vendorId).where('line', '=', id).execute()
  const documents = await madeFor(ctx, id)
  await trx.deleteFrom('bankMatches').where('vendorId', '=', vendorId).where('line', '=', id).execute()
  const stay = await undoDocuments(ctx, documents, reason)
  await trx
    .updateTable('bankLines')
    .set({ matchedAt: null, matchedBy: null, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  const before = { entries: [...new Set(matches.map(({ entry }) => entry))] }
  await auditMoney(trx, call, { action: 'unmatch', entity: 'bankLine', target: id, before, after: { entries: [], reason } })
  return { ...(await readLine(ctx, id)), stay }
}
