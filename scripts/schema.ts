import { writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { extensions } from '#db/embedded/engine.ts'
import { migrate } from '#db/migrate.ts'
import { SingleConnection } from '#db/single.ts'

/** Generates src/db/schema.gen.ts from the migrated schema: run `npm run schema` after each new migration. */
const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Uint8Array',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  text: 'string',
  timestamptz: 'string',
  uuid: 'string',
  _text: 'string[]',
  _uuid: 'string[]',
  _int2: 'number[]',
  int4range: 'string',
  daterange: 'string',
}

const pglite = await PGlite.create({ extensions })
const db = new Kysely<unknown>({ dialect: new SingleConnection(pglite).dialect() })
await migrate(db)
const { rows } = await sql<{
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
}>`
  select c.table_name as "table", c.column_name as "column", c.udt_name as "type", c.is_nullable = 'YES' as "nullable", c.column_default is not null or c.is_generated = 'ALWAYS' as "hasDefault"
  from information_schema.columns c join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'kysely%'
  order by c.table_name, c.ordinal_position`.execute(db)
// A single-column CHECK that lists its values becomes the column's type, so that a row's enum needs no assertion.
const { rows: lists } = await sql<{ table: string; column: string; values: string }>`
  select r.relname as "table", a.attname as "column", substring(pg_get_constraintdef(c.oid) from ' = ANY \\(ARRAY\\[(.*)\\]') as "values"
  from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = r.oid and a.attnum = c.conkey[1]
  where c.contype = 'c' and cardinality(c.conkey) = 1 and pg_get_constraintdef(c.oid) ~ '^CHECK \\(\\("?\\w+"? = ANY \\(ARRAY\\[[^]]*\\]\\)\\)\\)$'`.execute(
  db,
)
await pglite.close()

const choices = new Map(
  lists.map(({ table, column, values }) => [`${table}.${column}`, values.replaceAll('::text', '').replaceAll(', ', ' | ')]),
)
const tables = Map.groupBy(rows, (row) => row.table)
const body = [...tables].map(([table, columns]) => {
  const lines = columns.map(({ column, type, nullable, hasDefault }) => {
    const known = choices.get(`${table}.${column}`) ?? types[type]
    if (!known) throw new Error(`${table}.${column}: no TypeScript type for ${type}`)
    const value = type === 'jsonb' ? 'Json' : nullable ? `${known} | null` : known
    return `    ${column}: ${hasDefault ? `Generated<${value}>` : value}`
  })
  return `  ${table}: {\n${lines.join('\n')}\n  }`
})
writeFileSync(
  new URL('../src/db/schema.gen.ts', import.meta.url),
  `import type { ColumnType, Generated } from 'kysely'\n\n/** Written by \`npm run schema\` from the migrations; do not edit. */\ntype Json = ColumnType<unknown, string | null, string | null>\n\nexport type Schema = {\n${body.join('\n')}\n}\n`,
)
