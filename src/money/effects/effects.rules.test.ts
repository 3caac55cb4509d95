import assert from 'node:assert/strict'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysIn, earlier } from '#lib/days.ts'
import { frozenEnd } from '#timetable/enrolments/enrolment.rules.ts'
import { seedOf } from '../../../test/seed.ts'
import { daysGained } from './charges.rules.ts'
import { daysLost, decideLines, sessionsLost } from './effects.rules.ts'
import { paidDays, unusedFrom, type PaidLine, type TakenPlace } from './paid-days.rules.ts'

const place: TakenPlace = {
  id: 'p',
  customer: 'c',
  firstName: 'Amal',
  lastName: '',
  batch: 'b',
  batchName: 'Juniors',
  batchEnd: '2027-12-31',
  priceUnit: 'month',
  state: 'active',
  startDate: '2027-04-01',
  endDate: '2027-12-31',
  attendedOn: null,
  freezes: [],
}
const april: PaidLine = {
  sale: 's',
  entry: 1,
  number: 'S2027-00001',
  position: 0,
  enrolment: 'p',
  payer: 'c',
  payerName: 'Amal',
  total: 10_000,
  credited: 0,
  fromDay: '2027-04-01',
  toDay: '2027-04-30',
  creditedFrom: null,
  lost: [],
  isVoidable: false,
}
const cancelled = (endDate: string) => ({ ...place, state: 'cancelled', endDate })
const leave = (day: string, lines: PaidLine[] = [april], proration: 'days' | 'halfMonths' | 'full' = 'days') =>
  daysLost('cancel', [{ before: place, after: cancelled(day) }], lines, proration)

describe('who leaves', () => {
  test.each([
    ['on the 16th, by days', '2027-04-16', 'days', 5000, 15, 30],
    ['on the last day, by days', '2027-04-30', 'days', 333, 1, 30],
    ['on the 16th, by half months', '2027-04-16', 'halfMonths', 5000, 1, 2],
    ['on the 17th, by half months', '2027-04-17', 'halfMonths', null, 0, 0],
    ['on the 2nd, by full months', '2027-04-02', 'full', null, 0, 0],
    ['on the first day, by full months', '2027-04-01', 'full', 10_000, 30, 30],
    ['after what is billed', '2027-05-01', 'days', null, 0, 0],
  ] as const)('%s', (_name, day, proration, amount, count, of) => {
    expect(leave(day, [april], proration)).toMatchObject(amount === null ? [] : [{ kind: 'credit', proposed: amount, count, of }])
  })

  test('is credited less what was credited before, and a bill of nothing but unused days is voided if nothing is paid', () => {
    expect(leave('2027-04-16', [{ ...april, credited: 1500 }])).toMatchObject([{ proposed: 3500, most: 8500 }])
    expect(leave('2027-04-16', [{ ...april, credited: 6000 }])).toEqual([])
    const may = { ...april, sale: 't', fromDay: '2027-05-01', toDay: '2027-05-31', isVoidable: true }
    expect(leave('2027-04-16', [april, may]).map(({ kind, proposed }) => [kind, proposed])).toEqual([
      ['credit', 5000],
      ['void', 10_000],
    ])
    expect(leave('2027-05-02', [april, may]).map(({ kind }) => kind)).toEqual(['credit'])
  })

  test('a place of single sessions loses nothing', () => {
    const single = { ...place, priceUnit: 'session' } as const
    expect(
      daysLost('cancel', [{ before: single, after: { ...single, state: 'cancelled', endDate: '2027-04-01' } }], [april], 'days'),
    ).toEqual([])
  })
})

