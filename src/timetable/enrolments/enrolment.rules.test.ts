import { expect, test } from 'vitest'
import {
  billedBeyond,
  chargeWithin,
  dueFrom,
  frozenEnd,
  giverRoles,
  nextMonth,
  partOf,
  periodShare,
  thawed,
  wholePeriod,
} from './enrolment.rules.ts'

test.each([
  ['the day before the month', '2027-02-28', '2027-04-01'],
  ['its first day', '2027-03-01', '2027-04-06'],
  ['its last day', '2027-03-31', '2027-04-06'],
  ['the day of the next charge, which belongs to the next month', '2027-04-01', '2027-04-01'],
])('a freeze of five days moves the next charge where it begins within the month: on %s', (_name, from, next) => {
  const to = new Date(Date.parse(from) + 4 * 86_400_000).toISOString().slice(0, 10)
  expect(nextMonth({ startDate: '2027-03-01', freezes: [{ from, to }], billingDay: null }, '2027-03-01')).toBe(next)
})

test.each([
  ['all five where what is billed ends with the batch', '2027-03-31', '2027-03-31', 5],
  ['those that the batch has no days left for', '2027-03-31', '2027-04-02', 3],
  ['none where the batch is long enough', '2027-03-31', '2027-04-05', 0],
  ['only those that it adds to what another freeze moved', '2027-04-03', '2027-03-31', 5],
  ['none where the days are not billed yet', '2027-03-09', '2027-03-31', 0],
  ['none where nothing is billed', null, '2027-03-31', 0],
])('a freeze of five days loses billed days: %s', (_name, billedThrough, batchEnd, lost) => {
  expect(billedBeyond({ billedThrough, batchEnd }, { from: '2027-03-10', to: '2027-03-14' })).toBe(lost)
})

test('months count from the first day: 31 January, 28 February, 31 March', () => {
  const place = { startDate: '2027-01-31', freezes: [], billingDay: null }
  expect(nextMonth(place, '2027-01-31')).toBe('2027-02-28')
  expect(nextMonth(place, '2027-02-28')).toBe('2027-03-31')
  expect(nextMonth(place, '2027-03-15')).toBe('2027-04-15')
})

test('a business’s billing day ends each month the day before it, and no freeze moves it', () => {
  const place = { startDate: '2027-01-31', freezes: [{ from: '2027-02-05', to: '2027-02-09' }], billingDay: 28 }
  expect(['2027-01-31', '2027-02-28', '2027-03-01', '2027-12-28'].map((day) => nextMonth(place, day))).toEqual([
    '2027-02-28',
    '2027-03-28',
    '2027-03-28',
    '2028-01-28',
  ])
})

test.each([
  ['a place’s own month is longer by them', null, '2027-02-05', '2027-02-09', wholePeriod],
  ['the days of the calendar month less the frozen ones', 1, '2027-02-05', '2027-02-09', { days: 23, of: 28 }],
  ['only the frozen days within the bill', 1, '2027-02-25', '2027-03-09', { days: 24, of: 28 }],
] as const)('frozen days are no part of a bill: %s', (_name, billingDay, from, to, share) => {
  const place = { startDate: '2027-02-01', freezes: [{ from, to }], billingDay, priceUnit: 'month' } as const
  const toDay = billingDay === null ? '2027-03-05' : '2027-02-28'
  expect(periodShare(place, { fromDay: '2027-02-01', toDay }, 'days')).toEqual(share)
})

test('parts of a price and its discount are rounded once, half up', () => {
  expect(partOf({ price: 10_000, discount: 0 }, { days: 3, of: 30 })).toEqual({ price: 1000, discount: 0 })
  expect(partOf({ price: 101, discount: 50 }, { days: 1, of: 2 })).toEqual({ price: 51, discount: 25 })
})

test.each([
  ['after what is billed', { billedThrough: '2027-03-31', nextChargeOn: null }, '2027-04-01'],
  ['from a later charge on', { billedThrough: '2027-03-31', nextChargeOn: '2027-04-06' }, '2027-04-06'],
  ['not twice for a day that is billed', { billedThrough: '2027-03-31', nextChargeOn: '2027-03-01' }, '2027-04-01'],
  ['from its charge on where nothing is billed', { billedThrough: null, nextChargeOn: '2027-03-01' }, '2027-03-01'],
  ['never where no payment was set', { billedThrough: null, nextChargeOn: null }, null],
])('a place is billed %s', (_name, billing, from) => expect(dueFrom(billing)).toBe(from))

test('nothing is charged before the first day of a place', () => {
  expect(chargeWithin('2027-03-10', '2027-03-01')).toBe('2027-03-10')
  expect(chargeWithin('2027-03-10', '2027-04-01')).toBe('2027-04-01')
  expect(chargeWithin('2027-03-10', null)).toBeNull()
})

test('a freeze moves the end by its days, and gives back those that were not used', () => {
  const freeze = { from: '2027-03-10', to: '2027-03-14' }
  expect(frozenEnd('2027-03-31', freeze)).toBe('2027-04-05')
  expect(thawed('2027-04-05', freeze, '2027-03-10')).toEqual({ freeze: null, endDate: '2027-03-31' })
  expect(thawed('2027-04-05', freeze, '2027-03-12')).toEqual({ freeze: { from: '2027-03-10', to: '2027-03-11' }, endDate: '2027-04-02' })
})

test('owners and managers alone give days for nothing', () => expect(giverRoles).toEqual(['owner', 'manager']))
