import { expect, test } from 'vitest'
import { dayPresets, daysOfPreset, presetOf } from './day-presets.ts'

test.each([
  ['today', '2024-02-29', '2024-02-29'],
  ['last7', '2024-02-23', '2024-02-29'],
  ['last30', '2024-01-31', '2024-02-29'],
  ['thisMonth', '2024-02-01', '2024-02-29'],
  ['lastMonth', '2024-01-01', '2024-01-31'],
  ['thisQuarter', '2024-01-01', '2024-03-31'],
  ['thisYear', '2024-01-01', '2024-12-31'],
  ['lastYear', '2023-01-01', '2023-12-31'],
] as const)('%s on a leap day is %s to %s', (preset, from, to) => {
  expect(daysOfPreset(preset, '2024-02-29')).toEqual({ from, to })
})

test('a month ago is found over the turn of the year, and a quarter begins in its first month', () => {
  expect(daysOfPreset('lastMonth', '2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(daysOfPreset('thisQuarter', '2026-11-27')).toEqual({ from: '2026-10-01', to: '2026-12-31' })
})

test('days are named by their preset, other days by none', () => {
  for (const preset of dayPresets) expect(presetOf(daysOfPreset(preset, '2026-11-27'), '2026-11-27')).toBe(preset)
  expect(presetOf({ from: '2026-11-02', to: '2026-11-05' }, '2026-11-27')).toBeNull()
})
