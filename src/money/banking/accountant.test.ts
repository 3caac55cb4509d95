import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { acceptance, billFor, customerNamed, openBank } from './banking.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = '2026-10-05'

test('an accountant reconciles and reads an account’s book without the name of a customer', async () => {
  const base = await openBank(app)
  const { calls, owner, bank, importLines, lineOf } = base
  const jane = await customerNamed(base, 'Jane Oak')
  const paid = await billFor(base, jane, 6_000, 'transfer')
  await billFor(base, jane, 2_500, 'transfer')
  const open = await billFor(base, jane, 4_500)
  await calls.expenses.create({ category: 'rent', supplier: 'Corniche Estates', day, amount: 900, tax: 0, method: 'transfer' })
  // The bank's own words stay: they are what is reconciled.
  await importLines([
    { day, amount: 6_000, reference: paid.number },
    { day, amount: 4_500, reference: open.number },
    { day, amount: -900, text: 'RENT' },
  ])
  const all = async () =>
    JSON.stringify([
      await calls.banking.lines({ account: bank }),
      await calls.banking.lines({ account: bank, state: 'matched' }),
      await calls.banking.balance({ account: bank }),
      await calls.cashbook.book({ account: bank, from: day, to: day }),
    ])
  expect(await all()).toContain('Oak')
  await platform(app.app.db, (trx) => trx.updateTable('members').set({ role: 'accountant' }).where('userId', '=', owner.userId).execute())
  expect(await all()).not.toContain('Oak')
  const matched = await calls.banking.accept(acceptance(await lineOf(6_000)))
  expect(matched.items).toMatchObject([{ kind: 'payment', name: '', number: paid.number }])
  await calls.banking.accept(acceptance(await lineOf(4_500)))
  expect(await all()).not.toContain('Oak')
  expect(await all()).toContain('Corniche Estates')
})