describe('freezes', () => {
  const freeze = { from: '2027-04-29', to: '2027-05-03', entries: 4 }
  const later = { ...april, entry: 5, toDay: '2027-05-05' }
  test('days that a freeze moves past the batch’s end are credited, whatever the rule for parts of a month', () => {
    const short = { ...place, batchEnd: '2027-05-03', endDate: '2027-05-03' }
    const after = { ...short, endDate: '2027-05-08', freezes: [freeze] }
    for (const proration of ['days', 'full'] as const)
      expect(daysLost('freeze', [{ before: short, after }], [april], proration)).toMatchObject([
        { proposed: 667, count: 2, of: 30, fromDay: '2027-05-04', toDay: '2027-05-05' },
      ])
  })

  test('a freeze that was known when the bill was issued is not paid for, a later one postpones its days', () => {
    const days = [
      { from: '2027-04-01', to: '2027-04-28' },
      { from: '2027-05-04', to: '2027-05-05' },
    ]
    expect(paidDays({ freezes: [freeze] }, later)).toEqual(days)
    expect(paidDays({ freezes: [freeze] }, april)).toEqual(days)
  })

  test('of two freezes only the one that was entered after the bill moves its days', () => {
    const known = { ...freeze, from: '2027-04-10', to: '2027-04-14' }
    expect(paidDays({ freezes: [known, { ...freeze, entries: 5 }] }, later)).toEqual([
      { from: '2027-04-01', to: '2027-04-09' },
      { from: '2027-04-15', to: '2027-04-28' },
      { from: '2027-05-04', to: '2027-05-10' },
    ])
  })

  test('a freeze entered before what an end of a block charges again is not paid for by it', () => {
    const charged = { ...later, fromDay: '2027-05-04', toDay: '2027-05-05' }
    expect(paidDays({ freezes: [freeze] }, charged)).toEqual([{ from: '2027-05-04', to: '2027-05-05' }])
  })
})

test('a cancelled session is worth what is left of the price, divided by the sessions that were planned', () => {
  const lost = (planned: number, count: number, credited = 0) =>
    sessionsLost([{ ...april, credited, place, planned, cancelled: count, fromCancelled: '2027-04-06', toCancelled: '2027-04-06' }])[0]
      ?.proposed
  expect([lost(8, 1), lost(7, 1, 1250), lost(8, 2), lost(8, 8), lost(3, 1), lost(8, 0)]).toEqual([
    1250,
    1250,
    2500,
    10_000,
    3333,
    undefined,
  ])
})

test('a move charges the unused days from the new place’s first day to its last, of the period that was paid', () => {
  const credits = leave('2027-04-16')
  const other = { id: 'q', customer: 'c', batch: 'd', batchName: 'Seniors', startDate: '2027-04-16', lastDay: '2027-12-31', price: 15_000 }
  const gained = (more: Partial<typeof other>) =>
    daysGained(
      credits,
      { ...other, ...more },
      '2027-04-16',
      () => 30,
      (net) => net + 1,
    ).map(({ proposed, count, of, fromDay, toDay }) => [proposed, count, of, fromDay, toDay])
  expect(gained({})).toEqual([[7501, 15, 30, '2027-04-16', '2027-04-30']])
  expect(gained({ startDate: '2027-04-21' })).toEqual([[5001, 10, 30, '2027-04-21', '2027-04-30']])
  expect(gained({ lastDay: '2027-04-20' })).toEqual([[2501, 5, 30, '2027-04-16', '2027-04-20']])
  expect([gained({ startDate: '2027-05-01' }), gained({ price: 0 })]).toEqual([[], []])
})

test('a day on which a session was attended is used, although the place ends on it', () => {
  const left = (attendedOn: string | null) =>
    daysLost(
      'cancel',
      [{ before: { ...place, attendedOn }, after: { ...place, state: 'cancelled', endDate: '2027-04-01', attendedOn } }],
      [{ ...april, isVoidable: true }],
      'days',
    ).map(({ kind, proposed, count, fromDay }) => [kind, proposed, count, fromDay])
  expect(left(null)).toEqual([['void', 10_000, 30, '2027-04-01']])
  expect(left('2027-04-01')).toEqual([['credit', 9667, 29, '2027-04-02']])
})

test('a line keeps its proposal unless a member gives it another amount and a reason', () => {
  const [line] = leave('2027-04-16')
  expect(decideLines([line!], [])).toMatchObject([{ amount: 5000, reason: '' }])
  expect(decideLines([line!], [{ id: line!.id, amount: 0, reason: 'As agreed' }])).toMatchObject([
    { proposed: 5000, amount: 0, reason: 'As agreed' },
  ])
})

