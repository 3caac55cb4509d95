import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../test/app.ts'
import { errorCode } from './errors.ts'
import { shared } from './shared.ts'

type Owner = Awaited<ReturnType<TestApp['owner']>>
type Court = { owner: Owner; title: string; size?: number; error?: string }

let app: TestApp
let one: Owner
let other: Owner
beforeAll(async () => {
  app = await testApp()
  one = await app.owner()
  other = await app.owner()
})
afterAll(() => app.close())

/** What was carried out together, one transaction after the other. */
let carried: string[][] = []
beforeEach(() => {
  carried = []
})

/** Stores courts, and returns for each how many its vendor then has; the database refuses one without a size. */
const store = shared(async (trx, courts: readonly Court[]) => {
  carried.push(courts.map(({ title }) => title))
  const stored = []
  for (const { owner, title, size = 1, error } of courts) {
    const at = new Date(app.clock.now()).toISOString()
    const { vendorId } = owner
    const row = { vendorId, id: newId(), title, size, totalCandidates: 1, audience: 'mixed', state: 'active', createdAt: at, updatedAt: at }
    await trx
      .insertInto('halls')
      .values({ ...row, audience: 'mixed', state: 'active' })
      .execute()
    if (error) throw Object.assign(new Error(title), { code: error })
    const halls = await trx.selectFrom('halls').select('id').where('vendorId', '=', vendorId).execute()
    stored.push({ title, count: halls.length })
  }
  return stored
})

const storeAll = (courts: readonly Court[]) =>
  Promise.allSettled(courts.map((court) => store(app.app.db, court.owner.vendorId, court))).then((answers) =>
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : errorCode(answer.reason))),
  )
const titlesOf = async ({ calls }: Owner) => (await calls.halls.list({ size: 100 })).rows.map(({ title }) => title).toSorted()
const numbered = (owner: Owner, count: number): Court[] => Array.from({ length: count }, (_, at) => ({ owner, title: `Court ${at}` }))

test('what a vendor asks for at one moment is carried out together, eight at a time, and no other vendor’s with it', async () => {
  const answers = await storeAll([...numbered(one, 10), ...numbered(other, 2)])
  expect(carried.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([2, 2, 8])
  expect(answers.slice(10)).toEqual([
    { title: 'Court 0', count: 1 },
    { title: 'Court 1', count: 2 },
  ])
  expect(answers.slice(0, 8)).toEqual(Array.from({ length: 8 }, (_, at) => expect.objectContaining({ title: `Court ${at}` })))
  expect([(await titlesOf(one)).length, await titlesOf(other)]).toEqual([10, ['Court 0', 'Court 1']])
})

test('one that is refused is refused alone, and the others are stored once', async () => {
  const owner = await app.owner()
  const courts = [
    { owner, title: 'First' },
    { owner, title: 'Wrong', size: 0 },
    { owner, title: 'Last' },
  ]
  expect(await storeAll(courts)).toMatchObject([{ title: 'First' }, '23514', { title: 'Last' }])
  expect(carried).toEqual([['First', 'Wrong', 'Last'], ['First'], ['Wrong'], ['Last']])
  expect(await titlesOf(owner)).toEqual(['First', 'Last'])
})

test('one that is alone is tried once', async () => {
  const owner = await app.owner()
  expect(await storeAll([{ owner, title: 'Wrong', size: 0 }])).toEqual(['23514'])
  expect(carried).toEqual([['Wrong']])
})

test('where the database goes away, nothing is tried again: no one knows whether it was stored', async () => {
  const owner = await app.owner()
  expect(
    await storeAll([
      { owner, title: 'First' },
      { owner, title: 'Lost', error: '57P01' },
    ]),
  ).toEqual(['57P01', '57P01'])
  expect(carried).toEqual([['First', 'Lost']])
})
