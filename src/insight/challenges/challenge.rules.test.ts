import { expect, test } from 'vitest'
import { endOf, progressOf } from './challenge.rules.ts'

test('a challenge ends with its week, month or quarter, or on the day that was typed', () => {
  expect(endOf('weekly', '2026-11-23', null)).toBe('2026-11-29')
  expect(endOf('monthly', '2026-11-23', null)).toBe('2026-12-22')
  expect(endOf('quarterly', '2026-11-23', null)).toBe('2027-02-22')
  expect(endOf('custom', '2026-11-23', '2026-12-01')).toBe('2026-12-01')
})

test('how much of it has passed, and the days left with today', () => {
  const live = { startsAt: '2026-11-01', endsAt: '2026-11-10', state: 'live' as const }
  expect([progressOf(live, '2026-11-01'), progressOf(live, '2026-11-10')]).toEqual([
    { share: 0, daysLeft: 10 },
    { share: 0.9, daysLeft: 1 },
  ])
  expect(progressOf({ ...live, state: 'final' }, '2026-11-20')).toEqual({ share: 1, daysLeft: 0 })
})
