import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#lib/days.ts'
import { proposeMatches, type MatchProposal } from './match.rules.ts'
import { payerKey, type MatchCandidate, type MatchLine } from './match-line.rules.ts'

const line = (more: Partial<MatchLine> = {}): MatchLine => ({
  id: 'line',
  day: '2026-11-27',
  amount: 6000,
  name: '',
  text: '',
  reference: '',
  ...more,
})
const candidate = (more: Partial<MatchCandidate> = {}): MatchCandidate => ({
  id: 'payment',
  kind: 'payment',
  day: '2026-11-26',
  amount: 6000,
  names: ['Jane Oak'],
  references: ['S2026-00042'],
  bundle: null,
  ...more,
})
const bill = (more: Partial<MatchCandidate> = {}) => candidate({ id: 'bill', kind: 'bill', day: '2026-11-20', ...more })
const propose = (lines: MatchLine[], candidates: MatchCandidate[]) => proposeMatches(lines, candidates, 2)
const only = (one: MatchLine, ...candidates: MatchCandidate[]) => propose([one], candidates)[0]

test.each<[texts: Partial<MatchLine>, isSure: boolean]>([
  [{ name: 'Jane Oak' }, true],
  [{ text: 'FPI OAK JANE 88120' }, true],
  [{ name: 'MRS JANE OAK' }, true],
  [{ text: 'bill S2026-00042' }, true],
  [{ text: 'INVS202600042' }, true],
  [{ reference: 's2026 00042' }, true],
  [{ reference: '2026-00042' }, true],
  [{ text: 'BILL 00042' }, false],
  [{ text: 'J OAK' }, false],
  [{ name: 'ADAM OAK' }, false],
  [{ name: 'Jane Maria Oak' }, false],
  [{ text: 'TRANSFER' }, false],
  [{ name: 'Jane Oak', reference: 'S2026-00041' }, false],
])('equal amount a day later with %j is sure: %s', (texts, isSure) => {
  const found = only(line(texts), candidate())
  expect(found?.isSure ?? false).toBe(isSure)
  if (isSure) expect(found?.confidence).toBeGreaterThanOrEqual(95)
})

test('a proposal states its reasons', () => {
  expect(only(line({ text: 'JANE OAK S2026-00042' }), candidate())).toEqual({
    line: 'line',
    candidates: ['payment'],
    confidence: 99,
    isSure: true,
    difference: 0,
    reasons: [{ kind: 'amount' }, { kind: 'reference', value: 'S2026-00042' }, { kind: 'name' }, { kind: 'days', value: 1 }],
  })
})

test('names in Arabic are recognized in any spelling, and a family name alone names no one', () => {
  const sara = candidate({ names: ['سارة أحمد العلي'], references: [] })
  expect(only(line({ text: 'تحويل وارد ساره احمد العلى' }), sara)).toMatchObject({ isSure: true })
  expect(only(line({ text: 'تحويل وارد العلي' }), sara)?.isSure).not.toBe(true)
})

test.each<[days: number, isProposed: boolean]>([
  [-8, false],
  [-1, true],
  [0, true],
  [3, true],
  [10, true],
  [11, false],
])('a payment that the bank books %i days after it was entered is proposed: %s', (days, isProposed) => {
  const found = only(line({ day: addDays('2026-11-26', days), text: 'JANE OAK S2026-00042' }), candidate())
  expect(found !== undefined).toBe(isProposed)
})

test('a bill may be paid late, but is not proposed for a line long before it', () => {
  const late = line({ day: '2027-04-01', text: 'JANE OAK S2026-00042' })
  expect(only(late, bill())).toMatchObject({ candidates: ['bill'], isSure: true })
  expect(only(line({ day: '2026-11-01', text: 'JANE OAK' }), bill())).toBeUndefined()
})

test('money out is never matched with money in', () => {
  expect(only(line({ amount: -6000, name: 'Jane Oak' }), candidate(), bill())).toBeUndefined()
})

test('of two that fit equally none is sure, and each goes to one line only', () => {
  const twins = [candidate({ id: 'a', references: [] }), candidate({ id: 'b', references: [] })]
  const both = propose([line({ id: '1', name: 'Jane Oak' }), line({ id: '2', name: 'Jane Oak' })], twins)
  expect(both.map(({ isSure }) => isSure)).not.toContain(true)
  expect(new Set(both.flatMap(({ candidates }) => candidates)).size).toBe(both.length)
  expect(only(line({ name: 'Jane Oak' }), ...twins)?.isSure).not.toBe(true)
})

