import { expect, test } from 'vitest'
import { week } from '#lib/fields.ts'
import { breakEven, countSessions, isOutsideHours, minutesBetween, pricePerSession } from './batch.rules.ts'

test('sessions are counted with the first day and the last', () => {
  // 23 November 2026 is a Monday.
  expect(countSessions('2026-11-23', '2026-11-23', week(1))).toBe(1)
  expect(countSessions('2026-11-23', '2026-11-30', week(1))).toBe(2)
  expect(countSessions('2026-11-24', '2026-11-29', week(1))).toBe(0)
  expect(countSessions('2026-11-23', '2026-12-06', week(1, 3))).toBe(4)
  expect(countSessions('2026-11-24', '2026-11-23', week(1))).toBe(0)
})

test('what a session costs, and how many candidates pay for the trainer', () => {
  expect([pricePerSession(9000, 'month', 24, 3), pricePerSession(9000, 'term', 24, 3), pricePerSession(900, 'session', 24, 3)]).toEqual([
    1125, 375, 900,
  ])
  expect(pricePerSession(9000, 'month', 0, 3)).toBeNull()
  expect([breakEven(1000, 3000), breakEven(1000, 3001), breakEven(null, 3000), breakEven(1000, 0)]).toEqual([3, 4, null, null])
  expect([minutesBetween('09:15', '10:45'), minutesBetween('10:00', '09:00')]).toEqual([90, 0])
})

test('a batch is outside of hours or days, also of hours that end after midnight', () => {
  const batch = (startingTime: string, endingTime: string, day = 1) => ({ startingTime, endingTime, trainingDays: week(day) })
  const day = { startingTime: '09:00', endingTime: '17:00', trainingDays: week(1) }
  expect([
    isOutsideHours(batch('09:00', '17:00'), day),
    isOutsideHours(batch('08:59', '10:00'), day),
    isOutsideHours(batch('16:00', '17:01'), day),
  ]).toEqual([false, true, true])
  expect(isOutsideHours(batch('10:00', '11:00', 2), day)).toBe(true)
  const night = { ...day, startingTime: '18:00', endingTime: '02:00' }
  expect([
    isOutsideHours(batch('23:00', '23:30'), night),
    isOutsideHours(batch('01:00', '02:00'), night),
    isOutsideHours(batch('03:00', '04:00'), night),
  ]).toEqual([false, false, true])
  const whole = { ...day, startingTime: '06:00', endingTime: '06:00' }
  expect(isOutsideHours(batch('12:00', '13:00'), whole)).toBe(false)
})
