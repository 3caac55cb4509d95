import { expect, test } from 'vitest'
import { instantOf } from './instants.ts'

test.each([
  ['2026-11-21 06:00:00+00', '2026-11-21T06:00:00.000Z'],
  ['2026-11-21 06:00:00.5+00', '2026-11-21T06:00:00.500Z'],
  ['2026-11-21 06:00:00.05+00', '2026-11-21T06:00:00.050Z'],
  ['2026-12-31 23:59:59.999999+00', '2026-12-31T23:59:59.999Z'],
  // A server may be set to another zone, with or without minutes.
  ['2026-11-21 02:30:00.25+04', '2026-11-20T22:30:00.250Z'],
  ['2026-11-21 06:00:00+05:30', '2026-11-21T00:30:00.000Z'],
  ['2026-11-20 21:00:00-03', '2026-11-21T00:00:00.000Z'],
])('%s is %s', (text, instant) => expect(instantOf(text)).toBe(instant))

test('what is no instant of four-digit years is refused', () => {
  for (const text of ['infinity', '-infinity', '10000-01-01 00:00:00+00']) expect(() => instantOf(text), text).toThrow('Invalid')
})