test('with its number stated, one of two equal bills is sure, and then the other one is too', () => {
  const bills = [bill({ id: 'a' }), bill({ id: 'b', references: ['S2026-00043'] })]
  const lines = [line({ id: '1', name: 'Jane Oak' }), line({ id: '2', name: 'Jane Oak', reference: 'S2026-00043' })]
  expect(propose(lines, bills)).toMatchObject([
    { line: '1', candidates: ['a'], isSure: true },
    { line: '2', candidates: ['b'], isSure: true },
  ])
})

test('two months of one payer go to the bills of their months', () => {
  const bills = [bill({ id: 'oct', day: '2026-10-01', references: [] }), bill({ id: 'nov', day: '2026-11-01', references: [] })]
  const lines = [line({ id: '1', day: '2026-10-03', name: 'Jane Oak' }), line({ id: '2', day: '2026-11-03', name: 'Jane Oak' })]
  expect(propose(lines, bills).map(({ candidates }) => candidates)).toEqual([['oct'], ['nov']])
})

const party = { id: 'jane', kind: 'party' as const }
const two = [bill({ id: 'a', bundle: party }), bill({ id: 'b', amount: 4500, references: ['S2026-00043'], bundle: party })]

test('one line pays several bills of one customer', () => {
  expect(only(line({ amount: 10500, name: 'Jane Oak' }), ...two)).toMatchObject({ candidates: ['a', 'b'], isSure: true, difference: 0 })
  expect(only(line({ amount: 10500, text: 'S2026-00042 S2026-00043' }), ...two)).toMatchObject({ candidates: ['a', 'b'], isSure: true })
  expect(only(line({ amount: 10500, name: 'Adam Elm' }), ...two)).toBeUndefined()
  expect(only(line({ amount: 10500, text: 'TRANSFER' }), ...two)).toBeUndefined()
})

test('a sum that leaves bills of the customer open, or is one of several, is not sure', () => {
  const three = [...two, bill({ id: 'c', amount: 9900, references: ['S2026-00044'], bundle: party })]
  expect(only(line({ amount: 10500, name: 'Jane Oak' }), ...three)).toMatchObject({ candidates: ['a', 'b'], isSure: false })
  const equal = [...two, bill({ id: 'c', amount: 4500, references: ['S2026-00044'], bundle: party })]
  expect(only(line({ amount: 10500, name: 'Jane Oak' }), ...equal)?.isSure).not.toBe(true)
})

test('a stated number with another amount is a part or an excess, never sure', () => {
  expect(only(line({ amount: 2000, text: 'S2026-00042' }), bill())).toMatchObject({
    candidates: ['bill'],
    difference: -4000,
    isSure: false,
    reasons: [{ kind: 'part' }, { kind: 'reference', value: 'S2026-00042' }],
  })
  expect(only(line({ amount: 7000, text: 'S2026-00042' }), bill())).toMatchObject({ difference: 1000, reasons: [{ kind: 'over' }, {}] })
  expect(only(line({ amount: 2000, name: 'Jane Oak' }), bill())).toBeUndefined()
})

const terminal = { id: 'desk', kind: 'terminal' as const }
const taking = (id: string, day: string, amount: number) =>
  candidate({ id, day, amount, names: ['Cardwise'], references: [], bundle: terminal })
const takings = [taking('a', '2026-11-25', 6000), taking('b', '2026-11-26', 4500), taking('c', '2026-11-26', 7500)]

test('the card takings of a day or of days in a row arrive as one line, less a fee', () => {
  const settled = (amount: number, more: Partial<MatchLine> = {}) => only(line({ amount, text: 'CARDWISE 77120', ...more }), ...takings)
  expect(settled(12000)).toMatchObject({ candidates: ['b', 'c'], isSure: true, difference: 0 })
  expect(settled(11820)).toMatchObject({ candidates: ['b', 'c'], isSure: false, difference: -180 })
  expect(settled(17730)).toMatchObject({ candidates: ['a', 'b', 'c'], isSure: false, difference: -270 })
  // More than 4 %, more than was taken, and takings after the line.
  expect(settled(11500)).toBeUndefined()
  expect(settled(12100)).toBeUndefined()
  expect(settled(12000, { day: '2026-11-25' })).toBeUndefined()
})

