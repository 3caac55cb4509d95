import { afterAll, beforeAll, expect, test } from 'vitest'
import { april } from '#money/effects/effects.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { seen } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { spoiled, discrepancies } from '../../../test/spoiled.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** April and May are billed, and what a corruption of a line or a bill lets the check find. */
async function twoMonths(frozen?: { from: string; to: string }) {
  const base = await april(year, { rules: { billingDay: null } })
  if (frozen) await base.calls.enrolments.freeze({ ...seen(await base.place()), ...frozen, reason: 'Away' })
  await year.on('2027-05-11', base)
  const [first, second] = await base.bills()
  const { vendorId } = base.owner
  const found = async (set: string, bill = second) => {
    const statement = `update "saleLines" set ${set} where "vendorId" = '${vendorId}' and "sale" = '${bill!.id}'`
    return discrepancies(await asOwner(app.app.db, (owner) => spoiled(owner, vendorId, statement)))
  }
  await base.sound()
  return { ...base, found, first, second }
}

test('days that two bills of a place name are found, and how many', async () => {
  const { found, first } = await twoMonths()
  expect(await found(`"fromDay" = '2027-04-20'`)).toEqual([['place.billedTwice', 0, 11]])
  expect(await found(`"toDay" = '2027-05-01'`, first)).toEqual([['place.billedTwice', 0, 1]])
  // Days that no other bill names are paid once.
  expect(await found(`"fromDay" = '2027-05-02'`)).toEqual([])
})

test('days that a freeze postponed are compared as they are then', async () => {
  // April was paid, so ten frozen days are paid after it: the next bill begins on 11 May.
  const { found } = await twoMonths({ from: '2027-04-10', to: '2027-04-19' })
  expect(await found(`"fromDay" = '2027-05-09'`)).toEqual([['place.billedTwice', 0, 2]])
})

test('a void bill pays for nothing: its days are billed again', async () => {
  const base = await twoMonths()
  await base.calls.sales.void({ id: base.second!.id, reason: 'A mistake' })
  await year.on('2027-05-12', base)
  expect((await base.bills()).map(({ state }) => state)).toEqual(['paid', 'void', 'open'])
  await base.sound()
})
