import { expect, test } from 'vitest'
import { greetingOf } from './greeting.ts'

test.each([
  [0, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at hour %i it says %s', (hour, greeting) => expect(greetingOf(hour)).toBe(greeting))
