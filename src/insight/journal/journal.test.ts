import { afterAll, beforeAll, expect, test } from 'vitest'
import { postEntries } from '#business/ledger/books.server.ts'
import { accounts } from '#business/ledger/ledger.rules.ts'
import { joined } from '#directory/team/team.sample.ts'
import { tenant } from '#db/tenant.ts'
import { runAs } from '#kernel/context.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, openFloor, refusal, start, travel } from '../../../test/floor.ts'
import { exportFormats, type ExportFormat, journalAccounts } from './account-codes.rules.ts'
import { columnNames, exported, pagesOf, totalsByCode } from './journal.sample.ts'
import { readDatev, readGeneral, readQuickbooks, readXero, sumsOf, type ReadSide } from './read-back.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const october = { from: '2026-10-01', to: '2026-10-31' }
const adviser = { consultant: 29_098, client: 55_003, chart: '03', accountLength: 4, yearStart: 1 } as const

/** Names that break a careless writer: quotes, separators, another script, formulas. */
const suppliers = ['Müller & "Söhne"; GmbH', "=cmd|' /C calc'!A0", '+1+1', '@SUM(A1)', '-2+3', 'نادي النور', 'Łódź, Sport']

/** A month of a business: bills with tax, payments, a refund, expenses of odd suppliers, and trainer pay; closed. */
async function month(country: string) {
  app.clock.set(start)
  const base = await floor(app, country)
  const { calls, owner, trainer } = base
  const unit = (await calls.journal.totals(october)).exponent === 0 ? 1 : 100
  const ball = { kind: 'free' as const, text: 'A "ball"; =1+1', quantity: 2, unit: 1999 * unit }
  const total = 2 * ball.unit
  await calls.setup.saveTax({ rateThousandths: 7625, isIncluded: true, number: '', validFrom: '2026-10-05', version: 0 })
  const sold = await calls.sales.sell({ items: [ball], total, payments: [{ method: 'cash', amount: total, reference: '' }] })
  await calls.sales.refund({ sale: sold.id, amount: 100 * unit, method: 'cash', reason: 'Torn' })
  for (const [at, supplier] of suppliers.entries())
    await calls.expenses.create({
      category: 'equipment',
      supplier,
      amount: (at + 1) * 105 * unit,
      tax: (at + 1) * 5 * unit,
      day: '2026-10-04',
      method: 'cash',
    })
  const [till, bank] = await calls.cashbook.choices()
  await calls.cashbook.record({ kind: 'transfer', amount: unit, day: '2026-10-05', from: till!.id, into: bank!.id, note: '' })
  await travel(app, owner, start + 28 * 86_400_000)
  await calls.payroll.adjust({ trainer: trainer.id, month: '2026-10', amount: 12_000 * unit, reason: 'A match day' })
  await calls.finance.close({ month: '2026-10' })
  return { ...base, sold }
}

/** The sides of a file's postings, by the reader of its format. */
function read(format: ExportFormat, bytes: Uint8Array, decimals: number): ReadSide[] {
  if (format === 'general') return readGeneral(bytes, decimals, columnNames)
  if (format === 'xero') return readXero(bytes, decimals)
  if (format === 'quickbooks') return readQuickbooks(bytes, decimals)
  return readDatev(bytes).sides
}

test.each([
  ['DE', 'EUR', 2],
  ['JP', 'JPY', 0],
  ['KW', 'KWD', 3],
] as const)('in %s every export read back has the sums of the page and of the ledger', async (country, currency, exponent) => {
  const base = await month(country)
  const { calls, owner } = base
  if (exponent < 3) await calls.journal.saveDatev({ ...adviser, version: 0 })
  const ledger = await tenant(app.app.db, owner.vendorId, (trx) =>
    trx
      .selectFrom('ledger')
      .select(['debit', 'credit', 'amount', 'intoAccount', 'fromAccount'])
      .where('vendorId', '=', owner.vendorId)
      .where('day', '<=', october.to)
      .execute(),
  )
  const kinds = new Map((await calls.cashbook.choices()).map(({ id, kind }) => [id, kind]))
  const sides = ledger.map(({ debit, credit, amount, intoAccount, fromAccount }) => ({
    debit: debit === 'cash' ? kinds.get(intoAccount ?? '') : debit,
    credit: credit === 'cash' ? kinds.get(fromAccount ?? '') : credit,
    amount,
  }))
  for (const format of exportFormats.filter((name) => name !== 'datev' || exponent < 3)) {
    const { totals, codes, files } = await exported(base, format, october)
    expect(totals).toMatchObject({ currency, exponent, entries: ledger.length, closedThrough: '2026-10-31' })
    for (const account of journalAccounts) {
      const sum = (side: 'debit' | 'credit') => sides.reduce((all, row) => all + (row[side] === account ? row.amount : 0), 0)
      const row = totals.rows.find((one) => one.account === account) ?? { debit: 0, credit: 0 }
      expect([row.debit, row.credit], account).toEqual([sum('debit'), sum('credit')])
    }
    expect(files.size).toBe(1)
    // DATEV writes yen with two decimals too.
    const scale = format === 'datev' ? 10 ** (2 - exponent) : 1
    const written = [...files.values()].flatMap((bytes) => read(format, bytes, exponent))
    const expected = totalsByCode(totals, codes).map((side) => ({ ...side, amount: side.amount * scale }))
    expect(sumsOf(written), format).toEqual(sumsOf(expected))
  }
})

