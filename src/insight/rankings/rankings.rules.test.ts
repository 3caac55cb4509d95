import { expect, test } from 'vitest'
import { after, before, freezeGraceDays, rankingPeriodOf } from './rankings.rules.ts'

test.each([
  ['week', '2026-11-23', 1, '2026-11-23', '2026-11-29'],
  ['week', '2026-11-22', 1, '2026-11-16', '2026-11-22'],
  ['week', '2026-11-23', 0, '2026-11-22', '2026-11-28'],
  ['month', '2026-02-28', 0, '2026-02-01', '2026-02-28'],
  ['quarter', '2026-11-23', 0, '2026-10-01', '2026-12-31'],
  ['year', '2026-11-23', 0, '2026-01-01', '2026-12-31'],
] as const)('the %s of %s where weeks begin on day %i', (span, day, firstWeekday, from, to) => {
  const period = rankingPeriodOf(span, day, firstWeekday)
  expect(period).toEqual({ span, from, to })
  // One follows the other without a gap.
  expect(before(after(period, firstWeekday), firstWeekday)).toEqual(period)
})

test('a period is frozen when the day after it is over', () => expect(freezeGraceDays).toBe(1))
