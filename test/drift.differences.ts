import { sql, type Kysely } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import { takes } from './drift.draw.ts'
import { fieldsOf, isRequired, type Columns, type Field, type Input } from './drift.fields.ts'
import { places as named, type Places } from './drift.places.ts'
import { choicesOf, readBranches, unnamedOf } from './drift.words.ts'

type Db = Kysely<Schema>

export async function columnsOf(db: Db): Promise<Columns> {
  const { rows } = await sql<{ table: string; column: string; type: string; isFilled: boolean }>`
    select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as "type", a.attnotnull as "isFilled"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`.execute(db)
  const tables = Map.groupBy(rows, ({ table }) => table)
  return new Map([...tables].map(([table, own]) => [table, new Map(own.map(({ column, type, isFilled }) => [column, { type, isFilled }]))]))
}

/**
 * A copy of a table with the CHECKs of single columns, in which a row may hold just one value: so each value is checked only by
 * its own column. Keys and multi-column rules have other tests, and NOT NULL is read from the table itself.
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

/** Why a statement with one value is refused: the error's code and constraint, or '' if it is accepted. */
const refusal = sql`create function pg_temp.refusal(statement text, value text) returns text language plpgsql as $$
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

/** Where a field is optional but its column is not, or the other way round. */
function nullDifferences(place: string, sharers: Field[], isFilled: boolean, { mayBeNull, neverNull }: Places): string[] {
  const makers = sharers.filter(({ isNew }) => isNew)
  // Settings are changed and never created.
  const asking = makers.length > 0 ? makers : sharers.filter(({ isWhole }) => isWhole)
  const nullable = sharers.find(({ schema }) => takes(schema, null))
  if (nullable && isFilled && !(place in neverNull)) return [`${nullable.name}: takes nothing, ${place} is NOT NULL`]
  const [first] = asking
  return first && !nullable && asking.every(isRequired) && !isFilled && !(place in mayBeNull)
    ? [`${first.name}: must be given, ${place} may be null: make it NOT NULL in src/db/migrations`]
    : []
}

/** The options of a field without a text in the catalogues. */
function wordDifferences(
  place: string,
  { name, schema }: Field,
  branches: ReturnType<typeof readBranches>,
  { wordless }: Places,
): string[] {
  const choices = place in wordless ? [] : choicesOf(schema)
  if (choices.length === 0) return []
  const { branch, words } = unnamedOf(choices, branches)
  return words.map((word) => `${name}: ${branch} has no word for "${word}": add it to text.en.json and text.ar.json`)
}

export type Findings = { fields: Field[]; differences: string[]; compared: number }

/** Where inputs and the database differ, one line each. */
export async function differencesOf(db: Db, inputs: Input[], places: Places = named): Promise<Findings> {
  const known = await columnsOf(db)
  const branches = readBranches()
  const fields = fieldsOf(inputs, known, places)
  const differences = fields.flatMap(({ name, table, column }) =>
    column === null ? [`${name}: ${table} has no column for it: add one in src/db/migrations`] : [],
  )
  await refusal.execute(db)
  // A value that one call refuses may be accepted into the same column by another.
  const sharing = Map.groupBy(fields, ({ table, column }) => `${table}.${column}`)
  const probes = new Map<string, string>()
  let compared = 0
  for (const [place, sharers] of sharing) {
    const { table, column } = sharers[0] ?? { table: '', column: null }
    if (column === null) continue
    const others = places.otherColumns[place]
    const of = `${others ? 'whole' : 'single'} ${table}`
    const probe = probes.get(of) ?? (await openProbe(db, table, others !== undefined))
    probes.set(of, probe)
    const { type, isFilled } = known.get(table)?.get(column) ?? { type: 'text', isFilled: false }
    differences.push(...nullDifferences(place, sharers, isFilled, places))
    differences.push(...sharers.flatMap((field) => wordDifferences(place, field, branches, places)))
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
      if (!isTaken && why === '' && !(place in places.wider))
        differences.push(`${name}: refuses ${draw.what}, ${place} has no CHECK that does: add one in src/db/migrations`)
    }
  }
  return { fields, differences, compared }
}
