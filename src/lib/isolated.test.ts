import { expect, test } from 'vitest'
import { isolated } from './isolated.ts'

test.each([
  ['en-GB', 'Juniors A', 'Juniors A'],
  ['en-KW', 'كرة القدم للكبار', '\u2068كرة القدم للكبار\u2069'],
  ['en', 'Juniors ١ شباب', '\u2068Juniors ١ شباب\u2069'],
  ['en', 'נוער', '\u2068נוער\u2069'],
  ['en', '', ''],
  ['ar-KW', 'كرة القدم للكبار', 'كرة القدم للكبار'],
  ['ar-KW', 'Juniors A', '\u2068Juniors A\u2069'],
  ['ar', 'Юниоры', '\u2068Юниоры\u2069'],
  ['ar', '18:00–19:30', '18:00–19:30'],
  ['ar', '\u2066\u200f105 د.إ.\u200f\u2069', '\u2066\u200f105 د.إ.\u200f\u2069'],
])('in a sentence of %s a value is isolated only where it is written the other way: %s', (locale, value, expected) => {
  expect(isolated(value, locale)).toBe(expected)
})
