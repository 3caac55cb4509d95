import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { bankLineKeys, likelyDoubles } from './bank-line-keys.rules.ts'
import type { BankLine } from './bank-statement.rules.ts'

const line = (more: Partial<BankLine> = {}): BankLine => ({
  line: 1,
  day: '2026-11-27',
  amount: -320,
  balance: null,
  name: '',
  text: 'Coffee',
  reference: '',
  bankId: '',
  ...more,
})
const keys = (...lines: BankLine[]) => bankLineKeys('account', lines)

test('two equal coffees of a day are two lines, and the same two in another file', () => {
  const both = keys(line(), line({ line: 2, balance: 700 }))
  expect(new Set(both).size).toBe(2)
  expect(keys(line({ line: 9, text: ' COFFEE ' }), line())).toEqual(both)
})

test('each part of a line makes it another one, and a place in the file or a balance does not', () => {
  const [key] = keys(line())
  for (const more of [{ day: '2026-11-26' }, { amount: 320 }, { name: 'Jane' }, { text: 'Tea' }, { reference: '7' }, { bankId: '7' }])
    expect(keys(line(more))).not.toEqual([key])
  expect(bankLineKeys('other', [line()])).not.toEqual([key])
  expect(keys(line({ line: 5, balance: 10 }))).toEqual([key])
})

test('with the bank’s id, texts may change, and an id that repeats still makes two lines', () => {
  expect(keys(line({ bankId: 'tx_1', text: 'Coffee #team' }))).toEqual(keys(line({ bankId: 'tx_1' })))
  expect(new Set(keys(line({ bankId: 'NONE' }), line({ bankId: 'NONE' }), line({ bankId: 'NONE', amount: 5 }))).size).toBe(3)
})

test('files of overlapping days, in any order, double nothing', () => {
  const someLine = fc.record({
    day: fc.integer({ min: 0, max: 5 }).map((after) => addDays('2026-11-01', after)),
    amount: fc.constantFrom(-320, 6000, 6000, 4500),
    text: fc.constantFrom('Coffee', 'JANE OAK', 'RENT'),
  })
  fc.assert(
    fc.property(fc.array(someLine, { maxLength: 40 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), (some, a, b) => {
      const all = some.map((parts) => line(parts)).toSorted((x, y) => (x.day < y.day ? -1 : x.day > y.day ? 1 : 0))
      const [from, to] = [Math.min(a, b), Math.max(a, b)].map((after) => addDays('2026-11-01', after))
      // The first file ends on a day on which the second begins; both have complete days.
      const first = all.filter(({ day }) => day <= (to ?? ''))
      const second = all.filter(({ day }) => day >= (from ?? '')).toReversed()
      const stored = new Set([...keys(...first), ...keys(...second)])
      expect(stored).toEqual(new Set(keys(...all)))
      expect(stored.size).toBe(all.length)
    }),
  )
})

test('lines that another export words differently are shown as likely doubles, each at most once', () => {
  const stored = (more: Partial<BankLine>[]) => more.map((parts) => ({ ...line(parts), key: keys(line(parts))[0] ?? '' }))
  const before = stored([{ text: 'COFFEE CORNER' }, { text: 'RENT', amount: -25000 }, { text: 'Same' }])
  const now = stored([
    { text: 'Coffee Corner Leeds' },
    { text: 'Tea' },
    { text: 'Rent', day: '2026-11-28', amount: -25000 },
    { text: 'Same' },
  ])
  expect(likelyDoubles(before, now)).toEqual([0])
  expect(likelyDoubles(now, now)).toEqual([])
  expect(likelyDoubles([], now)).toEqual([])
})
