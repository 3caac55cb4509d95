import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttendanceMark } from '#timetable/attendance/attendance.rules.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen, travel } from '../../../test/floor.ts'
import { seedOf } from '../../../test/seed.ts'
import { arena, factsOf, recomputed, type Arena } from './challenge.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const days = ['2026-10-05', '2026-10-07', '2026-10-12', '2026-10-14', '2026-10-19', '2026-10-21', '2026-10-26', '2026-11-04', '2026-11-09']

const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      day: fc.nat(days.length - 1),
      who: fc.nat(3),
      mark: fc.constantFrom<AttendanceMark>('present', 'late', 'absent', 'booked'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'restore' as const), day: fc.nat(days.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('longer' as const), day: fc.nat(days.length - 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('close' as const), day: fc.nat(days.length - 1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('withdraw' as const, 'disqualify' as const, 'reinstate' as const, 'score' as const),
      pick: fc.nat(100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('void' as const, 'enter' as const), pick: fc.nat(100) }) },
)
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

/** Performs one operation as a member would; refusals are ignored. */
async function act({ calls, mark, people }: Arena, challenges: { id: string }[], meetings: string[], it: Operation): Promise<void> {
  if (it.kind === 'mark') return void (await mark(days[it.day]!, it.who, it.mark).catch(() => {}))
  if ('day' in it) {
    if (it.kind === 'close') {
      const closure = await calls.closures.create({ fromDay: days[it.day]!, toDay: days[it.day]!, label: 'Rain', tell: false })
      if (it.day % 2 === 0) await calls.closures.remove({ id: closure.id })
      return
    }
    const session = await calls.sessions.get({ id: meetings[it.day]! })
    if (it.kind === 'cancel') await refusal(calls.sessions.cancel({ ...seen(session), reason: 'Rain', tell: false }))
    else if (it.kind === 'restore') await refusal(calls.sessions.restore(seen(session)))
    else {
      const { startingTime, trainer, hall, capacity, day } = session
      await refusal(calls.sessions.change({ ...seen(session), day, startingTime, endingTime: '19:30', trainer, hall, capacity }))
    }
    return
  }
  const challenge = challenges[it.pick % challenges.length]!.id
  if (it.kind === 'enter')
    return void (await refusal(calls.challenges.enter({ challenge, customers: [people[it.pick % people.length]!.customer] })))
  const { rows } = await calls.challenges.entries({ challenge, sort: 'createdAt' })
  const entry = rows[it.pick % Math.max(rows.length, 1)]
  if (!entry) return
  if (it.kind === 'score') await refusal(calls.challenges.score({ entry: entry.id, units: 1 + it.pick }))
  if (it.kind === 'void') {
    const [fact] = (await calls.challenges.facts({ challenge, entry: entry.id })).rows
    if (fact) await refusal(calls.challenges.voidScore({ id: fact.id, reason: 'Wrong' }))
  }
  if (it.kind === 'withdraw') await refusal(calls.challenges.withdraw(seen(entry)))
  if (it.kind === 'disqualify') await refusal(calls.challenges.disqualify({ ...seen(entry), reason: 'Unfair' }))
  if (it.kind === 'reinstate') await refusal(calls.challenges.reinstate(seen(entry)))
}

/** The expected board: joined entries by the sum of their facts' points, with ranks 1, 2, 2, 4. */
function boardOf(points: Map<string, number>, entries: Record<string, unknown>[], challenge: string) {
  const standing = entries
    .filter((entry) => entry['challenge'] === challenge && entry['state'] === 'joined')
    .map((entry) => entry['id'] as string)
  return standing
    .map((id) => ({
      id,
      points: points.get(id) ?? 0,
      rank: 1 + standing.filter((other) => (points.get(other) ?? 0) > (points.get(id) ?? 0)).length,
    }))
    .toSorted((a, b) => b.points - a.points || (a.id < b.id ? -1 : 1))
}

test('after whatever was done, every board is what its facts alone come to', async () => {
  const seed = seedOf('BOARD_SEED')
  let [moves, ranked] = [0, 0]
  for (const operations of fc.sample(fc.array(operation, { minLength: 30, maxLength: 60, size: 'max' }), { numRuns: 3, seed })) {
    const at = await arena(app, 4)
    const ids = at.people.map(({ customer }) => customer)
    const challenges = [
      await at.published({}, ids.slice(0, 3)),
      await at.published({ metric: 'minutesTrained', pointsPerUnit: 1 }, ids),
      await at.published({ metric: 'distinctServices', session: 'weekly' }, ids),
      await at.published({ metric: 'manual', unit: 'laps', max: 3 }, ids.slice(1)),
      await at.published({ startsAt: '2026-10-14', mode: 'threshold', target: 20, topN: null }, ids.slice(2)),
    ]
    const meetings = await Promise.all(days.map(async (day) => (await at.sessionOn(day)).id))
    await travel(app, at.owner, Date.UTC(2026, 9, 15, 8))
    for (const one of operations) {
      await act(at, challenges, meetings, one)
      moves += 1
      const points = await recomputed(app, at.owner.vendorId)
      const { entries: rows } = await factsOf(app, at.owner.vendorId)
      for (const { id } of challenges) {
        const { rows: shown, total, revision } = await at.calls.challenges.board({ challenge: id, size: 100 })
        const wanted = boardOf(points, rows, id)
        expect(shown.map(({ id: entry, points, rank }) => ({ id: entry, points, rank }))).toEqual(wanted)
        expect(total).toBe(wanted.length)
        expect(revision).toBeGreaterThan(0)
        if (wanted.some(({ rank }) => rank > 1)) ranked += 1
      }
    }
    // An entry's points are the sum of its facts, each listed once.
    const { scores, entries } = await factsOf(app, at.owner.vendorId)
    for (const entry of entries) {
      const own = scores.filter((score) => score['entry'] === entry['id'] && score['voidedAt'] === null)
      expect(own.reduce((sum, score) => sum + Number(score['points']), 0)).toBe(Number(entry['points']))
    }
  }
  console.log(`boards: ${moves} changes, ${ranked} boards with different ranks`)
  expect(ranked).toBeGreaterThan(20)
}, 240_000)
