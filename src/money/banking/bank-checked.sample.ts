import { expect } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import type { Caller, TestApp } from '../../../test/app.ts'
import { fileOf, type BankSampleLine } from './banking.sample.ts'
import { bankChunk, type BankLineRow } from './banking.contract.ts'

/** A line of the bank, with the documents that it is. */
export type KnownLine = BankSampleLine & { truth: string[] }

/** A business with a bank account, by its id. */
type Banked = { app: TestApp; calls: Caller['calls']; vendorId: string; bank: string }

/** The bank's balance before the first line. */
const opening = 2_500_000

/** Sends a file as the browser does. @returns how many of its lines were new */
async function send({ calls, bank }: Banked, lines: readonly KnownLine[]): Promise<number> {
  const file = fileOf(
    bank,
    lines.map(({ truth: _truth, ...line }) => line),
    opening,
  )
  let added = 0
  for (let at = 0; at < file.lines.length; at += bankChunk) {
    added += (await calls.banking.importFile({ ...file, lines: file.lines.slice(at, at + bankChunk) })).added
  }
  return added
}

async function linesOf({ calls, bank }: Banked, state: 'open' | 'matched'): Promise<BankLineRow[]> {
  const rows: BankLineRow[] = []
  for (let page = 1; ; page++) {
    const next = await calls.banking.lines({ account: bank, state, page, size: 100 })
    rows.push(...next.rows)
    if (rows.length >= next.total) return rows
  }
}

/** What a line truly is, by what the bank says of it; equal lines may be each other's. */
const keyOf = ({ day, amount, name = '', text = '', reference = '' }: Pick<KnownLine, 'day' | 'amount' | 'name' | 'text' | 'reference'>) =>
  JSON.stringify([day, amount, name, text, reference].map((part) => String(part).trim()))

/**
 * Imports a file, again in another order, and again after all sure lines were accepted: at least 95 % are proposed rightly,
 * none is confirmed wrongly, nothing doubles, and the two balances differ by the listed rows only.
 * @returns how many lines were proposed rightly, and how many accepted, with the balances
 */
export async function checkBankFile(business: Banked, lines: readonly KnownLine[]) {
  const { app, calls, bank, vendorId } = business
  const truth = Map.groupBy(lines, keyOf)
  const isRight = (line: BankLineRow, ids: readonly string[]) =>
    (truth.get(keyOf(line)) ?? []).some((one) => one.truth.toSorted().join() === ids.toSorted().join())
  expect(await send(business, lines)).toBe(lines.length)
  expect(await send(business, lines.toReversed())).toBe(0)
  const open = await linesOf(business, 'open')
  const right = open.filter((line) =>
    isRight(
      line,
      (line.proposal?.items ?? []).map(({ id }) => id),
    ),
  )
  expect(right.length).toBeGreaterThanOrEqual(Math.ceil(lines.length * 0.95))
  for (;;) {
    const { accepted } = await calls.banking.acceptSure({ account: bank })
    if (accepted === 0) break
  }
  const matched = await linesOf(business, 'matched')
  const known = new Set(lines.flatMap((line) => line.truth))
  // A payment that accepting entered is the bill that it pays.
  const documents = ({ items }: BankLineRow) => items.map(({ id, sale }) => (sale && !known.has(id) ? sale : id))
  expect(matched.filter((line) => !isRight(line, documents(line)))).toEqual([])
  const balance = await calls.banking.balance({ account: bank })
  const { bank: theirs, ledger, atStart, missing, lines: without, entries } = balance
  expect(theirs).toBe(opening + lines.reduce((sum, { amount }) => sum + amount, 0))
  expect(theirs).toBe(ledger + atStart + missing + without.amount - entries.amount)
  expect([missing, without.count]).toEqual([0, lines.length - matched.length])
  expect(await send(business, lines)).toBe(0)
  expect(await tenant(app.app.db, vendorId, (trx) => reconcile(trx, vendorId))).toEqual([])
  return { right: right.length, accepted: matched.length, balance }
}
