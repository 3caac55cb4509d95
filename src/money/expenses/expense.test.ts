import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { sweepImages } from '#kernel/image-sweep.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { openFloor, refusal, seen, start, storedImage, travel } from '../../../test/floor.ts'
import type { Expense } from './expense.contract.ts'
import { expenseEntries, faultsOf, rent } from './expense.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000
/** The form fields of a row: a correction sends every field. */
const fieldsOf = ({ day, category, supplier, note, amount, tax, method, hall, batch, receipt }: Expense) => {
  return { day, category, supplier, note, amount, tax, method, hall, batch, receipt }
}

const entries = (vendorId: string) => expenseEntries(app, vendorId)
const audits = (vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ action: string; chained: boolean }>`
      select "action", "sequence" is not null as "chained" from "audit" where "vendorId" = ${vendorId} and "entity" = 'expense' order by "sequence"`.execute(
      trx,
    )
    return rows.map(({ action, chained }) => `${action}${chained ? '' : ' unchained'}`)
  })
const clean = (vendorId: string) => faultsOf(app, vendorId)

test('an expense posts its cost without tax and its tax, about its hall, batch and service', async () => {
  const { calls, owner, hall, made, service } = await openFloor(app, 5)
  const first = await calls.expenses.create({ ...rent, hall: hall.id, batch: made.id })
  expect(first).toMatchObject({
    ...rent,
    hallTitle: 'North pitch',
    batchName: 'Juniors',
    service: service.id,
    currency: 'AED',
    exponent: 2,
    state: 'booked',
    isClosed: false,
    version: 1,
  })
  expect(await entries(owner.vendorId)).toEqual(['2026-10-01 expense cash 10000', '2026-10-01 taxPayable cash 500'])
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql`select distinct "hall", "batch", "service", "method" from "ledger" where "vendorId" = ${owner.vendorId}`.execute(trx),
  )
  expect(rows).toEqual([{ hall: hall.id, batch: made.id, service: service.id, method: 'transfer' }])
  const statement = await calls.finance.statement({ from: '2026-10-01', to: '2026-10-31' })
  // One document, though its tax is a separate entry.
  const spent = { source: 'expense', method: 'transfer', amount: -10_500, count: 2, documents: 1 }
  expect(statement).toMatchObject({ closing: -10_500, movements: [spent] })
  // Input tax is not part of the tax on sales.
  expect(statement.earned.tax).toBe(0)
  expect((await calls.finance.entries({ from: '2026-10-01', to: '2026-10-31' })).rows[0]).toMatchObject({ expense: first.id, sale: null })
  expect(await clean(owner.vendorId)).toEqual([])
})

test('what is entered is checked: tax within the amount, no later day, nothing of another vendor', async () => {
  const other = await openFloor(app, 5)
  const { calls, owner } = await openFloor(app, 5)
  const refused = async (more: object) => refusal(calls.expenses.create({ ...rent, ...more }))
  expect(await refused({ tax: 10_501 })).toBe('expenses.tax.more')
  expect(await refused({ amount: 0, tax: 0 })).toBe('expenses.amount.positive')
  expect(await refused({ day: '2026-10-06' })).toBe('expenses.day.future')
  expect(await refused({ supplier: 'x'.repeat(81) })).toBe('expenses.supplier.long')
  expect(await refused({ note: 'x'.repeat(501) })).toBe('expenses.note.long')
  expect(await refused({ category: 'bribes' })).toBe('expenses.category.required')
  expect(await refused({ method: 'wallet' })).toBe('expenses.method.required')
  for (const id of [newId(), other.hall.id]) expect(await refused({ hall: id })).toBe('expenses.hall.unknown')
  for (const id of [newId(), other.made.id]) expect(await refused({ batch: id })).toBe('expenses.batch.unknown')
  expect(await refused({ receipt: `/media/${'b'.repeat(64)}.webp` })).toBe('lib.images.required')
  expect([await entries(owner.vendorId), await audits(owner.vendorId)]).toEqual([[], []])
  expect(await refused({ tax: 10_500 })).toBe('accepted')
  expect(await entries(owner.vendorId)).toEqual(['2026-10-01 taxPayable cash 10500'])
})

