import { expect, test } from 'vitest'
import type { Meeting } from './home.contract.ts'
import { lanesOf, nextOf, rosterOf } from './today.rules.ts'

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

test('each trainer has one lane over the hours of the day', () => {
  const meetings = [
    meeting({ name: 'a', startingTime: '06:30', endingTime: '08:00' }),
    meeting({ name: 'b', trainer: 'omar', trainerName: 'Omar Saleh', startingTime: '09:00', endingTime: '21:15' }),
    meeting({ name: 'c', startingTime: '22:00', endingTime: '22:00' }),
  ]
  const { lanes, firstHour, lastHour } = lanesOf(meetings, 10)
  expect([firstHour, lastHour]).toEqual([5, 23])
  expect(lanes.map(({ name, slots }) => [name, slots.length])).toEqual([
    ['Aisha Kamal', 2],
    ['Omar Saleh', 1],
  ])
  expect(lanes[0]?.slots[0]).toMatchObject({ at: 1.5 / 18, span: 1.5 / 18 })
})

test('a short day is drawn over six hours, an empty one over twelve, and none beyond midnight', () => {
  const over = (now: number, ...times: [string, string][]) => {
    const meetings = times.map(([startingTime, endingTime]) => meeting({ startingTime, endingTime }))
    const { firstHour, lastHour } = lanesOf(meetings, now)
    return [firstHour, lastHour]
  }
  expect(over(6, ['16:00', '17:00'])).toEqual([13, 20])
  expect(over(22.5, ['16:00', '17:00'], ['18:00', '19:30'])).toEqual([15, 21])
  expect(over(10, ['00:15', '23:50'])).toEqual([0, 24])
  expect(over(10)).toEqual([8, 20])
  // The now-line is drawn in the daytime, however far away the meetings are.
  expect(over(9.5, ['16:00', '17:00'])).toEqual([9, 20])
  expect(over(19.5, ['09:00', '12:00'])).toEqual([7, 20])
})

test('the day tells what runs and what comes next', () => {
  const meetings = [meeting({ name: 'a' }), meeting({ name: 'b', startingTime: '10:00', endingTime: '11:00' })]
  expect(nextOf(meetings, '08:59')).toMatchObject({ running: 0, next: { name: 'a' } })
  expect(nextOf(meetings, '10:00')).toMatchObject({ running: 2, next: undefined })
  expect(nextOf(meetings, '10:30')).toMatchObject({ running: 1 })
  expect(nextOf(meetings, '11:00')).toMatchObject({ running: 0, next: undefined })
})

test('attendance is taken of the session that runs and is not marked, else of the next, else of one that was left', () => {
  const at = (id: string, startingTime: string, endingTime: string, marked: number) =>
    meeting({ id, startingTime, endingTime, booked: 3, marked })
  const day = [at('early', '07:00', '08:00', 0), at('runs', '10:00', '11:00', 2), at('late', '18:00', '19:00', 0)]
  expect(rosterOf(day, '10:30', ['left'])).toBe('runs')
  expect(rosterOf([at('done', '10:00', '11:00', 3), ...day.slice(2)], '10:30', ['left'])).toBe('late')
  expect(rosterOf(day, '20:00', ['left'])).toBe('left')
  expect(rosterOf([], '20:00', [])).toBeUndefined()
})