test('each entry has its day, document, name and tax rate, and a formula is text', async () => {
  const base = await month('DE')
  await base.calls.journal.saveDatev({ ...adviser, version: 0 })
  const { totals, files } = await exported(base, 'general', october)
  const entries = (await pagesOf(base, totals)).flat()
  const tax = entries.find(({ source, credit }) => source === 'sale' && credit === 'taxPayable')
  expect(tax).toMatchObject({ day: '2026-10-05', document: base.sold.number, taxRateThousandths: 7625, debit: 'customerReceivable' })
  expect(
    entries.filter(({ debit, credit }) => ![debit, credit].includes('taxPayable')).every((row) => row.taxRateThousandths === null),
  ).toBe(true)
  const spent = entries.filter(({ source, debit }) => source === 'expense' && debit === 'expense')
  expect(spent.map(({ name }) => name)).toEqual(suppliers)
  expect(spent.every(({ document }) => /^EXPENSE-[0-9A-F]{8}$/.test(document))).toBe(true)
  expect(entries.find(({ source }) => source === 'payroll')?.name).toBe('Mariam Haddad')
  const [[name = '', bytes = new Uint8Array()] = []] = files
  expect(name).toBe('journal-2026-10-01-2026-10-31.csv')
  const read = readGeneral(bytes, 2, columnNames).filter(({ document, side }) => document.startsWith('EXPENSE') && side === 'credit')
  expect(new Set(read.map(({ text }) => text.replace(/^'/, '')))).toEqual(new Set(suppliers))
  const datev = await exported(base, 'datev', october)
  const [[file = '', batch = new Uint8Array()] = []] = datev.files
  expect(file).toBe('EXTF_Buchungsstapel_2026-10-01_2026-10-31.csv')
  const posted = readDatev(batch)
  expect(posted.header.slice(10, 16)).toEqual(['29098', '55003', '20260101', '4', '20261001', '20261031'])
  expect([posted.header[20], posted.header[21], posted.header[26]]).toEqual(['1', '"EUR"', '"03"'])
  const texts = new Set(posted.sides.map(({ text }) => text))
  expect(texts).toContain('Ausgabe Müller & "Söhne"; GmbH')
  expect(texts).toContain("Ausgabe =cmd|' /C calc'!A0")
  // Windows-1252 has neither Arabic nor ź.
  expect([...texts].filter((text) => text === 'Ausgabe')).toEqual(['Ausgabe'])
})

test('codes are kept by format, stale saves and codes that a program refuses are not, and only bookkeepers change them', async () => {
  const base = await openFloor(app, 5)
  const { calls } = base
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const save = (format: ExportFormat, account: string, code: string, version = 0) =>
    refusal(calls.journal.saveCodes({ format, codes: [{ account, code }], version }))
  const of = async (format: ExportFormat, account: string) =>
    (await calls.journal.codes({ format })).codes.find((row) => row.account === account)
  expect(await of('xero', 'revenue')).toEqual({ account: 'revenue', code: '200', isDefault: true })
  expect(await save('xero', 'revenue', '210')).toBe('accepted')
  expect(await of('xero', 'revenue')).toEqual({ account: 'revenue', code: '210', isDefault: false })
  expect(await of('general', 'revenue')).toMatchObject({ code: '4000' })
  expect(await save('xero', 'revenue', '220')).toBe('request/stale')
  expect(await save('xero', 'taxRate', 'Tax Exempt (0%)', 1)).toBe('accepted')
  for (const [format, account, code, error] of [
    ['xero', 'till', '12345678901', 'journal.code.invalid'],
    ['quickbooks', 'till', '=HYPERLINK(1)', 'journal.code.invalid'],
    ['quickbooks', 'till', '-1', 'journal.code.invalid'],
    ['general', 'till', '@1', 'journal.code.invalid'],
    ['datev', 'till', '10a', 'journal.code.invalid'],
    ['datev', 'till', '0000', 'journal.code.invalid'],
    ['datev', 'taxRate', '1', 'lib.fields.invalid'],
    ['general', 'gold', '1', 'lib.fields.invalid'],
  ] as const)
    expect(await save(format, account, code), `${format} ${code}`).toBe(error)
  const twice = [
    { account: 'till', code: '1' },
    { account: 'till', code: '2' },
  ]
  expect(await refusal(calls.journal.saveCodes({ format: 'general', codes: twice, version: 0 }))).toBe('lib.fields.invalid')
  expect(await save('general', 'till', '')).toBe('accepted')
  const races = await Promise.all(['1', '2', '3'].map((code) => save('general', 'till', code, 1)))
  expect(races.toSorted()).toEqual(['accepted', 'request/stale', 'request/stale'])
  for (const [role, may] of [
    ['manager', 'permission/denied'],
    ['accountant', 'accepted'],
    ['frontDesk', 'permission/denied'],
  ] as const) {
    const { journal } = (await joined(app, base, role)).calls
    // The one of the races that was accepted left version 2.
    expect(await refusal(journal.saveCodes({ format: 'general', codes: [{ account: 'expense', code: role }], version: 2 })), role).toBe(may)
    expect(await refusal(journal.totals(october)), role).toBe(role === 'frontDesk' ? 'permission/denied' : 'accepted')
  }
  const log = await calls.reports.audit({})
  expect(log.rows.filter(({ entity }) => entity === 'accountCodes').at(-1)?.fields).toEqual([
    { name: 'codes.revenue', before: '200', after: '210' },
    { name: 'format', before: null, after: 'xero' },
  ])
})

test('DATEV settings have DATEV’s ranges, and the chart chooses the defaults', async () => {
  const { calls } = await openFloor(app, 5)
  const save = (more: object, version = 0) => refusal(calls.journal.saveDatev({ ...adviser, ...more, version }))
  expect(await save({ consultant: 1000 })).toBe('journal.datev.consultant.range')
  expect(await save({ consultant: 10_000_000 })).toBe('journal.datev.consultant.range')
  expect(await save({ client: 0 })).toBe('journal.datev.client.range')
  expect(await save({ client: 100_000 })).toBe('journal.datev.client.range')
  expect(await save({ accountLength: 9 })).toBe('journal.datev.accountLength')
  expect(await save({ yearStart: 13 })).toBe('lib.fields.invalid')
  expect((await calls.journal.codes({ format: 'datev' })).datev).toBeNull()
  const cash = async () => (await calls.journal.codes({ format: 'datev' })).codes.find(({ account }) => account === 'till')?.code
  expect(await save({})).toBe('accepted')
  expect(await cash()).toBe('1000')
  expect(await save({ chart: '04' })).toBe('request/stale')
  expect(await save({ chart: '04' }, 1)).toBe('accepted')
  expect(await cash()).toBe('1600')
})

test('thousands of entries over months come in pages as of one moment, in files that each program takes, and no other business sees them', async () => {
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  await calls.journal.saveDatev({ ...adviser, yearStart: 7, version: 0 })
  const post = (day: string, amount: number) =>
    runAs(app.app, 'system', owner.vendorId, (ctx) =>
      postEntries(ctx.trx, ctx.call, {
        source: 'adjustment',
        sourceId: newId(),
        day,
        at: ctx.now,
        currency: 'AED',
        // Every account once on either side.
        moves: accounts.map((debit, at) => ({ debit, credit: accounts[(at + 1) % accounts.length] ?? 'cash', amount: amount + at })),
      }),
    )
  const days = Array.from({ length: 70 }, (_, at) => new Date(Date.UTC(2026, 5, 1) + at * 86_400_000).toISOString().slice(0, 10))
  for (const [at, day] of days.entries()) await post(day, 100 * (at + 1))
  const span = { from: '2000-01-01', to: '2099-12-31' }
  const totals = await calls.journal.totals(span)
  expect(totals.entries).toBe(70 * accounts.length)
  // Posted between two pages: none of it is part of the export.
  await post('2026-06-01', 1)
  const pages = await pagesOf(base, totals)
  expect(pages.map(({ length }) => length)).toEqual([1000, 330])
  expect(pages.flat().map(({ day }) => day)).toEqual(days.flatMap((day) => accounts.map(() => day)))
  for (const format of exportFormats) {
    const { totals: shown, codes, files } = await exported(base, format, span)
    const sides = [...files.values()].flatMap((bytes) => read(format, bytes, 2))
    expect(sumsOf(sides), format).toEqual(sumsOf(totalsByCode(shown, codes)))
    // Xero: 38 lines a day, seven days in a file. QuickBooks: 26 days. DATEV: June is of the financial year before.
    expect([...files.keys()].length, format).toBe({ general: 1, xero: 10, quickbooks: 3, datev: 3 }[format])
  }
  const datev = await exported(base, 'datev', span)
  expect([...datev.files.values()].map((bytes) => readDatev(bytes).header[12])).toEqual(['20250701', '20260701', '20260701'])
  const other = await openFloor(app, 5)
  expect(await other.calls.journal.totals(span)).toMatchObject({ entries: 0, rows: [] })
  expect(await other.calls.journal.lines({ ...span, through: Number.MAX_SAFE_INTEGER })).toEqual({ rows: [], hasMore: false })
  expect(await refusal(calls.journal.totals({ from: '2026-10-02', to: '2026-10-01' }))).toBe('finance.range.order')
  expect(await refusal(calls.journal.lines({ ...span, through: -1 }))).toBe('lib.fields.invalid')
})
