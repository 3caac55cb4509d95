import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { bankMonth, type KnownLine } from './bank-month.sample.ts'
import { fileOf, type BankBusiness } from './banking.sample.ts'
import { bankChunk, type BankLineRow } from './banking.contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Sends a file as the browser does. @returns how many of its lines were new */
async function send({ calls, bank }: BankBusiness, lines: readonly KnownLine[]): Promise<number> {
  const file = fileOf(
    bank,
    lines.map(({ truth: _truth, ...line }) => line),
    2_500_000,
  )
  let added = 0
  for (let at = 0; at < file.lines.length; at += bankChunk) {
    added += (await calls.banking.importFile({ ...file, lines: file.lines.slice(at, at + bankChunk) })).added
  }
  return added
}

async function linesOf({ calls, bank }: BankBusiness, state: 'open' | 'matched'): Promise<BankLineRow[]> {
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

test('of a bank file of 300 lines 95 % are proposed rightly, and accepting all sure ones confirms none wrongly', async () => {
  const month = await bankMonth(app, 7)
  const { calls, bank, owner, lines } = month
  expect(lines).toHaveLength(300)
  const truth = Map.groupBy(lines, keyOf)
  const isRight = (line: BankLineRow, ids: readonly string[]) =>
    (truth.get(keyOf(line)) ?? []).some((one) => one.truth.toSorted().join() === ids.toSorted().join())
  expect(await send(month, lines)).toBe(300)
  expect(await send(month, lines.toReversed())).toBe(0)
  const open = await linesOf(month, 'open')
  const right = open.filter((line) =>
    isRight(
      line,
      (line.proposal?.items ?? []).map(({ id }) => id),
    ),
  )
  expect(right.length).toBeGreaterThanOrEqual(285)
  for (;;) {
    const { accepted } = await calls.banking.acceptSure({ account: bank })
    if (accepted === 0) break
  }
  const matched = await linesOf(month, 'matched')
  expect(matched.length).toBeGreaterThan(170)
  const known = new Set(lines.flatMap((line) => line.truth))
  // A payment that accepting entered is the bill that it pays.
  const documents = ({ items }: BankLineRow) => items.map(({ id, sale }) => (sale && !known.has(id) ? sale : id))
  expect(matched.filter((line) => !isRight(line, documents(line)))).toEqual([])
  const { bank: theirs, ledger, atStart, missing, lines: without, entries } = await calls.banking.balance({ account: bank })
  expect(theirs).toBe(2_500_000 + lines.reduce((sum, { amount }) => sum + amount, 0))
  expect(theirs).toBe(ledger + atStart + missing + without.amount - entries.amount)
  expect([atStart, missing, without.count]).toEqual([2_500_000, 0, 300 - matched.length])
  expect(await send(month, lines)).toBe(0)
  expect(await tenant(app.app.db, owner.vendorId, (trx) => reconcile(trx, owner.vendorId))).toEqual([])
}, 240_000)
