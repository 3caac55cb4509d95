import { expect, test } from 'vitest'
import { differs, hereAt } from './zones.ts'

test('a moment is told in the business’s zone', () => {
  expect(hereAt(new Date('2026-11-21T21:30:00Z'), 'Asia/Dubai')).toMatchObject({ day: '2026-11-22', time: '01:30', hours: 1.5 })
  expect(hereAt(new Date('2026-11-21T00:00:00Z'), 'America/New_York')).toMatchObject({ day: '2026-11-20', time: '19:00' })
})

test('zones differ where their clocks do, whatever they are called', () => {
  const summer = new Date('2026-07-01T00:00:00Z')
  expect(differs('Asia/Dubai', 'Asia/Dubai', summer)).toBe(false)
  expect(differs('Asia/Dubai', 'Asia/Muscat', summer)).toBe(false)
  expect(differs('Asia/Dubai', 'Asia/Kolkata', summer)).toBe(true)
  expect(differs('Europe/London', 'UTC', summer)).toBe(true)
  expect(differs('Europe/London', 'UTC', new Date('2026-01-01T00:00:00Z'))).toBe(false)
  // The same time on different days.
  expect(differs('Pacific/Kiritimati', 'Pacific/Honolulu', summer)).toBe(true)
})
