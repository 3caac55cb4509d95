import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant } from '#db/tenant.ts'
import { kindSql } from '#business/ledger/money-account.row.server.ts'
import { accountKindOf } from '#business/ledger/money-account.rules.ts'
import { entrySources } from '#business/ledger/ledger.rules.ts'
import { methods } from '#business/ledger/method.rules.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'
import type { Role } from '#lib/roles.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { openFloor, person, refusal, seen, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const dayMs = 86_400_000

/** The refused fields of a call with their keys. */
const fieldsRefused = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    ({ data }: { data?: { issues?: { path: string[]; key: string }[] } }) =>
      Object.fromEntries((data?.issues ?? []).map(({ path, key }) => [path.join('.'), key])),
  )
const rent = {
  day: '2026-10-05',
  category: 'rent' as const,
  supplier: 'Corniche Estates',
  amount: 10_500,
  tax: 500,
  method: 'transfer' as const,
}

type Base = Awaited<ReturnType<typeof openFloor>>

/** A business with its accounts by kind, and their balances. */
async function books() {
  app.clock.set(start)
  const base = await openFloor(app, 5)
  const { calls, owner } = base
  await calls.plans.change({ plan: 'pro', version: (await calls.plans.current()).version })
  const of = async (kind: string) => (await calls.cashbook.choices()).find((row) => row.kind === kind && row.isFirst)?.id ?? ''
  const [till, bank, card] = [await of('till'), await of('bank'), await of('card')]
  const balances = async () =>
    Object.fromEntries(
      (await calls.cashbook.accounts({})).rows
        .filter(({ balance }) => balance !== 0)
        .map(({ kind, name, balance }) => [name || kind, balance]),
    )
  const balanced = async () => {
    const { assets, liabilities, equity, cash, accounts } = await calls.finance.balance({ day: '2026-12-31' })
    expect(assets).toBe(liabilities + equity)
    expect(accounts.reduce((sum, { amount }) => sum + amount, 0)).toBe(cash)
    expect((await calls.cashbook.accounts({})).total).toBe(cash)
    expect(await tenant(app.app.db, owner.vendorId, (trx) => reconcile(trx, owner.vendorId))).toEqual([])
  }
  return { ...base, till, bank, card, balances, balanced }
}

const sell = async ({ calls, made }: Base, method: 'cash' | 'card' | 'transfer', account: string | null = null) => {
  const { id: customer } = await person(calls, newId(app.clock.now()).slice(-6))
  const sale = await calls.sales.sell({
    customer,
    items: [{ kind: 'free', text: 'Ball', quantity: 1, unit: 1_000 }],
    total: 1_000,
    payments: [{ method, account, amount: 1_000, reference: '' }],
  })
  expect(made).toBeDefined()
  return sale
}

test('the first account of a payment without one is the same in the database and in the product', async () => {
  const { owner } = await books()
  const pairs = entrySources.flatMap((source) => [null, ...methods].map((method) => ({ source, method })))
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{
      kind: string
    }>`select ${kindSql} as "kind" from jsonb_to_recordset(${JSON.stringify(pairs.map((pair, at) => ({ ...pair, at })))}::jsonb)
      l ("source" text, "method" text, "at" int) order by l."at"`.execute(trx),
  )
  expect(rows.map(({ kind }) => kind)).toEqual(pairs.map(({ method, source }) => accountKindOf(method, source)))
})

test('money comes into the account of its method, or into the one that is named, and leaves it again', async () => {
  const base = await books()
  const { calls, balances, balanced } = base
  const desk = await calls.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' })
  await sell(base, 'cash')
  const second = await sell(base, 'cash', desk.id)
  await sell(base, 'card')
  await calls.expenses.create(rent)
  await calls.expenses.create({ ...rent, amount: 300, tax: 0, method: 'card' })
  expect(await balances()).toEqual({ till: 1_000, 'Second desk': 1_000, card: 1_000, bank: -10_800 })
  await calls.sales.refund({ sale: second.id, amount: 400, method: 'cash', account: desk.id, reason: 'Torn' })
  expect((await balances())['Second desk']).toBe(600)
  await balanced()
  const third = await sell(base, 'cash', desk.id)
  await calls.sales.reversePayment({ sale: third.id, payment: third.payments[0]?.id ?? '', reason: 'Wrong bill' })
  expect((await balances())['Second desk']).toBe(600)
  await balanced()
})