const anyLine = fc.record({
  day: fc.integer({ min: 0, max: 6 }).map((after) => addDays('2026-11-20', after)),
  amount: fc.constantFrom(6000, 4500, 10500, 11820, -6000),
  name: fc.constantFrom('', 'Jane Oak', 'ADAM OAK', 'Sara Elm'),
  text: fc.constantFrom('', 'S2026-00042', 'S2026-00043', 'CARDWISE'),
})
const anyCandidate = fc.record({
  kind: fc.constantFrom<MatchCandidate['kind'][]>('payment', 'bill', 'refund'),
  day: fc.integer({ min: -5, max: 5 }).map((after) => addDays('2026-11-20', after)),
  amount: fc.constantFrom(6000, 4500, -6000),
  names: fc.constantFrom(['Jane Oak'], ['Adam Oak', 'Jane Oak'], ['Sara Elm'], []),
  references: fc.constantFrom(['S2026-00042'], ['S2026-00043'], []),
  bundle: fc.constantFrom(null, party, terminal),
})
const numbered = <Parts>(all: readonly Parts[], prefix: string) => all.map((parts, at) => ({ id: `${prefix}${at}`, ...parts }))
const anyMonth = fc
  .record({ lines: fc.array(anyLine, { maxLength: 12 }), candidates: fc.array(anyCandidate, { maxLength: 16 }) })
  .map(({ lines, candidates }) => ({
    lines: numbered(lines, 'l').map((parts) => line(parts)),
    candidates: numbered(candidates, 'c').map((parts) => candidate(parts)),
  }))
const sureOf = (proposals: readonly MatchProposal[]) => proposals.filter(({ isSure }) => isSure)

test('whatever a month contains, nothing is matched twice and its order does not matter', () => {
  fc.assert(
    fc.property(anyMonth, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), ({ lines, candidates }, random) => {
      const found = propose(lines, candidates)
      const used = found.flatMap((one) => one.candidates)
      expect(new Set(used).size).toBe(used.length)
      expect(new Set(found.map((one) => one.line)).size).toBe(found.length)
      for (const one of found) {
        const amounts = one.candidates.map((id) => candidates.find((other) => other.id === id)?.amount ?? NaN)
        const paid = lines.find(({ id }) => id === one.line)?.amount ?? NaN
        expect(amounts.reduce((sum, amount) => sum + amount, 0) + one.difference).toBe(paid)
      }
      const shuffled = <Item>(items: readonly Item[]) =>
        items
          .map((item) => [random.next().value, item] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, item]) => item)
      expect(propose(shuffled(lines), shuffled(candidates))).toEqual(found)
    }),
    { numRuns: 300, seed: 20_261_127 },
  )
})

test('unrelated candidates turn no sure match into another one', () => {
  const stranger = fc.record({
    kind: fc.constantFrom<MatchCandidate['kind'][]>('payment', 'bill'),
    day: fc.integer({ min: -5, max: 5 }).map((after) => addDays('2026-11-20', after)),
    amount: fc.constantFrom(6000, 4500, -6000),
    names: fc.constantFrom(['Omar Birch'], ['Lina Rowan'], []),
    references: fc.constantFrom(['S2026-00999'], []),
  })
  fc.assert(
    fc.property(anyMonth, fc.array(stranger, { maxLength: 20 }), ({ lines, candidates }, strangers) => {
      const before = new Map(sureOf(propose(lines, candidates)).map((one) => [one.line, one.candidates]))
      const others = numbered(strangers, 'x').map((parts) => candidate(parts))
      for (const one of sureOf(propose(lines, [...candidates, ...others])))
        if (before.has(one.line)) expect(one.candidates).toEqual(before.get(one.line))
        else expect(one.candidates.filter((id) => id.startsWith('x'))).toEqual([])
    }),
    { numRuns: 300, seed: 20_261_127 },
  )
})

test('the payer of an earlier line raises the confidence of an equal amount, but never makes it sure', () => {
  const payers = new Set([payerKey('M. Oak Trust')])
  const jane = bill({ names: ['Jane Elm'], payers })
  const unknown = only(line({ name: 'M. OAK TRUST' }), bill({ names: ['Jane Elm'] }))
  const known = only(line({ name: 'M. OAK TRUST' }), jane)
  expect(known).toMatchObject({
    candidates: ['bill'],
    isSure: false,
    reasons: [{ kind: 'amount' }, { kind: 'payer' }, { kind: 'days', value: 7 }],
  })
  expect(known?.confidence).toBeGreaterThan((unknown?.confidence ?? 0) + 20)
  expect(only(line({ name: 'M. OAK TRUST', amount: 5900 }), jane)).toBeUndefined()
  const sibling = bill({ id: 'sibling', names: ['Ben Elm'], references: ['S2026-00043'] })
  expect(only(line({ name: 'M. OAK TRUST', text: 'BEN ELM S2026-00043' }), jane, sibling)?.candidates).toEqual(['sibling'])
  expect(only(line({ name: 'M. OAK TRUST', text: 'BEN ELM' }), jane, sibling)?.isSure).toBe(false)
})
