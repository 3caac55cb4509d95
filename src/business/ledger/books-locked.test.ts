import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { closeThrough, lockBooks } from './books.server.ts'
import { isVoiding, pauseBooks, resumeBooks } from './pause.server.ts'

let app: TestApp
let vendorId: string
beforeAll(async () => {
  app = await testApp()
  vendorId = (await (await app.owner()).calls.accounts.session()).vendorId
})
afterAll(() => app.close())

const inBooks = <Result>(work: (trx: Trx) => Promise<Result>) => tenant(app.app.db, vendorId, work)

test('books that a transaction has locked are not asked for again, and it knows what it changed of them', async () => {
  const seen = await inBooks(async (trx) => {
    const first = await lockBooks(trx, vendorId)
    const isSame = (await lockBooks(trx, vendorId)) === first
    await closeThrough(trx, vendorId, '2026-01-31')
    return [isSame, first.closedThrough, (await lockBooks(trx, vendorId)).closedThrough]
  })
  expect(seen).toEqual([true, null, '2026-01-31'])
  expect(await inBooks(async (trx) => (await lockBooks(trx, vendorId)).closedThrough)).toBe('2026-01-31')
})

test('a transaction that pauses the books can change no money any more, until it resumes them', async () => {
  const refused = await inBooks(async (trx) => {
    await lockBooks(trx, vendorId)
    await pauseBooks(trx, vendorId, vendorId)
    return lockBooks(trx, vendorId).then(() => null, isVoiding)
  })
  expect(refused).toBe(true)
  await inBooks(async (trx) => {
    expect(await resumeBooks(trx, vendorId, vendorId)).toBe(true)
    await lockBooks(trx, vendorId)
  })
})
