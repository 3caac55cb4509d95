import { expect, test } from 'vitest'
import { commissionOf, platformRates } from './commission.rules.ts'
import { renewalGraceDays, nextReminder } from './renewal.rules.ts'

test('a bill is to be paid after three days, and mailed again one, four and eight days later', () => {
  expect(renewalGraceDays).toBe(3)
  const days = ['2026-11-20', '2026-11-21', '2026-11-24', '2026-11-28']
  expect(days.map((today) => nextReminder('2026-11-20', today))).toEqual(['2026-11-21', '2026-11-24', '2026-11-28', null])
})

test('the marketplace keeps ten percent of what it sold, and nothing of what others did', () => {
  expect(platformRates).toEqual({ marketplace: 1000, desk: 0, online: 0, import: 0 })
  expect(commissionOf('marketplace', 1250, '2026-01-01').rule).toBe('marketplace 12.5 % of net since 2026-01-01')
  expect(commissionOf('desk', 0, '2026-01-01').rule).toBe('')
})
