import * as z from 'zod/mini'

/** A schema's definition, as far as it contains limits. */
type Def = {
  type: string
  innerType?: z.core.$ZodType
  options?: z.core.$ZodType[]
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
  entries?: Record<string, string>
  values?: unknown[]
  checks?: { _zod: { def: { check?: string; maximum?: number; minimum?: number; value?: unknown; inclusive?: boolean } } }[]
}
export const defOf = (schema: z.core.$ZodType) => schema._zod.def as unknown as Def

/** Unwraps a schema's default, optional and nullable layers. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = defOf(schema)
  return innerType ? bare(innerType) : schema
}

/** A value, and whether the field accepts it. */
export type Draw = { value: unknown; isTaken: boolean; what: string }

/** The limits of one kind in a schema or in one of its alternatives. */
function limits(schema: z.core.$ZodType, check: string): number[] {
  const { checks = [], options = [] } = defOf(bare(schema))
  const own = checks.flatMap(({ _zod: { def } }) => (def.check === check ? [Number(def.maximum ?? def.minimum ?? def.value)] : []))
  return [...own, ...options.flatMap((option) => limits(option, check))]
}

/** Whether a field accepts a value. */
export const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

function emailOf(length: number): string {
  const domain = Array.from({ length: Math.max(0, length - 61) }, (_, index) => (index % 50 === 49 ? '.' : 'a'))
  domain.splice(-3, 1, '.')
  return `${'a'.repeat(Math.min(60, length))}@${domain.join('')}`.slice(0, Math.max(length, 0))
}
/** Texts of a given length, in the forms that fields require; those of an address only have a maximum length. */
const forms: { text: (length: number) => string; isAddress?: true }[] = [
  { text: (length) => 'a'.repeat(length) },
  { text: (length) => 'A'.repeat(length) },
  { text: (length) => '1'.repeat(length) },
  { text: emailOf, isAddress: true },
  { text: (length) => 'https://a.example/'.padEnd(length, 'a').slice(0, length), isAddress: true },
]
/** Texts of a fixed form: a time, a day, a month, an id, an image's address. */
const samples = ['09:30', '2026-03-04', '2026-03', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', `/media/${'a'.repeat(64)}.webp`]

function drawTexts(schema: z.core.$ZodType): Draw[] {
  const most = limits(schema, 'max_length').toSorted((a, b) => b - a)[0]
  const form = most === undefined ? undefined : forms.find(({ text }) => takes(schema, text(most)))
  if (most === undefined || !form)
    return samples.filter((text) => takes(schema, text)).map((value) => ({ value, isTaken: true, what: `"${value}"` }))
  let least = most
  while (least > 0 && takes(schema, form.text(least - 1))) least -= 1
  return [...(form.isAddress ? [] : [least - 1, least]), most, most + 1]
    .filter((length) => length >= 0)
    .map((length) => ({ value: form.text(length), isTaken: takes(schema, form.text(length)), what: `${length} characters` }))
}

function drawNumbers(schema: z.core.$ZodType): Draw[] {
  const [least] = limits(schema, 'greater_than')
  const [most] = limits(schema, 'less_than')
  const values = [least === undefined ? [] : [least - 1, least, least + 1], most === undefined ? [] : [most, most + 1]].flat()
  return values.map((value) => ({ value, isTaken: takes(schema, value), what: String(value) }))
}

function drawChoices(schema: z.core.$ZodType): Draw[] {
  const { entries = {}, values = [] } = defOf(bare(schema))
  const words = [...Object.values(entries), ...values]
  return [
    ...words.map((value) => ({ value, isTaken: true, what: `"${String(value)}"` })),
    { value: 'no such word', isTaken: false, what: 'a word that is no choice' },
  ]
}

function drawLists(schema: z.core.$ZodType): Draw[] {
  const { element } = defOf(bare(schema))
  if (!element || defOf(bare(element)).type === 'object') return [{ value: [], isTaken: takes(schema, []), what: 'an empty list' }]
  const each = draws(element)
  const [most] = limits(schema, 'max_length')
  const good = each.filter(({ isTaken }) => isTaken)
  const list = (length: number) => Array.from({ length }, (_, index) => good[index % good.length]?.value)
  const short = good.toSorted((a, b) => String(a.value).length - String(b.value).length)[0]?.value
  const many = (length: number) => {
    const texts = list(length)
    return takes(schema, texts) ? texts : texts.map(() => short)
  }
  return [
    { value: [], isTaken: takes(schema, []), what: 'an empty list' },
    ...each.map(({ value, what, isTaken }) => ({ value: [value], isTaken: isTaken && takes(schema, [value]), what: `a list of ${what}` })),
    ...(most === undefined || good.length === 0
      ? []
      : [most, most + 1].map((length) => ({ value: many(length), isTaken: takes(schema, many(length)), what: `a list of ${length}` }))),
  ]
}

/** The values drawn for a schema, which never changes. */
const drawn = new WeakMap<z.core.$ZodType, Draw[]>()

/**
 * Values at a field's limits: its minimum and maximum, one less and one more; every option and one invalid one.
 * The schema itself decides which of them it accepts.
 */
export function draws(schema: z.core.$ZodType): Draw[] {
  const known = drawn.get(schema) ?? drawAll(schema)
  drawn.set(schema, known)
  return known
}

function drawAll(schema: z.core.$ZodType): Draw[] {
  const inner = bare(schema)
  const { type, options = [] } = defOf(inner)
  if (type === 'enum' || type === 'literal') return drawChoices(schema)
  if (type === 'number' || type === 'int') return drawNumbers(schema)
  if (type === 'string') return drawTexts(schema)
  if (type === 'array') return drawLists(schema)
  if (type === 'boolean') return [true, false].map((value) => ({ value, isTaken: true, what: String(value) }))
  // Alternatives, such as '' or an address: a value is accepted if one of them accepts it.
  if (type === 'union')
    return options
      .flatMap((option) => (defOf(option).type === 'literal' ? drawChoices(option).slice(0, -1) : draws(option)))
      .map((draw) => ({ ...draw, isTaken: takes(schema, draw.value) }))
  return []
}

/** A value that a field accepts, other than its current one. @throws if none was drawn */
export function otherValue(schema: z.core.$ZodType, value: unknown): unknown {
  const other = draws(schema).find((draw) => draw.isTaken && draw.value !== value)
  if (!other) throw new Error('Say in the test what the new field is changed to')
  return other.value
}
