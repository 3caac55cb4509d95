import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, travel } from '../../../test/floor.ts'
import { earn, freezeNow, play, ranksOf, weeks } from './played.sample.ts'
import type { RankingRow } from './rankings.contract.ts'
import { boards, formulaOf, formulaVersion, scoreOf, partShare, rankingSpans, type RankingSpan } from './rankings.rules.ts'
import { readAll, slowBoards } from './slow-boards.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const plain = ({ id, rank, score, sample, inputs }: RankingRow) => ({ id, rank, score, sample, inputs })

/** A score before rounding, in tenths of a point. */
function exactOf(board: (typeof boards)[number], inputs: RankingRow['inputs']): number {
  const parts = formulaOf(board).parts.flatMap(({ key, weight }) => {
    const share = inputs[key] ? partShare(inputs[key]) : null
    return share === null ? [] : [{ weight, share }]
  })
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.reduce((sum, { weight, share }) => sum + weight * share, 0) / weights / 10
}

test('a score is rounded half up, to the tenth of a point', () => {
  const score = (num: number) => scoreOf('customers', { attendance: { num, den: 10_000 } })
  expect([7234, 7235, 7244, 7245, 9994, 9995, 10_000].map(score)).toEqual([723, 724, 724, 725, 999, 1000, 1000])
  // Half of a tenth from two parts: (40 × 7,235 + 20 × 7,235) ÷ 600.
  expect(scoreOf('customers', { attendance: { num: 7235, den: 10_000 }, streak: { num: 7235, den: 10_000 } })).toBe(724)
})

test('every board of every span is what a walk through plain rows gives, running and frozen', async () => {
  const base = await play(app)
  const { calls, owner } = base
  const rows = await readAll(app.app.db, owner.vendorId)
  let [compared, ties, unranked, roundedUp] = [0, 0, 0, 0]
  const today = '2027-01-10'
  const partsSeen = new Set<string>()
  const compare = async (span: RankingSpan, day: string, isFrozen: boolean) => {
    for (const board of boards) {
      const shown = await calls.rankings.board({ board, span, day, size: 100 })
      const { from, to, firstWeekday } = shown.period
      const fewest = Object.fromEntries([...boards, 'business' as const].map((name) => [name, formulaOf(name).sample[span]]))
      const slow = slowBoards(rows, { from, to, today, now: new Date(app.clock.now()).toISOString(), firstWeekday, fewest })
      expect(shown.rows.map(plain), `${board} ${span} ${day}`).toEqual(slow[board])
      expect([shown.total, shown.ranked]).toEqual([shown.rows.length, shown.rows.filter(({ rank }) => rank !== null).length])
      expect(shown.period.frozenAt !== null, `${span} ${day}`).toBe(isFrozen)
      // The formula behind the advice gives the same score as the board.
      for (const { score, inputs } of shown.rows) {
        if (score === null) continue
        expect(scoreOf(board, inputs), `${board} ${span} ${day}`).toBe(score)
        if (score > exactOf(board, inputs)) roundedUp += 1
      }
      compared += shown.rows.length
      unranked += shown.total - shown.ranked
      const scores = shown.rows.flatMap(({ score }) => score ?? [])
      ties += scores.length - new Set(scores).size
      for (const { inputs } of shown.rows) for (const key of Object.keys(inputs)) partsSeen.add(`${board} ${key}`)
      const own = await calls.rankings.business({ span, day })
      expect([own.score, own.sample, own.inputs]).toEqual([
        slow['business']?.[0]?.score ?? null,
        slow['business']?.[0]?.sample ?? 0,
        slow['business']?.[0]?.inputs ?? {},
      ])
    }
  }
  await travel(app, owner, Date.parse(`${today}T09:00:00Z`))
  const past = ['2026-10-05', '2026-10-20', '2026-11-03', '2026-11-18', '2026-12-09', '2026-12-30']
  for (const span of rankingSpans) for (const day of [...past, today]) await compare(span, day, false)
  expect([compared > 300, ties > 5, unranked > 20, roundedUp > 20]).toEqual([true, true, true, true])
  expect(partsSeen.size).toBe(3 + 4 + 4)
  await freezeNow(base)
  for (const span of ['month', 'quarter'] as const) for (const day of past) await compare(span, day, true)
  await compare('year', '2026-11-03', true)
  await compare('year', today, false)
})

