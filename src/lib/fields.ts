import * as z from 'zod/mini'
import { amountLimit } from './amounts.ts'
import { isDay, monthPattern } from './days.ts'

/**
 * The building blocks of every input schema. Messages are text keys, so that form and server
 * show the same message in the reader's language.
 */

// Control characters (except line breaks) are refused: PostgreSQL cannot store NUL and a log or mail line must not be forged.
const printable = /^[^\p{Cc}\p{Cs}]*$/u
const printableLines = /^(?:[^\p{Cc}\p{Cs}]|\n)*$/u

// Direction overrides make a text look like another one ("Ali gpj.exe"): a name with them is refused.
const turnsAround = /[\u202a-\u202e]/u
// Isolates surround the amounts that this product shows; they are copied along with an amount, and are removed.
const isolates = /[\u2066-\u2069]/gu

/** Normalises typed text for storage. */
const cleaned = [
  z.overwrite<string>((value) => value.replace(isolates, '')),
  z.trim(),
  z.normalize('NFC'),
  z.refine<string>((value) => !turnsAround.test(value), 'lib.fields.direction'),
] as const

/** The number of characters in a text as a person counts them (code points, like PostgreSQL's char_length). */
export function countCharacters(text: string): number {
  return [...text].length
}

type TextRules = {
  /** Text key for empty input. */
  required: string
  /** Minimum and maximum number of characters, with the text key of each. */
  min?: number
  short?: string
  max?: number
  long?: string
  /** Whether line breaks are preserved. */
  lines?: boolean
  /** Whether it is a name, which needs at least one letter or digit. */
  isName?: boolean
}

/** A trimmed, NFC text that must not be empty. Default maximum 50 characters (spec 5, "Inputs"). */
export function text({ required, min = 1, short, max = 50, long, lines = false, isName = false }: TextRules) {
  return z.string(required).check(
    ...cleaned,
    z.minLength(1, required),
    z.refine((value) => value === '' || countCharacters(value) >= min, short ?? required),
    z.maxLength(max, long ?? short ?? 'lib.fields.invalid'),
    z.regex(lines ? printableLines : printable, 'lib.fields.invalid'),
    z.refine((value) => !isName || value === '' || /[\p{L}\p{N}]/u.test(value), 'lib.fields.name'),
  )
}

/** A trimmed text that may be empty or missing; empty becomes ''. */
export function optionalText({ max = 50, long, lines = false }: { max?: number; long?: string; lines?: boolean } = {}) {
  return z._default(
    z
      .string('lib.fields.invalid')
      .check(...cleaned, z.maxLength(max, long ?? 'lib.fields.invalid'), z.regex(lines ? printableLines : printable, 'lib.fields.invalid')),
    '',
  )
}

const blank = (input: unknown) => input === undefined || input === null || input === ''

type NumberRules = {
  required: string
  number: string
  integer?: string
  positive?: string
  min?: number
  low?: string
  max?: number
  high?: string
}

/** A whole number; blank input fails with `required`, anything that is not a number with `number`. */
export function wholeNumber({ required, number, integer, positive, min = 0, low, max = 2_000_000_000, high }: NumberRules) {
  return z.number({ error: (issue) => (blank(issue.input) ? required : number) }).check(
    z.refine((value) => Number.isInteger(value), integer ?? number),
    z.refine((value) => value > 0 || positive === undefined, {
      error: positive ?? number,
      abort: true,
    }),
    z.gte(min, low ?? positive ?? number),
    z.lte(max, high ?? 'lib.fields.invalid'),
  )
}

/** An amount of money in integer minor units, 0 included (product 2.14). At most 10^12 units. */
export function amount(messages: { required: string; number: string }) {
  return wholeNumber({ ...messages, integer: 'lib.fields.whole', low: 'lib.fields.negative', max: amountLimit })
}

/** A wall-clock time HH:mm, 24 hours (spec 9). */
export function time(messages: { required: string; format: string }) {
  return z
    .string(messages.required)
    .check(z.trim(), z.minLength(1, { error: messages.required, abort: true }), z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, messages.format))
}

/** A calendar day YYYY-MM-DD between 2000 and 2100. */
export function day(messages: { required: string; format: string }) {
  return z.string(messages.required).check(
    z.minLength(1, { error: messages.required, abort: true }),
    z.regex(/^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, {
      error: messages.format,
      abort: true,
    }),
    z.refine(isDay, messages.format),
  )
}

