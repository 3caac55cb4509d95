import { expect, test } from 'vitest'
import { fitting } from './fitting.ts'

const usual = {
  name: '',
  size: 3,
  from: null,
  tags: ['a'],
  lines: [{ kind: 'batch', text: '', quantity: 1 }],
  discount: { kind: 'percent', value: '' },
}

test.each([
  ['text', { name: 'Court 1' }],
  ['a number', { size: 4 }],
  ['what was nothing', { from: '2026-11-24' }],
  ['a list of alike', { tags: ['b', 'c'] }],
  ['an empty list', { tags: [] }],
  ['a line of another choice', { lines: [{ kind: 'free', text: 'Ball' }] }],
  ['a record', { discount: { kind: 'amount', value: '5' } }],
])('%s is kept', (_what, stored) => {
  expect(fitting(usual, stored)).toEqual(stored)
})

test.each([
  ['a number for text', { name: 5 }],
  ['text for a number', { size: '4' }],
  ['text for a list', { tags: 'b' }],
  ['a list for text', { name: ['b'] }],
  ['a list for a record', { discount: [] }],
  ['a list of others', { tags: [1] }],
  ['a line whose field is of another kind', { lines: [{ kind: 'batch', text: 'Ball', quantity: '1' }] }],
  ['a field that is no more', { gone: 'x' }],
  ['what was never set', { name: undefined }],
  ['text', 'name'],
  ['nothing', null],
])('%s is left out', (_what, stored) => {
  expect(fitting(usual, stored)).toEqual({})
})