test('rank 1, 2, 2, 4; who has too few sessions is not yet ranked; who is not to be shown is not there', async () => {
  const { board } = await weeks(
    app,
    { Amal: 'pppp', Badr: 'ppap', Dana: 'ppap', Eman: 'paap', Farid: 'ppp-', Ghada: 'pppp' },
    { Ghada: { showInRankings: false } },
  )
  const october = await board()
  expect(ranksOf(october.rows)).toEqual(['1 Amal', '2 Badr', '2 Dana', '4 Eman', '– Farid'])
  expect([october.total, october.ranked, october.period.version]).toEqual([5, 4, formulaVersion])
  // By hand: 4 of 13 sessions, all of 4, 4 weeks of 4: 0.4 × 30.76 + 40 + 20 = 72.3.
  expect(october.rows[0]).toMatchObject({
    score: 723,
    sample: 4,
    inputs: { sessions: { num: 4, den: 13 }, attendance: { num: 4, den: 4 }, streak: { num: 4, den: 4 } },
  })
  // 3 of 13, 3 of 4, two weeks in a row of four: 9.23 + 30 + 10.
  expect(october.rows[1]?.score).toBe(492)
  const [first, second] = [await board({ size: 2 }), await board({ size: 2, page: 2 })]
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(october.rows.slice(0, 4).map(({ id }) => id))
})

test('a board names adults by name, minors by nickname or first letter, and each role sees what it may', async () => {
  const base = await weeks(
    app,
    { Amal: 'pppp', Badr: 'pppa', Dana: 'ppaa', Eman: 'paaa', Farid: 'eaaa' },
    {
      Amal: { lastName: 'Karam', dob: '1990-01-01' },
      Badr: { lastName: 'Karam', dob: '2015-01-01', nickname: 'Falcon' },
      Dana: { lastName: 'Karam', dob: '2015-01-01' },
      Eman: { lastName: 'Karam', guardianName: 'Layla Karam', guardianPhone: '0501234567' },
      Farid: { lastName: 'Karam', dob: '1990-01-01', nickname: 'Fox' },
    },
  )
  const { calls, owner, board, trainer, made } = base
  await earn(base, made.id, '2026-10-12', 119)
  const names = async () => (await board()).rows.map(({ name }) => name)
  const fullNames = async () => (await board()).rows.map(({ fullName }) => fullName)
  const unnamed = Array.from({ length: 5 }, () => undefined)
  const as = (role: Role, trainerId: string | null = null) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role, trainerId }).where('userId', '=', owner.userId).execute())
  for (const role of ['owner', 'manager', 'frontDesk'] as const) {
    await as(role)
    expect(await names(), role).toEqual(['Amal Karam', 'Falcon', 'D.', 'E.', 'Fox'])
    expect(await fullNames(), role).toEqual(['Amal Karam', 'Badr Karam', 'Dana Karam', 'Eman Karam', 'Farid Karam'])
  }
  const revenue = async () => (await board({ board: 'batches' })).rows.map(({ inputs }) => inputs.revenue)
  await as('owner')
  expect(await revenue()).toEqual([{ num: 5, den: 5 }])
  await as('frontDesk')
  expect(await revenue()).toEqual([undefined])
  await as('accountant')
  expect(await names()).toEqual(['', '', '', '', ''])
  expect(await fullNames()).toEqual(unnamed)
  await as('trainer', trainer.id)
  expect(await revenue()).toEqual([undefined])
  expect(await names()).toEqual(['Amal', 'Falcon', 'D.', 'E.', 'Fox'])
  expect(await fullNames()).toEqual(unnamed)
  expect(await refusal(calls.rankings.business({}))).toBe('permission/denied')
  const trainers = await board({ board: 'trainers' })
  expect([trainers.own?.id, trainers.own]).toEqual([trainer.id, trainers.rows[0]])
})