/** A calendar month YYYY-MM between 2000 and 2100. */
export function calendarMonth(required: string) {
  return z.string(required).check(z.regex(monthPattern, required))
}

/** An e-mail address of at most 254 characters. */
export function email(messages: { required: string; invalid: string }) {
  return z
    .string(messages.required)
    .check(
      z.trim(),
      z.normalize('NFC'),
      z.minLength(1, { error: messages.required, abort: true }),
      z.maxLength(254, { error: messages.invalid, abort: true }),
      z.regex(
        /^[^\s@<>"(),:;\\\p{Cc}\p{Cs}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u,
        messages.invalid,
      ),
    )
}

/** The id of one of the vendor's records (UUID). */
export function id(required = 'lib.fields.required') {
  return z
    .string(required)
    .check(
      z.minLength(1, { error: required, abort: true }),
      z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'lib.fields.invalid'),
    )
}

/** The address of an image that this server stores, as `images.upload` returns it. */
export function imageAddress(required = 'lib.images.required') {
  return z.string(required).check(z.minLength(1, { error: required, abort: true }), z.regex(/^\/media\/[0-9a-f]{64}\.webp$/, required))
}

/** The seven days, 0 = Sunday as in spec 3's `trainingDays` (product 2.17). */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** The seven days as stored in a record. */
export const trainingWeek = z.array(z.object({ id: z.number(), day: z.enum(dayNames), isSelected: z.boolean() }))

/** One entry of `trainingDays`. */
export type TrainingDay = { id: number; day: (typeof dayNames)[number]; isSelected: boolean }

/** A week with the given days (0 = Sunday) selected. */
export function week(...selected: number[]): TrainingDay[] {
  return dayNames.map((name, index) => ({
    id: index,
    day: name,
    isSelected: selected.includes(index),
  }))
}

/** The ids (0 = Sunday) of the selected days. */
export function selectedDays(days: readonly TrainingDay[]): number[] {
  return days.filter((entry) => entry.isSelected).map((entry) => entry.id)
}

/** All seven days in order, at least one of them selected (spec 5, "Please select at least one training day"). */
export function trainingDays() {
  const required = 'lib.days.required'
  return z
    .array(
      z.strictObject({
        id: z.int().check(z.gte(0), z.lte(6)),
        day: z.enum(dayNames, 'lib.fields.invalid'),
        isSelected: z.boolean('lib.fields.invalid'),
      }),
      required,
    )
    .check(
      z.refine((days) => days.length === 7 && days.every((entry, index) => entry.id === index && entry.day === dayNames[index]), {
        error: required,
        abort: true,
      }),
      z.refine((days) => days.some((entry) => entry.isSelected), required),
    )
}

/** The search box: at most 40 characters (spec 5). */
export const searchLimit = 40

/** A rule over several fields: the field that shows the message, its text key, and the condition that must hold. */
export type Rule<Value> = {
  path: string
  error: string
  holds: (value: Partial<Value>) => boolean
}

/**
 * A schema with its rules. They are checked even when another field is wrong or empty, so that a
 * form shows all errors at once; a rule is skipped only when its own field is already refused.
 */
export const withRules = <Schema extends z.ZodMiniType>(schema: Schema, rules: readonly Rule<z.output<Schema>>[]): Schema =>
  withRulesOf(schema, rules)

/** Like `withRules`, for a schema whose fields differ from those that its rules refer to: then the compiler can't compare them. */
export function withRulesOf<Schema extends z.ZodMiniType>(schema: Schema, rules: readonly Rule<never>[]): Schema {
  const own = schema.check()
  const { run } = own._zod
  const applyRules = (result: z.core.ParsePayload): z.core.ParsePayload => {
    const { value, issues } = result
    if (typeof value !== 'object' || value === null) return result
    // A rule reads values of the types it knows: a field with a value of another type is treated as missing.
    const strange = new Set(issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [String(path?.[0])] : [])))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a rule reads no field that is of another type, those are left out
    const known = Object.fromEntries(Object.entries(value).filter(([name]) => !strange.has(name))) as never
    for (const { path, error, holds } of rules) {
      if (issues.some((issue) => issue.path?.[0] === path) || holds(known)) continue
      issues.push({ code: 'custom', path: [path], message: error, input: value, inst: own, continue: true })
    }
    return result
  }
  // A refinement would be skipped as soon as a required field is empty, since that ends the checks of its field.
  own._zod.run = (payload, context) => {
    const result = run(payload, context)
    return result instanceof Promise ? result.then(applyRules) : applyRules(result)
  }
  return own
}
