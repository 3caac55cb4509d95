import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { checkBankFile } from './bank-checked.sample.ts'
import { bankMonth } from './bank-month.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('of a bank file of 300 lines 95 % are proposed rightly, and accepting all sure ones confirms none wrongly', async () => {
  const { calls, bank, owner, lines } = await bankMonth(app, 7)
  expect(lines).toHaveLength(300)
  const { accepted, balance } = await checkBankFile({ app, calls, bank, vendorId: owner.vendorId }, lines)
  expect(accepted).toBeGreaterThan(170)
  // The books begin with nothing.
  expect(balance.atStart).toBe(2_500_000)
}, 240_000)
