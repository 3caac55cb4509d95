import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { addDays } from '#lib/days.ts'
import { newId } from '#kernel/ids.ts'
import { openFloor, person, seen, start } from '../../../test/floor.ts'
import type { TestApp } from '../../../test/app.ts'
import type { BankLineRow, FileInput } from './banking.contract.ts'
import { numberedLines } from './bank-line-keys.rules.ts'

/** A business with the accounts that bank files need. */
export async function bankBusiness(app: TestApp) {
  app.clock.set(start)
  const base = await openFloor(app, 5)
  const { calls } = base
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const first = async (kind: string) => (await calls.cashbook.choices()).find((row) => row.kind === kind && row.isFirst)?.id ?? ''
  const [till, bank, card] = [await first('till'), await first('bank'), await first('card')]
  await calls.cashbook.updateAccount({ id: card, version: 1, name: 'Cardwise' })
  const { id: savings } = await calls.cashbook.createAccount({ kind: 'bank', name: 'Savings', number: '' })
  return { ...base, till, bank, card, savings }
}
export type BankBusiness = Awaited<ReturnType<typeof bankBusiness>>

/** A bill of a customer, paid or open. @returns the bill, and its payment if it is paid */
export async function billFor(
  { calls }: Pick<BankBusiness, 'calls'>,
  customer: string,
  amount: number,
  method: 'transfer' | 'card' | 'cash' | null = null,
) {
  const sale = await calls.sales.sell({
    customer,
    items: [{ kind: 'free', text: 'Fee', quantity: 1, unit: amount }],
    total: amount,
    payments: method === null ? [] : [{ method, amount, reference: '' }],
  })
  return { ...sale, payment: sale.payments[0]?.id ?? '' }
}

/** A customer by a name of one or more words. */
export async function customerNamed({ calls }: Pick<BankBusiness, 'calls'>, name: string): Promise<string> {
  const [firstName = '', ...rest] = name.split(' ')
  const { id } = await person(calls, firstName, { lastName: rest.join(' ') })
  return id
}

/** A line as a bank's file has it. */
export type BankSampleLine = { day: string; amount: number; name?: string; text?: string; reference?: string; balance?: number | null }

/** The calls' input of a bank file with some lines. @param opening the bank's balance before the first line */
export function fileOf(
  account: string,
  lines: readonly BankSampleLine[],
  opening: number | null = null,
  more: Partial<FileInput> = {},
): FileInput {
  const days = lines.map(({ day }) => day).toSorted()
  const full = lines.map((line, at) => ({ balance: null, name: '', text: '', reference: '', bankId: '', ...line, position: at + 1 }))
  return {
    id: newId(),
    account,
    name: 'november.csv',
    fromDay: days[0] ?? '',
    toDay: days.at(-1) ?? '',
    openingBalance: opening,
    closingBalance: opening === null ? null : opening + lines.reduce((sum, { amount }) => sum + amount, 0),
    lines: numberedLines(full),
    ...more,
  }
}

/** Midday of a day after `start`. */
export const noon = (day: string) => Date.parse(`${day}T09:00:00Z`)
export const dayAfter = (days: number) => addDays('2026-10-05', days)

/** A business, with the open lines of its bank and what the books' own check finds. */
export async function openBank(app: TestApp) {
  const base = await bankBusiness(app)
  const { calls, bank, owner } = base
  const importLines = (lines: BankSampleLine[], opening: number | null = null) => calls.banking.importFile(fileOf(bank, lines, opening))
  const open = async () => (await calls.banking.lines({ account: bank })).rows
  const lineOf = async (amount: number) => {
    const line = (await open()).find((row) => row.amount === amount)
    if (!line) throw new Error(`No open line of ${amount}`)
    return line
  }
  const check = () => tenant(app.app.db, owner.vendorId, (trx) => reconcile(trx, owner.vendorId))
  return { ...base, importLines, open, lineOf, check }
}

/** What accepting a line's proposal sends. */
export function acceptance(line: BankLineRow) {
  const items = line.proposal?.items ?? []
  return {
    ...seen(line),
    entries: items.flatMap(({ entries }) => entries),
    documents: items.flatMap(({ kind, id }) => (kind === 'bill' || kind === 'supplierBill' ? [{ kind, id }] : [])),
  }
}

/** Both balances of a day, with what explains their difference. */
export async function explainedBalance({ calls, bank }: Pick<BankBusiness, 'calls' | 'bank'>, day?: string) {
  const { bank: theirs, ledger, atStart, missing, lines, entries } = await calls.banking.balance({ account: bank, day })
  expect(theirs).toBe(ledger + atStart + missing + lines.amount - entries.amount)
  return { theirs, ledger, atStart, missing, lines: lines.amount, entries: entries.amount }
}
