import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { lineOf, yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/**
 * A batch until 30 April with one person who stays to the end, one who leaves earlier and one who is leaving; the clock
 * is set to a day.
 */
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

test('a batch that is shortened carries no one on, whatever the answer', async () => {
  const { calls, dee, batch, at } = await ending('2027-03-01')
  await calls.batches.update({ ...(await batch()), endDate: '2027-04-15', places: 'carry' })
  expect(await at(dee)).toMatchObject({ endDate: '2027-04-30', batchEnd: '2027-04-15' })
})

test('a batch that is over for good carries no one on', async () => {
  const { calls, dee, batch, at } = await ending('2027-04-30')
  await calls.batches.complete(await batch())
  await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
  expect(await at(dee)).toMatchObject({ state: 'completed', endDate: '2027-04-30' })
})

test('who was blocked or archived since the end does not come back', async () => {
  const { calls, base, dee, batch, at } = await ending('2027-03-01')
  const archived = (await person(calls, 'Gil')).id
  const place = await calls.enrolments.enrol({ batch: base.made.id, customer: archived, terms: 'bill' })
  await year.on('2027-05-20', base)
  await calls.customers.block(seen(await calls.customers.get({ id: dee.customer })))
  await calls.customers.archive(seen(await calls.customers.get({ id: archived })))
  await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
  for (const { id } of [dee, place]) expect(await at({ id })).toMatchObject({ state: 'completed', endDate: '2027-04-30' })
})

test('of one who had two places to the end the last carries on', async () => {
  const { calls, base, dee, batch, at } = await ending('2027-04-30')
  await calls.enrolments.finish(seen(await at(dee)))
  const again = await calls.enrolments.enrol({ batch: base.made.id, customer: dee.customer, terms: 'bill' })
  await year.on('2027-05-20', base)
  // The next change that locks the batch records both as completed.
  await calls.enrolments.enrol({ batch: base.made.id, customer: (await person(calls, 'Hana')).id, endDate: '2027-12-31' })
  await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
  expect((await at(dee)).state).toBe('completed')
  expect(await at(again)).toMatchObject({ endDate: '2027-12-31', nextChargeOn: '2027-05-01' })
})

test('who has ended does not come back to a place that another has', async () => {
  const { calls, base, batch } = await ending('2027-05-20')
  await calls.enrolments.enrol({ batch: base.made.id, customer: (await person(calls, 'Hana')).id, endDate: '2027-12-31' })
  const longer = { endDate: '2027-12-31', totalCandidates: 1, places: 'carry' } as const
  expect(await refusal(calls.batches.update({ ...(await batch()), ...longer }))).toBe('batch/full')
  await calls.batches.update({ ...(await batch()), ...longer, totalCandidates: 2 })
})

test('a free place carries on free, which the log of money says, and days that were given are not billed', async () => {
  const { calls, base, dee, batch, at } = await ending('2027-03-01')
  const fay = (await person(calls, 'Fay')).id
  const free = await calls.enrolments.enrol({ batch: base.made.id, customer: fay, terms: 'free', reason: 'Coach' })
  await calls.enrolments.update({ ...seen(await at(dee)), nextChargeOn: null, reason: 'Injured' })
  await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
  for (const place of [dee, free]) expect(await at(place)).toMatchObject({ endDate: '2027-12-31', nextChargeOn: null })
  const { rows } = await calls.reports.audit({ action: 'update' })
  expect(rows.filter(({ entity }) => entity === 'enrolment').map(({ reason }) => reason)).toEqual(['', '', 'Injured'])
  await year.expectSound(base.owner.vendorId)
})

test('a charge that was put after the old end does not leave new days unbilled', async () => {
  const { calls, base, batch, at } = await ending('2027-04-01')
  const place = await calls.enrolments.enrol({ batch: base.made.id, customer: (await person(calls, 'Gil')).id, terms: 'bill' })
  await calls.enrolments.update({ ...seen(place), nextChargeOn: '2027-11-01' })
  await calls.batches.update({ ...(await batch()), endDate: '2027-12-31', places: 'carry' })
  expect(await at(place)).toMatchObject({ endDate: '2027-12-31', nextChargeOn: '2027-05-01' })
})
