import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Schema } from '#db/schema.gen.ts'
import { text } from '#lib/fields.ts'
import { testApp, type TestApp } from './app.ts'
import { bare, defOf, takes } from './drift.draw.ts'
import { otherColumns, wider } from './drift.places.ts'
import { changingInputs, fieldsOf, type Columns, type Field, type Input } from './drift.fields.ts'
import { asOwner } from './owner-role.ts'

/** Every limit of every input against the columns that keep it: what a call takes is stored, and what it refuses the database refuses too. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Db = Kysely<Schema>

class Undone extends Error {}

/** Work of the database's owner in a transaction that is rolled back. */
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

async function columnsOf(db: Db): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map([...tables].map(([table, own]) => [table, new Map(own.map(({ column, type }) => [column, type]))]))
}

/**
 * A copy of a table with the CHECKs of single columns, where a row may hold one value alone: so each value is judged by
 * its own column. NOT NULL, keys and rules over several columns have tests of their own.
 */
async function openProbe(db: Db, table: string, isWhole: boolean): Promise<string> {
  const probe = `${isWhole ? 'whole' : 'probe'} ${table}`
  await sql`create temp table ${sql.id(probe)} (like public.${sql.id(table)} including constraints)`.execute(db)
  const { rows: rules } = await sql<{ name: string }>`select conname as "name" from pg_constraint
    where conrelid = ${`pg_temp."${probe}"`}::regclass and contype = 'c' and cardinality(conkey) <> 1`.execute(db)
  for (const { name } of isWhole ? [] : rules) await sql`alter table pg_temp.${sql.id(probe)} drop constraint ${sql.id(name)}`.execute(db)
  const { rows: filled } = await sql<{ name: string }>`select attname as "name" from pg_attribute
    where attrelid = ${`pg_temp."${probe}"`}::regclass and attnum > 0 and attnotnull`.execute(db)
  for (const { name } of filled) await sql`alter table pg_temp.${sql.id(probe)} alter column ${sql.id(name)} drop not null`.execute(db)
  return probe
}

/** Why a statement with one value is refused: the error's code and constraint; '' where it is not. */
const judge = sql`create function pg_temp.refusal(statement text, value text) returns text language plpgsql as $$
  declare why text;
  begin
    execute statement using value;
    return '';
  exception when others then
    get stacked diagnostics why = constraint_name;
    return sqlstate || ' ' || why;
  end $$`

const written = (type: string): string => {
  if (type.endsWith('[]')) return `array(select jsonb_array_elements_text($1::jsonb))::${type}`
  return `$1::${type}`
}

type Findings = { fields: Field[]; differences: string[]; compared: number }

/** Where inputs and the database differ, one line each. */
async function differencesOf(db: Db, inputs: Input[]): Promise<Findings> {
  const known = await columnsOf(db)
  const fields = fieldsOf(inputs, known)
  const differences = fields.flatMap(({ name, table, column }) =>
    column === null ? [`${name}: ${table} has no column for it: add one in src/db/migrations`] : [],
  )
  await judge.execute(db)
  // What one call refuses another may take into the same column.
  const places = Map.groupBy(fields, ({ table, column }) => `${table}.${column}`)
  const probes = new Map<string, string>()
  let compared = 0
  for (const [place, sharers] of places) {
    const { table, column } = sharers[0] ?? { table: '', column: null }
    if (column === null) continue
    const others = otherColumns[place]
    const of = `${others ? 'whole' : 'single'} ${table}`
    const probe = probes.get(of) ?? (await openProbe(db, table, others !== undefined))
    probes.set(of, probe)
    const type = known.get(table)?.get(column) ?? 'text'
    const names = [column, ...Object.keys(others ?? {})].map((name) => `"${name}"`).join(', ')
    const values = [written(type), ...Object.values(others ?? {}).map((value) => `'${value}'`)].join(', ')
    const drawn = new Map(sharers.flatMap(({ name, draws }) => draws.map((draw) => [JSON.stringify(draw.value), { name, draw }])))
    for (const [json, { name, draw }] of drawn) {
      const isTaken = sharers.some(({ schema }) => takes(schema, draw.value))
      const statement = `insert into pg_temp."${probe}" (${names}) values (${values})`
      const value = typeof draw.value === 'string' ? draw.value : json
      const { rows } = await sql<{ why: string }>`select pg_temp.refusal(${statement}, ${value}) as "why"`.execute(db)
      const why = rows[0]?.why.trim() ?? ''
      compared += 1
      if (isTaken && why !== '') differences.push(`${name}: takes ${draw.what}, ${place} does not (${why})`)
      if (!isTaken && why === '' && !(place in wider))
        differences.push(`${name}: refuses ${draw.what}, ${place} has no CHECK that does: add one in src/db/migrations`)
    }
  }
  return { fields, differences, compared }
}

/** The inputs with some fields of one call changed. */
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

/** Drifts of every kind, each as someone would leave it behind. */
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
    'a form takes a new word',
    [],
    () => withFields('services.create', { state: z.enum(['draft', 'hidden']) }),
    /^services\.create\.state: takes "hidden"/,
  ],
]

test.each(drifts)('it is found where %s', async (_what, statements, inputs, found) => {
  const { differences } = await undone(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
    return differencesOf(db, inputs())
  })
  expect(differences).toContainEqual(expect.stringMatching(found))
})

test('every limit of a form is the limit of its column: texts, numbers and choices', async () => {
  const inputs = changingInputs()
  const { fields, differences, compared } = await undone((db) => differencesOf(db, inputs))
  expect(differences).toEqual([])
  const stored = new Set(fields.map(({ name }) => name.split('.').slice(0, 2).join('.')))
  expect(stored.size).toBeGreaterThan(60)
  expect(compared).toBeGreaterThan(700)
})