// What happens to a place after another, with what was billed for it so far.
const step = fc.record({
  kind: fc.constantFrom('shorten' as const, 'freeze' as const, 'cancel' as const, 'finish' as const),
  day: fc.integer({ min: 0, max: 130 }),
  length: fc.integer({ min: 1, max: 40 }),
  isAttended: fc.boolean(),
})
const history = fc.record({
  months: fc.array(
    fc.record({ days: fc.integer({ min: 1, max: 31 }), total: fc.integer({ min: 0, max: 50_000 }), credited: fc.nat(100) }),
    { minLength: 1, maxLength: 4 },
  ),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  proration: fc.constantFrom('days' as const, 'halfMonths' as const, 'full' as const),
})

/** The place after a step; null where the step is not possible. */
function stepped(
  now: TakenPlace,
  { kind, day, length, isAttended }: { kind: string; day: number; length: number; isAttended: boolean },
): TakenPlace | null {
  const at = addDays(now.startDate, day)
  if (now.state !== 'active' || at > earlier(now.endDate, now.batchEnd)) return null
  if (kind === 'cancel') return { ...now, state: 'cancelled', endDate: at, attendedOn: isAttended ? at : null }
  if (kind === 'finish') return { ...now, state: 'completed', endDate: at }
  if (kind === 'shorten') return { ...now, batchEnd: at }
  const freeze = { from: at, to: earlier(addDays(at, length - 1), now.batchEnd), entries: 9 }
  if (now.freezes.some((other) => other.from <= freeze.to && freeze.from <= other.to)) return null
  const moved = (last: string) => (last < at ? last : frozenEnd(last, freeze))
  return { ...now, freezes: [...now.freezes, freeze], endDate: moved(now.endDate) }
}

test('whatever happens to a place, no day is credited twice, nothing is credited beyond a line, and used days stay paid: 20,000 histories', () => {
  let credits = 0
  fc.assert(
    fc.property(history, ({ months, steps, proration }) => {
      let from = place.startDate
      let lines = months.map(({ days, total, credited }, at): PaidLine => {
        const toDay = addDays(from, days - 1)
        const line = { ...april, sale: `s${at}`, total, credited: Math.floor((total * credited) / 100), fromDay: from, toDay }
        from = addDays(toDay, 1)
        return line
      })
      let now: TakenPlace = { ...place, endDate: '2027-07-31', batchEnd: '2027-07-31' }
      for (const one of steps) {
        const after = stepped(now, one)
        if (!after) continue
        const before = { ...now, attendedOn: after.attendedOn }
        const act = one.kind === 'shorten' ? 'batchDates' : one.kind
        const proposed = daysLost(act, [{ before, after }], lines, proration)
        const posted = lines.map((line) => ({
          ...line,
          credited: line.credited + (proposed.find(({ sale }) => sale === line.sale)?.proposed ?? 0),
        }))
        assert(daysLost(act, [{ before, after }], posted, proration).length === 0, 'the same act proposes nothing a second time')
        for (const { proposed: amount, fromDay, toDay, count, of } of proposed) {
          credits += 1
          assert(amount > 0 && count <= of, 'a credit is of some of the days')
          assert(fromDay >= unusedFrom(after) && fromDay <= toDay, 'only days on which the place no longer counts')
        }
        for (const [at, line] of posted.entries()) {
          assert(line.credited <= line.total, 'nothing is credited beyond a line')
          const paid = paidDays(after, line)
          if (paid.every(({ to }) => to < unusedFrom(after))) assert(line.credited === lines[at]?.credited, 'used days stay paid')
          const days = paid.reduce((sum, range) => sum + daysIn(range), 0)
          assert(days === daysIn({ from: line.fromDay, to: line.toDay }), 'a freeze moves days, it neither adds nor loses any')
        }
        lines = posted
        now = after
      }
    }),
    { numRuns: 20_000, seed: seedOf('EFFECTS_SEED') },
  )
  expect(credits).toBeGreaterThan(10_000)
})