test('a retry answers what the first made, and another request under its id is refused', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const id = newId()
  const answers = await Promise.all(Array.from({ length: 10 }, () => calls.expenses.create({ ...rent, id })))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(await refusal(calls.expenses.create({ ...rent, id, amount: 10_501 }))).toBe('request/reused')
  expect((await entries(owner.vendorId)).length).toBe(2)
  expect(await audits(owner.vendorId)).toEqual(['create'])
})

test('a correction takes back the old entries and posts new ones; words alone post nothing', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const first = await calls.expenses.create(rent)
  const worded = await calls.expenses.update({ ...fieldsOf(first), ...seen(first), note: 'October', category: 'other' })
  expect(worded).toMatchObject({ note: 'October', category: 'other', version: 2 })
  expect((await entries(owner.vendorId)).length).toBe(2)
  expect(await calls.expenses.update({ ...fieldsOf(worded), ...seen(worded) })).toEqual(worded)
  const moved = await calls.expenses.update({
    ...fieldsOf(worded),
    ...seen(worded),
    amount: 21_000,
    tax: 1000,
    day: '2026-10-03',
    method: 'cash',
  })
  expect(await entries(owner.vendorId)).toEqual([
    '2026-10-01 expense cash 10000',
    '2026-10-01 taxPayable cash 500',
    '2026-10-01 cash expense 10000',
    '2026-10-01 cash taxPayable 500',
    '2026-10-03 expense cash 20000',
    '2026-10-03 taxPayable cash 1000',
  ])
  expect(await refusal(calls.expenses.update({ ...fieldsOf(worded), ...seen(worded), amount: 1, tax: 0 }))).toBe('request/stale')
  expect(await refusal(calls.expenses.void({ ...seen(worded), reason: 'Twice' }))).toBe('request/stale')
  expect(await calls.expenses.void({ ...seen(moved), reason: 'Twice' })).toMatchObject({
    state: 'void',
    voidedOn: '2026-10-03',
    voidReason: 'Twice',
    amount: 21_000,
  })
  expect((await entries(owner.vendorId)).slice(6)).toEqual(['2026-10-03 cash expense 20000', '2026-10-03 cash taxPayable 1000'])
  expect(await refusal(calls.expenses.void({ id: first.id, version: 4, reason: 'Again' }))).toBe('expense/state')
  expect(await refusal(calls.expenses.update({ ...fieldsOf(moved), id: first.id, version: 4 }))).toBe('expense/state')
  expect(await audits(owner.vendorId)).toEqual(['create', 'update', 'update', 'void'])
  expect(await clean(owner.vendorId)).toEqual([])
})

test('in a closed month the money stays; voiding is of today, and the words may still change', async () => {
  const { calls, owner } = await openFloor(app, 5)
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const first = await calls.expenses.create(rent)
  await travel(app, owner, start + 40 * dayMs)
  await calls.finance.close({ month: '2026-10' })
  const row = await calls.expenses.get({ id: first.id })
  expect(row.isClosed).toBe(true)
  const change = (more: object) => refusal(calls.expenses.update({ ...fieldsOf(row), ...seen(row), ...more }))
  expect(await change({ amount: 10_501 })).toBe('month/closed')
  expect(await change({ day: '2026-11-02' })).toBe('month/closed')
  expect(await refusal(calls.expenses.create({ ...rent, day: '2026-10-31' }))).toBe('month/closed')
  const november = await calls.expenses.create({ ...rent, day: '2026-11-02' })
  expect(await refusal(calls.expenses.update({ ...fieldsOf(november), ...seen(november), day: '2026-10-31' }))).toBe('month/closed')
  expect(await change({ note: 'Paid late' })).toBe('accepted')
  expect(await calls.expenses.void({ id: row.id, version: 2, reason: 'Wrong amount' })).toMatchObject({ voidedOn: '2026-11-14' })
  expect((await entries(owner.vendorId)).slice(-2)).toEqual(['2026-11-14 cash expense 10000', '2026-11-14 cash taxPayable 500'])
  const sumOf = async (from: string, to: string) => (await calls.finance.statement({ from, to })).closing
  expect([await sumOf('2026-10-01', '2026-10-31'), await sumOf('2026-11-01', '2026-11-30')]).toEqual([-10_500, -10_500])
  expect(await clean(owner.vendorId)).toEqual([])
})

