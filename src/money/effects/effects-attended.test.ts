import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { attend, refusal, seen } from '../../../test/floor.ts'
import { yearOf, type Year } from '../../../test/year.ts'
import { april } from './effects.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

/** Amal in a batch on Monday mornings, on Monday 19 April; marked as present at its session unless `mark` says otherwise. */
async function monday({ isPaid = true, mark = 'present' }: { isPaid?: boolean; mark?: 'present' | 'absent' } = {}) {
  const base = await april(year, { isPaid, batch: { startingTime: '10:00', endingTime: '11:00' } })
  await year.on('2027-04-19', base)
  const { id } = await base.place()
  await attend(app, base, { batch: base.first.id, day: '2027-04-19', places: [id], mark })
  return base
}

type Lines = { lines: readonly { kind: string; amount: number; fromDay: string | null; toDay: string | null }[] }
const sumsOf = ({ lines }: Lines) => lines.map(({ kind, amount, fromDay, toDay }) => [kind, amount, fromDay, toDay])
const delivered = async ({ calls }: Awaited<ReturnType<typeof april>>) =>
  (await calls.finance.delivered({ from: '2027-04-01', to: '2027-04-30' })).kinds.flatMap(({ kind, count }) =>
    count > 0 ? [[kind, count]] : [],
  )

test('who was at a session and is moved on the same day pays the day at the old batch, and from the next at the new one', async () => {
  const base = await monday()
  const place = await base.place()
  const shown = await base.calls.enrolments.effects({ id: place.id, act: 'move', batch: base.second.id })
  expect(sumsOf(shown)).toEqual([
    ['credit', 3667, '2027-04-20', '2027-04-30'],
    ['charge', 5500, '2027-04-20', '2027-04-30'],
  ])
  await base.calls.enrolments.move({ ...seen(place), batch: base.second.id, decision: { digest: shown.digest } })
  expect(await delivered(base)).toContainEqual(['agreed', 1])
  await base.sound()
})

test('an absence uses no day', async () => {
  const base = await monday({ mark: 'absent' })
  const { id } = await base.place()
  expect(sumsOf(await base.calls.enrolments.effects({ id, act: 'cancel' }))).toEqual([['credit', 4000, '2027-04-19', '2027-04-30']])
})

test('the day counts as used where the place is cancelled, its customer blocked or its batch cancelled, also unpaid', async () => {
  const left = [['credit', 3667, '2027-04-20', '2027-04-30']]
  const base = await monday({ isPaid: false })
  const { calls, amal, first } = base
  const { id } = await base.place()
  expect(sumsOf(await calls.enrolments.effects({ id, act: 'cancel' }))).toEqual(left)
  expect(sumsOf(await calls.customers.effects({ id: amal.id, act: 'block' }))).toEqual(left)
  expect(sumsOf(await calls.batches.effects({ id: first.id, act: 'batchCancel' }))).toEqual(left)
  await calls.customers.block(seen(await calls.customers.get({ id: amal.id })))
  // What is open for used days stays open.
  expect([await base.sums(), await delivered(base)]).toEqual([[[10_000, 3667, 6333, 'open']], [['unpaid', 1]]])
  await base.sound()
})

test('a day that was attended before a move is still used when the next act follows on that day', async () => {
  const base = await monday()
  const { calls, second } = base
  await calls.enrolments.move({ ...seen(await base.place()), batch: second.id })
  const [moved] = (await calls.effects.list({})).rows
  await calls.effects.reverse({ id: moved?.id ?? '', reason: 'Agreed with her' })
  // The bill of the first batch pays for the second now.
  const next = await base.place(second.id)
  expect(sumsOf(await calls.enrolments.effects({ id: next.id, act: 'cancel' }))).toEqual([['credit', 3667, '2027-04-20', '2027-04-30']])
})

test('a freeze begins after the day on which a session was attended', async () => {
  const base = await monday()
  const { id } = await base.place()
  const freeze = (from: string) => refusal(base.calls.enrolments.effects({ id, act: 'freeze', from, to: '2027-04-30' }))
  expect([await freeze('2027-04-19'), await freeze('2027-04-20')]).toEqual(['enrolments.freeze.attended', 'accepted'])
})

test('a freeze begins after the day on which a session of the place before was attended', async () => {
  const base = await monday()
  const { id } = await base.calls.enrolments.move({ ...seen(await base.place()), batch: base.second.id })
  const freeze = (from: string) => refusal(base.calls.enrolments.effects({ id, act: 'freeze', from, to: '2027-04-30' }))
  expect([await freeze('2027-04-19'), await freeze('2027-04-20')]).toEqual(['enrolments.freeze.attended', 'accepted'])
})
