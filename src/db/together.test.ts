import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/app.ts'
import { errorCode } from './errors.ts'
import { platform } from './tenant.ts'
import { together } from './together.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const limit = () => ({ key: randomUUID(), count: 1, resetsAt: new Date().toISOString() })

test('statements that are sent at once are carried out in their order, also where only some were prepared before', async () => {
  const row = limit()
  const answers = await platform(app.app.db, async (trx) => {
    const read = trx.selectFrom('limits').select('count').where('key', '=', row.key).compile()
    const raise = trx
      .updateTable('limits')
      .set({ count: sql<number>`"count" + ${1}` })
      .where('key', '=', row.key)
    await together(trx, read)
    return together(trx, read, trx.insertInto('limits').values(row).compile(), read, raise.returning('key').compile(), read)
  })
  expect(answers).toEqual([[], [], [{ count: 1 }], [{ key: row.key }], [{ count: 2 }]])
})

test('where one fails, its error is thrown, nothing of the transaction stays, and the connection goes on', async () => {
  const row = limit()
  const failed = platform(app.app.db, async (trx) => {
    const insert = trx.insertInto('limits').values(row).compile()
    await together(trx, insert, insert, trx.selectFrom('limits').select('key').compile())
  })
  expect(errorCode(await failed.catch((error: unknown) => error))).toBe('23505')
  expect(await app.app.db.kysely.selectFrom('limits').select('key').where('key', '=', row.key).execute()).toEqual([])
})
