import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, seen } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** A batch to 30 April with one who stays to its end, one who leaves earlier and one who is leaving; the clock stands on a day. */
async function ending(day: string) {
  const base = await year.yearFloor('2027-03-01', '2027-04-30')
  const { calls, made } = base
  const place = async (name: string, more: object = {}) => {
    const customer = (await person(calls, name)).id
    await calls.sales.sell({ customer, items: [lineOf(base)], total: 35_000 })
    const [row] = (await calls.enrolments.list({ batch: made.id, customer })).rows
    return Object.keys(more).length > 0 ? calls.enrolments.update({ ...seen(row!), ...more }) : row!
  }
  const dee = await place('Dee')
  const early = await place('Eli', { endDate: '2027-04-10' })
  const leaving = await calls.enrolments.cancel({ ...seen(await place('Fay')), when: 'periodEnd', reason: '' })
  if (day !== '2027-03-01') await year.on(day, base)
  const batch = async () => seen(await calls.batches.get({ id: made.id }))
  const at = async ({ id }: { id: string }) => calls.enrolments.get({ id })
  return { base, calls, dee, early, leaving, batch, at }
}

test.each(['2027-03-01', '2027-04-29', '2027-05-20'])(
  'on %s a batch is lengthened and its places carry on, billed without a gap; who left or is leaving does not',
  async (day) => {
    const { base, calls, dee, early, leaving, batch, at } = await ending(day)
    await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
    expect((await at(dee)).endDate).toBe('2027-12-31')
    expect(['active', 'pastDue']).toContain((await at(dee)).state)
    expect((await at(early)).endDate).toBe('2027-04-10')
    expect((await at(leaving)).endDate).toBe(leaving.endDate)
    await year.on('2027-06-02', base)
    const spans = (await calls.sales.list({ customer: dee.customer, direction: 'asc' })).rows.length
    expect(spans).toBe(4)
    expect((await at(dee)).billedThrough).toBe('2027-06-30')
  },
)

test('a batch is lengthened without its places where that is the answer, or none is given', async () => {
  for (const answer of [{ places: 'leave' as const }, {}]) {
    const { base, calls, dee, batch, at } = await ending('2027-03-01')
    await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', ...answer })
    expect((await at(dee)).endDate).toBe('2027-04-30')
    await year.on('2027-04-02', base)
    await year.on('2027-06-02', base)
    expect(await at(dee)).toMatchObject({ state: 'completed', billedThrough: '2027-04-30' })
  }
})

test('a batch that is shortened carries nobody on, whatever the answer', async () => {
  const { calls, dee, batch, at } = await ending('2027-03-01')
  await calls.batches.update({ ...(await batch()), endDate: '2027-04-15', places: 'carry' })
  expect(await at(dee)).toMatchObject({ endDate: '2027-04-30', batchEnd: '2027-04-15' })
})
