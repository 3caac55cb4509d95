import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, seen, start, travel } from '../../../test/floor.ts'
import { countNow, expectCounted } from '../../../test/home-counts.ts'
import { yearOf } from '../../../test/year.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000

/** A floor with a batch of two places, and what to do after each act: Home is compared, then counted by night, then compared again. */
async function counted() {
  const base = await openFloor(app, 2)
  const { vendorId } = base.owner
  await yearOf(app).plan(base)
  const { calls } = base
  const check = () => expectCounted(app, { calls, vendorId })
  const night = async () => {
    await check()
    await countNow(app, vendorId)
    await check()
  }
  const uncounted = () =>
    tenant(app.app.db, vendorId, async (trx) => {
      const { rows } = await sql<{ rows: number }>`
        select (select count(*)::int from "customers" where "countedOn" is null) + (select count(*)::int from "enrolments" where "countedUntil" is null) as "rows"`.execute(
        trx,
      )
      return rows[0]?.rows
    })
  const fresh = async (id: string) => seen(await calls.customers.get({ id }))
  return { ...base, calls, vendorId, check, night, uncounted, fresh }
}

test('Home counts places as they are taken, offered, given up and over, whether or not a night has counted them', async () => {
  const { calls, owner, made, batch, second, check, night, uncounted } = await counted()
  const other = await calls.batches.create(batch({ ...dated, trainer: second.id, endDate: '2026-10-12' }))
  const [amal, badr, celine, dina] = await Promise.all(['Amal', 'Badr', 'Celine', 'Dina'].map((name) => person(calls, name)))
  const first = await calls.enrolments.enrol({ batch: made.id, customer: amal!.id })
  await calls.enrolments.enrol({ batch: made.id, customer: badr!.id })
  await calls.enrolments.enrol({ batch: other.id, customer: dina!.id })
  await calls.enrolments.enrol({ batch: made.id, customer: celine!.id, ifFull: 'wait' })
  await night()
  expect(await uncounted(), 'all but the one who waits are counted').toBe(1)
  await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
  await check()
  const offered = await calls.enrolments.offerNext({ batch: made.id })
  await night()
  expect((await calls.home.today()).taken).toBe(3)
  await travel(app, owner, start + 3 * day)
  await check()
  expect((await calls.home.today()).taken, 'an offer that ran out takes no place').toBe(2)
  await calls.enrolments.enrol({ batch: made.id, customer: amal!.id })
  await night()
  expect((await calls.enrolments.get({ id: offered.id })).state).not.toBe('active')
  await travel(app, owner, start + 8 * day)
  await check()
  expect((await calls.home.today()).taken, 'a place is over the day after its last, before any night').toBe(2)
  await night()
  await calls.batches.archive(seen(await calls.batches.get({ id: other.id })))
  await night()
  await night()
})

test('Home counts customers as they come, go and are created, whether or not a night has counted them', async () => {
  const { calls, owner, made, check, night, fresh } = await counted()
  const rows = ['Amal', 'Badr', 'Celine', 'Dina', 'Elias'].map((firstName, index) => ({
    id: newId(),
    firstName,
    phone: `05012345${60 + index}`,
  }))
  const [amal, badr, celine] = rows
  const id = newId()
  await calls.imports.begin({ id, fileName: 'people.csv', rows: rows.length })
  await calls.imports.add({ id, rows })
  await calls.enrolments.enrol({ batch: made.id, customer: amal!.id })
  await calls.enrolments.enrol({ batch: made.id, customer: badr!.id })
  await night()
  expect((await calls.home.today()).customers).toEqual({ active: 2, fresh: 5, freshBefore: 0 })
  await calls.customers.block(await fresh(badr!.id))
  await calls.customers.archive(await fresh(celine!.id))
  await check()
  await night()
  expect((await calls.home.today()).customers).toEqual({ active: 1, fresh: 4, freshBefore: 0 })
  await calls.customers.restore(await fresh(celine!.id))
  await night()
  expect(await calls.imports.undo({ id }), 'counted customers who are removed again').toEqual({ removed: 2, kept: 3 })
  await check()
  await travel(app, owner, start + 30 * day)
  await person(calls, 'Farah')
  await night()
  expect((await calls.home.today()).customers).toEqual({ active: 1, fresh: 1, freshBefore: 3 })
  await travel(app, owner, start + 60 * day)
  await check()
  expect((await calls.home.today()).customers).toEqual({ active: 1, fresh: 0, freshBefore: 1 })
})

test('Home compares with the places of 30 days ago as the last night counted them', async () => {
  const { calls, owner, made, vendorId } = await counted()
  const amal = await person(calls, 'Amal')
  await calls.enrolments.enrol({ batch: made.id, customer: amal.id })
  await travel(app, owner, start + 31 * day)
  const before = { placesBefore: 2, takenBefore: 1 }
  expect(await calls.home.today(), 'counted now').toMatchObject(before)
  await countNow(app, vendorId)
  await calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), totalCandidates: 5 })
  expect(await calls.home.today(), 'as of the night').toMatchObject(before)
  await countNow(app, vendorId)
  expect(await calls.home.today()).toMatchObject({ placesBefore: 5, takenBefore: 1 })
})