test('an account that does not take the method, is archived or is another business’s is refused at its field', async () => {
  const base = await books()
  const { calls, bank, till } = base
  const other = await books()
  const refused = async (work: Promise<unknown>) => fieldsRefused(work)
  expect(await refused(sell(base, 'cash', bank))).toEqual({ 'payments.0.account': 'cashbook.account.unknown' })
  expect(await refused(sell(base, 'cash', other.till))).toEqual({ 'payments.0.account': 'cashbook.account.unknown' })
  expect(await refused(calls.expenses.create({ ...rent, account: other.bank }))).toEqual({ account: 'cashbook.account.unknown' })
  const transfer = { kind: 'transfer' as const, amount: 100, day: '2026-10-05', note: '' }
  expect(await refused(calls.cashbook.record({ ...transfer, from: till, into: other.bank }))).toEqual({ into: 'cashbook.account.unknown' })
  expect(await refused(calls.cashbook.record({ ...transfer, from: till, into: till }))).toEqual({ into: 'cashbook.into.same' })
  expect(await refused(calls.cashbook.record({ ...transfer, kind: 'taxPaid', from: bank, into: till }))).toEqual({
    into: 'cashbook.into.required',
  })
  expect(await refused(calls.cashbook.record({ ...transfer, day: '2026-10-06', from: till, into: bank }))).toEqual({
    day: 'cashbook.day.future',
  })
  expect(await refusal(calls.cashbook.book({ account: other.bank, from: '2026-10-01', to: '2026-10-31' }))).toBe('document/not-found')
  const wallet = await calls.cashbook.createAccount({ kind: 'wallet', name: 'Phone wallet', number: '' })
  expect(await refused(calls.cashbook.createAccount({ kind: 'till', name: 'phone wallet', number: '' }))).toEqual({
    name: 'cashbook.name.taken',
  })
  await calls.cashbook.archiveAccount(seen(wallet))
  expect(await refused(calls.cashbook.record({ ...transfer, from: till, into: wallet.id }))).toEqual({ into: 'cashbook.account.unknown' })
})

test('transfers, tax payments, the owner’s money and loans move balances and no profit, and are reversed', async () => {
  const base = await books()
  const { calls, till, bank, balances, balanced } = base
  await sell(base, 'cash')
  const profit = async () => (await calls.finance.profit({ from: '2026-10-01', to: '2026-10-31', basis: 'billed' })).total.now.result
  const [before, { tax }] = [await profit(), await calls.finance.balance({ day: '2026-10-05' })]
  const day = '2026-10-05'
  await calls.cashbook.record({ kind: 'ownerIn', amount: 5_000, day, into: bank, note: 'Start' })
  await calls.cashbook.record({ kind: 'loanIn', amount: 2_000, day, into: bank, note: '' })
  await calls.cashbook.record({ kind: 'loanOut', amount: 500, day, from: bank, note: '' })
  const moved = await calls.cashbook.record({ kind: 'transfer', amount: 900, day, from: till, into: bank, note: '' })
  await calls.cashbook.record({ kind: 'taxPaid', amount: tax, day, from: bank, note: '' })
  await calls.cashbook.record({ kind: 'ownerOut', amount: 100, day, from: bank, note: '' })
  expect(await balances()).toEqual({ till: 100, bank: 7_300 - tax })
  expect(await calls.finance.balance({ day })).toMatchObject({ owner: 4_900, loans: 1_500, tax: 0 })
  expect(await profit()).toBe(before)
  expect((await calls.finance.tax({ from: day, to: day })).payable).toBe(tax)
  await balanced()
  const reversed = await calls.cashbook.reverse({ id: moved.id, version: moved.version, reason: 'Counted again' })
  expect(reversed).toMatchObject({ reversedOn: day, version: 2 })
  expect(await balances()).toEqual({ till: 1_000, bank: 6_400 - tax })
  expect(await refusal(calls.cashbook.reverse({ id: moved.id, version: 2, reason: 'Again' }))).toBe('move/reversed')
  await balanced()
  const { movements, places, closing } = await calls.finance.statement({ from: day, to: day })
  expect([places.cash, closing]).toEqual([(await calls.cashbook.accounts({})).total, places.cash])
  expect(movements.map(({ source }) => source)).not.toContain('transfer')
})

