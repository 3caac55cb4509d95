import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#db/schema.gen.ts'
import { text } from '#lib/fields.ts'
import { roles } from '#lib/roles.ts'
import { testApp, type TestApp } from './app.ts'
import { columnsOf, differencesOf } from './drift.differences.ts'
import { bare, defOf } from './drift.draw.ts'
import { changingInputs, fieldsOf, roleInput, type Input } from './drift.fields.ts'
import { places, type Places } from './drift.places.ts'
import { asOwner } from './owner-role.ts'

/**
 * Compares every limit of every input with the column that stores it: what a call accepts can be stored, and what it refuses the
 * database refuses too.
 */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Db = Kysely<Schema>

class Undone extends Error {}

/** Runs work as the database's owner in a transaction that is rolled back. */
async function undone<T>(work: (trx: Db) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined
  await asOwner(app.app.db, (owner) =>
    owner
      .transaction()
      .execute(async (trx) => {
        result = { value: await work(trx) }
        throw new Undone()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error
      }),
  )
  if (!result) throw new Error('The work did not end')
  return result.value
}

/** The inputs with some fields of one call replaced. */
function withFields(call: string, fields: Record<string, z.core.$ZodType>): Input[] {
  return changingInputs().map((input) => {
    const { shape } = defOf(bare(input.schema))
    return input.call === call && shape ? { ...input, schema: z.strictObject({ ...shape, ...fields }) } : input
  })
}

const short = text({ required: 'x', max: 20, long: 'x' })
const replaced = (table: string, name: string, rule: string) => [
  `alter table "${table}" drop constraint "${name}"`,
  `alter table "${table}" add constraint "${name}" check (${rule})`,
]

/** Drifts of every kind, each as a developer might leave it behind. */
const drifts: [what: string, statements: string[], inputs: () => Input[], found: RegExp][] = [
  [
    'a CHECK of a length is dropped',
    ['alter table "halls" drop constraint "hallsTitle"'],
    changingInputs,
    /^halls\.\w+\.title: refuses 51 characters/,
  ],
  ['a column is removed', ['alter table "halls" drop column "audience"'], changingInputs, /^halls\.\w+\.audience: halls has no column/],
  [
    'a column takes more',
    replaced('halls', 'hallsSize', '"size" between 1 and 1000001'),
    changingInputs,
    /^halls\.\w+\.size: refuses 1000001/,
  ],
  [
    'a column takes less',
    replaced('batches', 'batchesName', 'char_length("name") between 3 and 29'),
    changingInputs,
    /^batches\.\w+\.name: takes 30 characters/,
  ],
  ['a column asks for less', replaced('trainers', 'trainersCost', '"cost" <= 1000000'), changingInputs, /^trainers\.\w+\.cost: refuses 0/],
  [
    'a column lacks a word',
    replaced('customers', 'customersSource', `"source" in ('marketplace','walkIn','import')`),
    changingInputs,
    /^customers\.\w+\.source: takes "referral"/,
  ],
  [
    'a column takes any word',
    ['alter table "timeOff" drop constraint "timeOffReason"'],
    changingInputs,
    /^timeOff\.\w+\.reason: refuses a word/,
  ],
  [
    'a list has no limit',
    ['alter table "customers" drop constraint "customersTags"'],
    changingInputs,
    /^customers\.\w+\.tags: refuses a list of 21/,
  ],
  [
    'a rule of several columns is dropped',
    ['alter table "expenses" drop constraint "expensesTax"'],
    changingInputs,
    /^expenses\.\w+\.tax: refuses -1/,
  ],
  ['a form takes a new field', [], () => withFields('halls.create', { nowhere: short }), /^halls\.create\.nowhere: halls has no column/],
  [
    'a form takes more characters',
    [],
    () => withFields('halls.create', { title: text({ required: 'x', min: 4, max: 60 }) }),
    /^halls\.create\.title: takes 60 characters/,
  ],
  [
    'a form takes longer lists',
    [],
    () => withFields('customers.create', { tags: z.array(text({ required: 'x', max: 30, long: 'x' })).check(z.maxLength(25)) }),
    /^customers\.create\.tags: takes a list of 25/,
  ],
  [
    'NOT NULL is dropped',
    ['alter table "halls" alter column "title" drop not null'],
    changingInputs,
    /^halls\.\w+\.title: must be given, halls\.title may be null/,
  ],
  [
    'a form may leave out what its column asks for',
    [],
    () => withFields('halls.create', { size: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))) }),
    /^halls\.create\.size: takes nothing, halls\.size is NOT NULL/,
  ],
  [
    'a choice has its CHECK and no word in the catalogues',
    replaced('services', 'servicesState', `"state" in ('draft','published','archived','hidden')`),
    () => withFields('services.create', { state: z.enum(['draft', 'published', 'hidden']) }),
    /^services\.create\.state: services\.states has no word for "hidden"/,
  ],
  [
    'a role has no CHECK',
    [],
    () => [...changingInputs(), roleInput([...roles, 'coach'])],
    /^members\.add\.role: takes "coach", members\.role does not/,
  ],
  [
    'a role has no word',
    replaced('members', 'membersRole', `"role" in (${[...roles, 'coach'].map((role) => `'${role}'`).join()})`),
    () => [...changingInputs(), roleInput([...roles, 'coach'])],
    /^members\.add\.role: lib\.roles has no word for "coach"/,
  ],
  [
    'a role that no call gives is no word of its column',
    replaced('members', 'membersRole', `"role" in ('manager','frontDesk','trainer','accountant')`),
    () => [...changingInputs(), roleInput()],
    /^members\.add\.role: takes "owner", members\.role does not/,
  ],
  [
    'a form takes a new word',
    [],
    () => withFields('services.create', { state: z.enum(['draft', 'hidden']) }),
    /^services\.create\.state: takes "hidden"/,
  ],
]

