import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../test/app.ts'
import { express, expression, expressionOf, expressionsOf, type Expressed } from './expressions.ts'

let app: TestApp
let vendorId: string
beforeAll(async () => {
  app = await testApp()
  ;({ vendorId } = await app.owner())
})
afterAll(() => app.close())

const shares = expression<{ code: RawBuilder<unknown>; of: string }, boolean>('vendor.shares')
const length = expression<RawBuilder<unknown>, number>('vendor.length')

/** The expressions of rooms for a reader, in a product whose rooms provide only these expressions. */
const reading = (expressions: readonly Expressed[]) => ({
  app: { ...app.app, modules: { ...app.app.modules, expressions } },
  vendorId,
})

test('a room below shows and chooses rows by what rooms above write, in one statement', async () => {
  const rooms = [
    express(length, (_reading, code) => sql`length(${code})`),
    express(shares, (own, { code, of }) => sql`(${code} = ${of} and "merchants"."vendorId" = ${own.vendorId})`),
    express(shares, (_reading, { code, of }) => sql`${code} <> ${of}`),
  ]
  const at = reading(rooms)
  const code = sql.ref('merchants.code')
  const found = (of: string) =>
    tenant(app.app.db, vendorId, (trx) =>
      trx
        .selectFrom('merchants')
        .select([
          expressionOf(at, length, code).as('length'),
          ...expressionsOf(at, shares, { code, of }).map((sharing, index) => sharing.as(`${index}`)),
        ])
        .where('merchants.vendorId', '=', vendorId)
        .execute(),
    )
  expect(await found('AE')).toEqual([{ length: 2, '0': true, '1': false }])
  expect(await found('SA')).toEqual([{ length: 2, '0': false, '1': true }])
})

test('what no room writes, or several do, is no value', () => {
  const room = express(length, (_reading, code) => sql`length(${code})`)
  expect(expressionsOf(reading([]), length, sql`''`)).toEqual([])
  expect(() => expressionOf(reading([]), length, sql`''`)).toThrow('vendor.length needs one room that writes it')
  expect(() => expressionOf(reading([room, room]), length, sql`''`)).toThrow('vendor.length needs one room')
})
