import { expect, test } from 'vitest'
import { batch, batchInput, batchStates, priceUnits } from '#timetable/batches/batch.contract.ts'
import { customer, customerInput, customerStates, genders, lifecycles, customerSources } from '#directory/customers/customer.contract.ts'
import { datesInput, enrolInput, enrolmentStates } from '#timetable/enrolments/enrolment.contract.ts'
import { sessionScopes, sessionInput, sessionStates } from '#timetable/sessions/session.contract.ts'
import { record } from '#lib/calls.ts'
import { catalogueText } from '#kernel/texts.ts'
import { languages } from '#lib/manner.ts'
import { columns, saidBy, wordKey } from './columns.ts'

const isSaid = (key: string) => languages.every((language) => catalogueText(language, key) !== key)

/** A planned price is a change of its own, which says price and day. */
const planned = ['nextPrice', 'nextPriceFrom', 'nextPriceForAll']

/**
 * What has no column, or is no change of interest to a reader: ids, how a full batch is handled, and how a place is
 * paid, since its bill or reason is shown.
 */
const silent = new Set([...Object.keys(record), ...planned, 'customer', 'mergedInto', 'erasedAt', 'ifFull', 'terms'])

test.each([
  ['batch', { ...batchInput.shape, ...batch.shape }],
  ['customer', { ...customerInput.shape, ...customer.shape }],
  ['enrolment', { ...enrolInput.shape, ...datesInput.shape }],
  ['session', sessionInput.shape],
])('every column that a change of a %s may carry has its words in both languages', (_entity, shape) => {
  const names = Object.keys(shape).filter((name) => !silent.has(name))
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !columns[saidBy[name] ?? name])).toEqual([])
})

test('every column has a name in both languages', () => {
  expect(Object.entries(columns).filter(([, [label]]) => !isSaid(label))).toEqual([])
})

test.each([
  ['batch', 'state', batchStates],
  ['session', 'state', sessionStates],
  ['enrolment', 'state', enrolmentStates],
  ['customer', 'state', customerStates],
  ['customer', 'lifecycle', lifecycles],
  ['customer', 'gender', genders.filter(Boolean)],
  ['customer', 'source', customerSources],
  ['customer', 'language', customerInput.shape.language.def.innerType.def.entries],
  ['batch', 'priceUnit', priceUnits],
  ['session', 'scope', sessionScopes],
] as const)('every %s has a word for each %s', (entity, column, values) => {
  const keys = Object.values(values).map((value) => wordKey(entity, column, value))
  expect(keys.filter((key) => key === null || !isSaid(key))).toEqual([])
})