test.each(drifts)('it is found where %s', async (_what, statements, inputs, found) => {
  const { differences } = await undone(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    // Only the room of the drift, since all are compared below.
    const isIn = ({ call }: Input) => found.source.startsWith(`^${call.split('.', 1)[0]}\\.`)
    return differencesOf(db, inputs().filter(isIn))
  })
  expect(differences).toContainEqual(expect.stringMatching(found))
})

test('every limit of a form is the limit of its column: texts, numbers and choices', async () => {
  const inputs = changingInputs()
  const { fields, differences, compared } = await undone((db) => differencesOf(db, [...inputs, roleInput()]))
  expect(differences).toEqual([])
  const own = fields.filter(({ name }) => !name.startsWith('members.add.'))
  const stored = new Set(own.map(({ name }) => name.split('.').slice(0, 2).join('.')))
  const columns = new Set(own.map(({ table, column }) => `${table}.${column}`))
  console.info(`${stored.size} of ${inputs.length} inputs are stored: ${own.length} fields in ${columns.size} columns, ${compared} values`)
  expect(stored.size).toBeGreaterThan(60)
  expect(compared).toBeGreaterThan(700)
})

/** The named places without one entry of a list. */
const without = (list: keyof Places, name: string): Places => {
  const { [name]: _, ...rest } = places[list]
  return { ...places, [list]: rest }
}

test('each place that is named is needed: without it a field would stand elsewhere or nowhere', async () => {
  const columns = await undone(columnsOf)
  const shown = (of: Places) =>
    fieldsOf(changingInputs(of), columns, of)
      .map(({ name, table, column, draws }) => `${name} ${table}.${column} ${draws.length}`)
      .join('\n')
  const now = shown(places)
  const lists = ['tables', 'columns', 'notStored', 'asking', 'emptyIsNone'] as const
  const needless = lists.flatMap((list) =>
    Object.keys(places[list]).flatMap((name) => (shown(without(list, name)) === now ? [`${list}: ${name}`] : [])),
  )
  expect(needless, 'remove them from test/drift.places.ts').toEqual([])
})

test('each exception that is named is needed: without it there is a difference', async () => {
  const none = { wider: {}, otherColumns: {}, mayBeNull: {}, neverNull: {}, wordless: {} }
  const { fields, differences } = await undone((db) => differencesOf(db, changingInputs(), { ...places, ...none }))
  const placeOf = new Map(fields.map(({ name, table, column }) => [name, `${table}.${column}`]))
  const differing = new Set(differences.map((line) => placeOf.get(line.slice(0, line.indexOf(':')))))
  const lists = ['wider', 'otherColumns', 'mayBeNull', 'neverNull', 'wordless'] as const
  const needless = lists.flatMap((list) =>
    Object.keys(places[list]).flatMap((place) => (differing.has(place) ? [] : [`${list}: ${place}`])),
  )
  expect(needless, 'remove them from test/drift.places.ts').toEqual([])
})
