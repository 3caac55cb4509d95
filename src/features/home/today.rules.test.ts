import { expect, test } from 'vitest'
import type { Batch } from '#features/batches/batch.contract.ts'
import { week } from '#lib/fields.ts'
import { hereAt, lanesOf, meetingsOf, nextOf } from './today.rules.ts'

// 2026-11-21 is a Saturday.
const saturday = '2026-11-21'

function batch(over: Partial<Batch>): Batch {
  return {
    id: over.name ?? 'batch',
    name: 'Juniors',
    state: 'open',
    startDate: '2026-11-01',
    endDate: '2026-12-31',
    startingTime: '09:00',
    endingTime: '10:30',
    trainingDays: week(6),
    trainer: 'aisha',
    trainerName: 'Aisha Kamal',
    ...over,
  } as Batch
}

test('only open batches within their dates and on their training days meet, earliest first', () => {
  const batches = [
    batch({ name: 'late', startingTime: '18:00', endingTime: '19:00' }),
    batch({ name: 'early' }),
    batch({ name: 'draft', state: 'draft' }),
    batch({ name: 'other day', trainingDays: week(0, 1) }),
    batch({ name: 'over', endDate: '2026-11-20' }),
    batch({ name: 'to come', startDate: '2026-11-22' }),
    batch({ name: 'first day', startDate: saturday, startingTime: '12:00', endingTime: '13:00' }),
    batch({ name: 'last day', endDate: saturday, startingTime: '13:00', endingTime: '14:00' }),
  ]
  expect(meetingsOf(batches, saturday).map(({ name }) => name)).toEqual(['early', 'first day', 'last day', 'late'])
})

test('each trainer has one lane, and the hours widen with the day', () => {
  const meetings = meetingsOf(
    [
      batch({ name: 'a', startingTime: '06:30', endingTime: '08:00' }),
      batch({ name: 'b', trainer: 'omar', trainerName: 'Omar Saleh', startingTime: '09:00', endingTime: '21:15' }),
      batch({ name: 'c', startingTime: '22:00', endingTime: '22:00' }),
    ],
    saturday,
  )
  const { lanes, firstHour, lastHour } = lanesOf(meetings)
  expect([firstHour, lastHour]).toEqual([6, 22])
  expect(lanes.map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Aisha Kamal', 2],
    ['Omar Saleh', 1],
  ])
  expect(lanes[0]?.slots[0]).toMatchObject({ at: 0.5 / 16, span: 1.5 / 16 })
})

test('the day tells what runs and what comes next', () => {
  const meetings = [batch({ name: 'a' }), batch({ name: 'b', startingTime: '10:00', endingTime: '11:00' })]
  expect(nextOf(meetings, '08:59')).toMatchObject({ running: 0, next: { name: 'a' } })
  expect(nextOf(meetings, '10:00')).toMatchObject({ running: 2, next: undefined })
  expect(nextOf(meetings, '10:30')).toMatchObject({ running: 1 })
  expect(nextOf(meetings, '11:00')).toMatchObject({ running: 0, next: undefined })
})

test('a moment is told in the business’s zone', () => {
  expect(hereAt(new Date('2026-11-21T21:30:00Z'), 'Asia/Dubai')).toMatchObject({ day: '2026-11-22', time: '01:30', hours: 1.5 })
  expect(hereAt(new Date('2026-11-21T00:00:00Z'), 'America/New_York')).toMatchObject({ day: '2026-11-20', time: '19:00' })
})
