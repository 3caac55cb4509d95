import { expect, test } from 'vitest'
import { ageOf, nextBirthday } from './age.rules.ts'

test.each([
  ['2016-02-03', '2026-02-02', 9, '2026-02-03'],
  ['2016-02-03', '2026-02-03', 10, '2027-02-03'],
  ['2016-02-03', '2026-11-28', 10, '2027-02-03'],
  ['2016-12-31', '2026-11-28', 9, '2026-12-31'],
  ['2016-02-29', '2026-11-28', 10, '2027-03-01'],
  ['2016-02-29', '2027-02-28', 10, '2027-03-01'],
  ['2016-02-29', '2027-03-01', 11, '2028-02-29'],
])('born on %s, on %s: %i years, next birthday %s', (dob, today, age, next) => {
  expect(ageOf(dob, today)).toBe(age)
  expect(nextBirthday(dob, today)).toBe(next)
})