test('the list is narrowed and summed over all that matches, void ones left out; suppliers come latest first', async () => {
  const { calls, hall, made } = await openFloor(app, 5)
  await calls.expenses.create({ ...rent, hall: hall.id })
  await calls.expenses.create({
    ...rent,
    day: '2026-10-02',
    category: 'equipment',
    supplier: 'Ball & Net 100%',
    amount: 700,
    tax: 0,
    batch: made.id,
  })
  const wrong = await calls.expenses.create({ ...rent, day: '2026-10-03', amount: 99, tax: 9 })
  await calls.expenses.void({ ...seen(wrong), reason: 'Twice' })
  const found = async (input: object) => {
    const { total, sums, rows } = await calls.expenses.list(input)
    return [total, sums.amount, sums.tax, rows.length]
  }
  expect(await found({})).toEqual([3, 11_200, 500, 3])
  expect(await found({ size: 1 })).toEqual([3, 11_200, 500, 1])
  expect(await found({ state: 'void' })).toEqual([1, 0, 0, 1])
  expect(await found({ category: 'rent' })).toEqual([2, 10_500, 500, 2])
  expect(await found({ hall: hall.id })).toEqual([1, 10_500, 500, 1])
  expect(await found({ batch: made.id })).toEqual([1, 700, 0, 1])
  expect(await found({ from: '2026-10-02', to: '2026-10-02' })).toEqual([1, 700, 0, 1])
  expect(await found({ search: '100%' })).toEqual([1, 700, 0, 1])
  expect(await found({ search: 'corniche' })).toEqual([2, 10_500, 500, 2])
  expect((await calls.expenses.list({ sort: 'amount', direction: 'asc' })).rows.map(({ amount }) => amount)).toEqual([99, 700, 10_500])
  expect(await calls.expenses.suppliers()).toEqual(['Corniche Estates', 'Ball & Net 100%'])
})

test('a manager only looks, an accountant keeps them, the others see nothing', async () => {
  const { calls, owner } = await openFloor(app, 5)
  const { id } = await calls.expenses.create(rent)
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const may = async () => [
    await refusal(calls.expenses.list({})),
    await refusal(calls.expenses.create(rent)),
    await refusal(calls.expenses.listRecurring()),
  ]
  await as('manager')
  expect(await may()).toEqual(['accepted', 'permission/denied', 'accepted'])
  await as('accountant')
  expect(await may()).toEqual(['accepted', 'accepted', 'accepted'])
  for (const role of ['frontDesk', 'trainer'] as const) {
    await as(role)
    expect(await may()).toEqual(['permission/denied', 'permission/denied', 'permission/denied'])
    expect(await refusal(calls.expenses.get({ id }))).toBe('permission/denied')
  }
})

test('the picture of a receipt stays as long as an expense shows it', async () => {
  app.clock.set(start)
  const alone = await app.owner()
  const receipt = await storedImage(app, alone.vendorId, 'receipt')
  const created = await alone.calls.expenses.create({ ...rent, receipt })
  expect(created.receipt).toBe(receipt)
  const images = () =>
    tenant(app.app.db, alone.vendorId, async (trx) =>
      (await trx.selectFrom('media').select('image').where('vendorId', '=', alone.vendorId).execute()).map(({ image }) => image),
    )
  // An unused image is deleted while the receipt stays.
  const spare = { image: `/media/${'c'.repeat(64)}.webp`, purpose: 'receipt', bytes: 1, width: 1, height: 1 }
  const { vendorId } = alone
  const createdAt = new Date(app.clock.now()).toISOString()
  await tenant(app.app.db, vendorId, (trx) =>
    trx
      .insertInto('media')
      .values({ vendorId, ...spare, createdAt })
      .execute(),
  )
  await travel(app, alone, start + 3 * dayMs)
  await sweepImages(app.app)
  expect(await images()).toEqual([receipt])
  await alone.calls.expenses.update({ ...fieldsOf(created), ...seen(created), receipt: null })
  await sweepImages(app.app)
  expect(await images()).toEqual([])
})
