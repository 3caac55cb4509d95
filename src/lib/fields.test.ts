import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { amount, withRules, optionalText, text } from './fields.ts'

const base = z.strictObject({
  name: z.string('name').check(z.minLength(1, { error: 'required', abort: true }), z.minLength(3, 'short')),
  from: z.string('from'),
  to: z.string('to').check(z.minLength(1, { error: 'to required', abort: true })),
})
const hours = withRules(base, [{ path: 'to', error: 'later', holds: ({ from, to }) => !from || !to || to > from }])
const refused = (value: unknown) => hours.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test.each([
  ['a right value', { name: 'Juniors', from: '09:00', to: '10:00' }, []],
  ['a broken rule', { name: 'Juniors', from: '09:00', to: '08:00' }, ['to: later']],
  ['a broken rule beside an empty field', { name: '', from: '09:00', to: '08:00' }, ['name: required', 'to: later']],
  ['a broken rule beside a missing field', { from: '09:00', to: '08:00' }, ['name: name', 'to: later']],
  ['the rule’s own field refused already', { name: 'Juniors', from: '09:00', to: '' }, ['to: to required']],
  ['a missing half of the rule', { name: 'Juniors', to: '08:00' }, ['from: from']],
])('%s', (_name, value, messages) => expect(refused(value)).toEqual(messages))

test.each([[null], ['text'], [[]], [undefined]])('what is no object (%j) is refused and checked by no one', (value) => {
  expect(refused(value)).toHaveLength(1)
})

test('rules hold inside another schema, and the schema without them stays as it was', () => {
  expect(z.object({ hours }).safeParse({ hours: { name: 'Juniors', from: '09:00', to: '08:00' } }).error?.issues[0]?.path).toEqual([
    'hours',
    'to',
  ])
  expect(base.safeParse({ name: 'Juniors', from: '09:00', to: '08:00' }).success).toBe(true)
})

const name = text({ required: 'required', isName: true })
const said = (schema: z.ZodMiniType, value: string) => {
  const read = schema.safeParse(value)
  return read.success ? read.data : read.error.issues[0]?.message
}

test.each([
  ['----', 'lib.fields.name'],
  ["''''", 'lib.fields.name'],
  ['\u202eilA', 'lib.fields.direction'],
  ['A\u202ab\u202c', 'lib.fields.direction'],
  ['', 'required'],
  ['  ', 'required'],
  ['7', '7'],
  ['نور-1', 'نور-1'],
  // Zero-width joiners belong to emoji and to Persian.
  ['نمی\u200cدانم', 'نمی\u200cدانم'],
  ['\u2066£70.00\u2069', '£70.00'],
])('a name %j is %s', (typed, answer) => expect(said(name, typed)).toBe(answer))

test('no text turns around what stands beside it, required or not', () => {
  expect(said(optionalText(), 'a\u202eb')).toBe('lib.fields.direction')
  expect(said(text({ required: 'required', lines: true }), 'a\n\u202eb')).toBe('lib.fields.direction')
  expect(said(text({ required: 'required' }), '----')).toBe('----')
})

test.each([
  [-1, 'lib.fields.negative'],
  [1.5, 'lib.fields.whole'],
  [1e13, 'lib.fields.invalid'],
  ['12', 'number'],
  [Number.NaN, 'number'],
  ['', 'required'],
  [0, undefined],
])('an amount of %j says %s', (value, message) => {
  const read = amount({ required: 'required', number: 'number' }).safeParse(value)
  expect(read.error?.issues[0]?.message).toBe(message)
})
