import { readMoneyAccount } from '#business/ledger/money-account.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { later } from '#lib/days.ts'
import { recordMove } from '#money/cashbook/move.server.ts'
import { leaves } from '#money/cashbook/move.rules.ts'
import { createExpense, updateExpense } from '#money/expenses/expense.actions.server.ts'
import { readExpense } from '#money/expenses/expense.row.server.ts'
import { findSale, pay } from '#money/sales/sale.pay.server.ts'
import type { LineExpense, LineMove, MatchInput } from './banking.contract.ts'
import type { StoredBankLine } from './bank-lines.row.server.ts'
import { mostFee } from './match-sums.rules.ts'

/** A document whose entries a line becomes: `source` of them, and whether it was entered for the line or only paid by it. */
type Document = { source: string; how: 'entered' | 'paid' }

/** The longest reference of a payment and name of a supplier, in characters. */
const referenceLimit = 60
const supplierLimit = 80

/** The first characters of a text, none of them cut in two. */
const cut = (text: string, most: number) => [...text].slice(0, most).join('').trim()

/** The account that a payment by transfer names: none for the first bank account, which the method uses anyway. */
async function transferAccount({ trx, vendorId }: TenantContext, account: string): Promise<string | null> {
  const { isFirst } = await readMoneyAccount(trx, vendorId, account)
  return isFirst ? null : account
}

const newFor = ({ call }: TenantContext) => newId(call.app.now())

/** Pays a bill by transfer, with at most what the line has left. @returns the payment, and its amount */
async function payBill(ctx: TenantContext, line: StoredBankLine, sale: string, rest: number) {
  const { due } = await findSale(ctx.trx, ctx.vendorId, sale)
  const amount = Math.min(due, rest)
  if (amount <= 0) throw failure('match/changed')
  const id = newFor(ctx)
  const reference = cut(line.reference, referenceLimit)
  await pay(ctx, { id, sale, method: 'transfer', account: await transferAccount(ctx, line.account), amount, reference })
  return { source: id, how: 'entered' as const, amount }
}

/** Pays an expense on the line's day. @returns its amount, below 0 */
async function payExpense(ctx: TenantContext, line: StoredBankLine, id: string) {
  const { version, isUnpaid, amount, day } = await readExpense(ctx, id)
  if (!isUnpaid) throw failure('match/changed')
  const account = await transferAccount(ctx, line.account)
  const paid = { isUnpaid: false, paidOn: later(day, line.day), method: 'transfer' as const, account }
  await updateExpense(ctx, { id, version, ...paid })
  return { source: id, how: 'paid' as const, amount: -amount }
}

/**
 * Pays documents with what is left of a line; a bill that is more than that is paid in part.
 * @param rest the line's amount without its entries; @throws match/changed where a document is paid already
 */
export async function payDocuments(
  ctx: TenantContext,
  line: StoredBankLine,
  rest: number,
  documents: MatchInput['documents'],
): Promise<Document[]> {
  const paid: Document[] = []
  let left = rest
  for (const { kind, id } of documents) {
    const { amount, ...document } = kind === 'bill' ? await payBill(ctx, line, id, left) : await payExpense(ctx, line, id)
    paid.push(document)
    left -= amount
  }
  return paid
}

/** Enters the expense that a line is, on its day. @throws request/invalid for money that came in, or more tax than it has */
export async function enterExpenseFor(ctx: TenantContext, line: StoredBankLine, rest: number, expense: LineExpense): Promise<Document> {
  if (rest > 0) throw fieldFailure(['expense', 'category'], 'banking.enter.direction')
  if (expense.tax > -rest) throw fieldFailure(['expense', 'tax'], 'expenses.tax.more')
  const id = newFor(ctx)
  const account = await transferAccount(ctx, line.account)
  await createExpense(ctx, { ...paidFrom(account, 'transfer'), ...expense, id, day: line.day, amount: -rest })
  return { source: id, how: 'entered' }
}

/** Enters the move that a line is, on its day. @throws request/invalid for one of the other direction, or a transfer to the account itself */
export async function enterMoveFor(
  ctx: TenantContext,
  { account, day }: StoredBankLine,
  rest: number,
  { kind, account: other, note }: LineMove,
): Promise<Document> {
  const isTransfer = kind === 'transfer'
  if (!isTransfer && leaves(kind) !== rest < 0) throw fieldFailure(['move', 'kind'], 'banking.enter.direction')
  if (isTransfer && (other === null || other === account)) throw fieldFailure(['move', 'account'], 'cashbook.into.same')
  const elsewhere = isTransfer ? other : null
  const [from, into] = rest < 0 ? [account, elsewhere] : [elsewhere, account]
  const id = newFor(ctx)
  await recordMove(ctx, { id, kind, amount: Math.abs(rest), day, from, into, note })
  return { source: id, how: 'entered' }
}

/** What an expense of a bank's line has in addition. */
const paidFrom = (account: string | null, method: 'transfer' | 'card') =>
  ({ method, account, hall: null, batch: null, isUnpaid: false, dueOn: null, paidOn: null, receipt: null }) as const

/**
 * Transfers a terminal's takings to the bank as the line says, and records what its bank kept as an expense of the terminal.
 * @param gross the takings; @throws match/changed where the line is more, or less than a fee explains
 */
export async function payOut(
  ctx: TenantContext,
  line: StoredBankLine,
  { terminal, gross }: { terminal: string; gross: number },
): Promise<string[]> {
  const { account, day, amount, name, text } = line
  const fee = gross - amount
  if (amount <= 0 || fee < 0 || fee * 1000 > gross * mostFee) throw failure('match/changed')
  const [transfer, expense] = [newFor(ctx), newFor(ctx)]
  await recordMove(ctx, { id: transfer, kind: 'transfer', amount, day, from: terminal, into: account, note: '' })
  if (fee === 0) return [transfer]
  const { name: terminalName } = await readMoneyAccount(ctx.trx, ctx.vendorId, terminal)
  const supplier = cut(terminalName || name || text, supplierLimit) || 'Card terminal'
  await createExpense(ctx, { ...paidFrom(terminal, 'card'), id: expense, day, category: 'fees', supplier, note: '', amount: fee, tax: 0 })
  return [transfer, expense]
}
