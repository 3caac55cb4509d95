import { expect, test } from 'vitest'
import type { Meeting } from './home.contract.ts'
import { lanesOf, nextOf } from './today.rules.ts'

function meeting(over: Partial<Meeting>): Meeting {
  return {
    id: over.name ?? 'batch',
    name: 'Juniors',
    startingTime: '09:00',
    endingTime: '10:30',
    capacity: 10,
    booked: 7,
    marked: 0,
    trainer: 'aisha',
    trainerName: 'Aisha Kamal',
    surface: 'turf',
    ...over,
  }
}

test('each trainer has one lane, and the hours widen with the day', () => {
  const meetings = [
    meeting({ name: 'a', startingTime: '06:30', endingTime: '08:00' }),
    meeting({ name: 'b', trainer: 'omar', trainerName: 'Omar Saleh', startingTime: '09:00', endingTime: '21:15' }),
    meeting({ name: 'c', startingTime: '22:00', endingTime: '22:00' }),
  ]
  const { lanes, firstHour, lastHour } = lanesOf(meetings)
  expect([firstHour, lastHour]).toEqual([6, 22])
  expect(lanes.map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Aisha Kamal', 2],
    ['Omar Saleh', 1],
  ])
  expect(lanes[0]?.slots[0]).toMatchObject({ at: 0.5 / 16, span: 1.5 / 16 })
})

test('the day tells what runs and what comes next', () => {
  const meetings = [meeting({ name: 'a' }), meeting({ name: 'b', startingTime: '10:00', endingTime: '11:00' })]
  expect(nextOf(meetings, '08:59')).toMatchObject({ running: 0, next: { name: 'a' } })
  expect(nextOf(meetings, '10:00')).toMatchObject({ running: 2, next: undefined })
  expect(nextOf(meetings, '10:30')).toMatchObject({ running: 1 })
  expect(nextOf(meetings, '11:00')).toMatchObject({ running: 0, next: undefined })
})