test('a balance is set by the difference, once however often it is sent, and not in a closed month', async () => {
  const base = await books()
  const { calls, owner, bank, balances, balanced } = base
  await calls.expenses.create(rent)
  const input = { id: newId(app.clock.now()), account: bank, day: '2026-10-05', balance: 250_000, note: 'Bank statement' }
  const [one, two] = await Promise.all([calls.cashbook.setBalance(input), calls.cashbook.setBalance(input)])
  expect([one.amount, two.id]).toEqual([260_500, one.id])
  expect(await balances()).toEqual({ bank: 250_000 })
  expect(await fieldsRefused(calls.cashbook.setBalance({ ...input, id: undefined }))).toEqual({ balance: 'cashbook.balance.same' })
  expect(await refusal(calls.cashbook.setBalance({ ...input, balance: 1 }))).toBe('request/reused')
  await balanced()
  await travel(app, owner, start + 40 * dayMs)
  await calls.finance.close({ month: '2026-10' })
  expect(await refusal(calls.cashbook.setBalance({ ...input, id: undefined, balance: 7 }))).toBe('month/closed')
  expect(await calls.cashbook.reverse({ id: one.id, version: 1, reason: 'Wrong account' })).toMatchObject({ reversedOn: '2026-11-14' })
  expect(await balances()).toEqual({ bank: -10_500 })
  await balanced()
})

test('the book of an account begins with its balance, and each line says the balance after it', async () => {
  const base = await books()
  const { calls, owner, till, bank } = base
  await sell(base, 'cash')
  await travel(app, owner, start + 2 * dayMs)
  await sell(base, 'cash')
  await calls.cashbook.record({ kind: 'transfer', amount: 1_500, day: '2026-10-06', from: till, into: bank, note: 'To the bank' })
  const book = await calls.cashbook.book({ account: till, from: '2026-10-06', to: '2026-10-31' })
  expect(book).toMatchObject({ opening: 1_000, in: 1_000, out: 1_500, closing: 500, total: 2 })
  expect(book.rows.map(({ day, amount, balance, move }) => [day, amount, balance, move?.kind ?? null])).toEqual([
    ['2026-10-06', -1_500, -500, 'transfer'],
    ['2026-10-07', 1_000, 500, null],
  ])
  const paged = await calls.cashbook.book({ account: till, from: '2026-10-06', to: '2026-10-31', page: 2, size: 1 })
  expect(paged.rows).toEqual(book.rows.slice(1))
})

test('an account with money is kept; without it is archived and comes back', async () => {
  const base = await books()
  const { calls, till } = base
  const desk = await calls.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' })
  await sell(base, 'cash', desk.id)
  expect(await refusal(calls.cashbook.archiveAccount(seen(desk)))).toBe('account/in-use')
  expect(await refusal(calls.cashbook.archiveAccount({ id: till, version: 1 }))).toBe('account/in-use')
  await calls.cashbook.record({ kind: 'transfer', amount: 1_000, day: '2026-10-05', from: desk.id, into: till, note: '' })
  const archived = await calls.cashbook.archiveAccount(seen(desk))
  expect(archived.state).toBe('archived')
  expect((await calls.cashbook.choices()).map(({ id }) => id)).not.toContain(desk.id)
  const other = await calls.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' })
  expect(await fieldsRefused(calls.cashbook.restoreAccount(seen(archived)))).toEqual({ name: 'cashbook.name.taken' })
  await calls.cashbook.updateAccount({ ...seen(other), name: 'Third desk' })
  expect((await calls.cashbook.restoreAccount(seen(archived))).state).toBe('active')
  const renamed = await calls.cashbook.updateAccount({ id: till, version: 1, name: 'Front desk' })
  expect(renamed).toMatchObject({ name: 'Front desk', isFirst: true, version: 2 })
  expect(await refusal(calls.cashbook.updateAccount({ id: till, version: 1, name: 'Desk' }))).toBe('request/stale')
})

