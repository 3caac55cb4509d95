import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, travel } from '../../../test/floor.ts'
import { maxRaceDays } from './challenge.rules.ts'
import { arena } from './challenge.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const noonOf = (month: number, day: number) => Date.UTC(2026, month - 1, day, 8)

test('the race sums the points of the own leading entrants by day; voided ones, teams and strangers are not in it', async () => {
  const { calls, owner, published, people } = await arena(app, 3)
  const { id } = await published({ metric: 'manual', unit: 'laps' })
  const { rows } = await calls.challenges.entries({ challenge: id })
  const entryOf = (name: string) => rows.find((row) => row.name === `${name} Karam`)!.id
  const score = (name: string, units: number) => calls.challenges.score({ entry: entryOf(name), units })
  expect(await calls.challenges.race({ challenge: id })).toEqual({ days: ['2026-10-05'], rows: [] })
  await score('Amal', 2)
  await score('Badr', 1)
  await travel(app, owner, noonOf(10, 7))
  await score('Badr', 4)
  const wrong = await score('Cyrine', 9)
  await calls.challenges.voidScore({ id: wrong.id, reason: 'Counted twice' })
  expect(await calls.challenges.race({ challenge: id })).toEqual({
    days: ['2026-10-05', '2026-10-06', '2026-10-07'],
    rows: [
      { id: entryOf('Badr'), name: 'Badr K.', points: [10, 10, 50] },
      { id: entryOf('Amal'), name: 'Amal K.', points: [20, 20, 20] },
    ],
  })
  // The names are the board's: none for who opted out.
  const amal = await calls.customers.get({ id: people[0]!.customer })
  const { firstName, lastName, phone } = amal
  await calls.customers.update({ id: amal.id, version: amal.version, firstName, lastName, phone, showInRankings: false })
  expect((await calls.challenges.race({ challenge: id })).rows.map(({ name }) => name)).toEqual(['Badr K.', null])
  // A long challenge has fewer days, the last of which is today.
  const long = await published({ metric: 'manual', unit: 'laps', session: 'quarterly', startsAt: '2026-10-07' })
  await travel(app, owner, noonOf(12, 20))
  const { days } = await calls.challenges.race({ challenge: long.id })
  expect(days.length).toBeLessThanOrEqual(maxRaceDays)
  expect(days.at(-1)).toBe('2026-12-20')
  const teams = await published(
    { metric: 'manual', unit: 'laps', participation: 'team', minMembers: 2, startsAt: '2026-12-20' },
    undefined,
    'Reds',
  )
  expect(await calls.challenges.race({ challenge: teams.id })).toEqual({ days: [], rows: [] })
  const other = await arena(app, 1)
  expect(await refusal(other.calls.challenges.race({ challenge: id }))).toBe('document/not-found')
})
