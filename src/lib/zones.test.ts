import { expect, test } from 'vitest'
import { hereAt } from './zones.ts'

test('a moment is told in the business’s zone', () => {
  expect(hereAt(new Date('2026-11-21T21:30:00Z'), 'Asia/Dubai')).toMatchObject({ day: '2026-11-22', time: '01:30', hours: 1.5 })
  expect(hereAt(new Date('2026-11-21T00:00:00Z'), 'America/New_York')).toMatchObject({ day: '2026-11-20', time: '19:00' })
})