class Undone extends Error {}

test('whatever of an account’s entries is changed is found', async () => {
  const base = await books()
  const { calls, owner, till, bank, card } = base
  const { vendorId } = owner
  const sale = await sell(base, 'cash')
  await calls.expenses.create(rent)
  const move = await calls.cashbook.record({ kind: 'transfer', amount: 400, day: '2026-10-05', from: till, into: bank, note: '' })
  const kinds = (statement: string) =>
    asOwner(app.app.db, async (db) => {
      let found: string[] = []
      await db
        .transaction()
        .execute(async (trx) => {
          await sql.raw(statement).execute(trx)
          found = (await reconcile(trx, vendorId)).map(({ kind }) => kind)
          throw new Undone()
        })
        .catch((error: unknown) => {
          if (!(error instanceof Undone)) throw error
        })
      return [...new Set(found)].toSorted()
    })
  const entry = (id: string | undefined) => `"vendorId" = '${vendorId}' and "sourceId" = '${id}'`
  const moved = `"vendorId" = '${vendorId}' and "id" = '${move.id}'`
  expect(await kinds(`update "ledger" set "intoAccount" = '${card}' where ${entry(sale.payments[0]?.id)}`)).toEqual(['entry.account'])
  expect(await kinds(`update "ledger" set "fromAccount" = '${till}' where "vendorId" = '${vendorId}' and "source" = 'expense'`)).toEqual([
    'expense.cash',
  ])
  expect(await kinds(`update "ledger" set "amount" = 401 where ${entry(move.id)}`)).toEqual(['move.cash'])
  expect(await kinds(`update "moneyMoves" set "fromAccount" = '${card}' where ${moved}`)).toEqual(['move.cash'])
  expect(await kinds(`update "moneyMoves" set "day" = '2026-10-04' where ${moved}`)).toEqual(['move.cash'])
  expect(await kinds(`update "moneyMoves" set "reversedOn" = '2026-10-05', "reverseReason" = 'x' where ${moved}`)).toEqual(['move.cash'])
  expect(await kinds(`delete from "moneyMoves" where ${moved}`)).toEqual(['move.cash'])
})

test('a manager looks at accounts, an accountant keeps them, a front desk only chooses tills', async () => {
  const base = await books()
  const { calls, owner, till, bank } = base
  const as = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
  const may = async () => [
    await refusal(calls.cashbook.choices()),
    await refusal(calls.cashbook.accounts({})),
    await refusal(calls.cashbook.record({ kind: 'transfer', amount: 1, day: '2026-10-05', from: till, into: bank, note: '' })),
  ]
  await as('manager')
  expect(await may()).toEqual(['accepted', 'accepted', 'permission/denied'])
  await as('accountant')
  expect(await may()).toEqual(['accepted', 'accepted', 'accepted'])
  await as('frontDesk')
  expect(await may()).toEqual(['accepted', 'permission/denied', 'permission/denied'])
  await as('trainer')
  expect(await may()).toEqual(['permission/denied', 'permission/denied', 'permission/denied'])
})

test('a balance is not set for a day before one that was set, and within what a move can be', async () => {
  const base = await books()
  const { calls, bank, balances, balanced } = base
  const balance = { account: bank, day: '2026-10-04', balance: 5_000, note: '' }
  const later = await calls.cashbook.setBalance(balance)
  expect(await fieldsRefused(calls.cashbook.setBalance({ ...balance, day: '2026-10-01', balance: 100 }))).toEqual({
    day: 'cashbook.day.balanced',
  })
  await calls.cashbook.reverse({ ...seen(later), reason: 'From the beginning' })
  await calls.cashbook.setBalance({ ...balance, day: '2026-10-01', balance: 100 })
  await calls.cashbook.setBalance(balance)
  expect(await balances()).toEqual({ bank: 5_000 })
  const most = 1_000_000_000_000
  await calls.cashbook.setBalance({ ...balance, day: '2026-10-05', balance: most })
  expect(await fieldsRefused(calls.cashbook.setBalance({ ...balance, day: '2026-10-05', balance: -most }))).toEqual({
    balance: 'cashbook.amount.number',
  })
  await balanced()
})
