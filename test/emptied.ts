import type { PGlite } from '@electric-sql/pglite'

/** An embedded database as it was opened: its schema, and the rows of the tables that had some. */
export type Origin = { schema: string; tables: readonly string[]; rows: string }

/** Every change of the schema leaves another row, or one row fewer, in one of these. */
const catalogs = ['class', 'attribute', 'attrdef', 'proc', 'trigger', 'constraint', 'policy', 'index', 'namespace', 'db_role_setting']
const schemaOf = `select concat_ws(' ', ${catalogs
  .map((name) => `(select concat(count(*), ':', max("xmin"::text::bigint)) from "pg_${name}")`)
  .join(', ')}) as "found"`

/** Above this many bytes, rows that were removed slow down the tests that follow. */
const most = 6 * 1024 ** 2
const used = `select "relname" as "name", pg_relation_size("oid")::int as "bytes" from "pg_class"
  where "relkind" = 'r' and "relnamespace" = 'public'::regnamespace and pg_relation_size("oid") > 0 order by 1`

async function text(pglite: PGlite, statement: string): Promise<string> {
  const { rows } = await pglite.query<{ found: string }>(statement)
  return rows[0]?.found ?? ''
}

const rowsOf = (tables: readonly string[]) =>
  `select concat_ws(' ', ${tables.map((name) => `(select md5(string_agg("t"::text, '' order by "t"::text)) from "${name}" "t")`).join(', ')}) as "found"`

const usedTables = async (pglite: PGlite) => (await pglite.query<{ name: string; bytes: number }>(used)).rows

/** Notes the state of a newly opened database. */
export async function originOf(pglite: PGlite): Promise<Origin> {
  const tables = (await usedTables(pglite)).map(({ name }) => name)
  return { schema: await text(pglite, schemaOf), tables, rows: await text(pglite, rowsOf(tables)) }
}

/**
 * Removes all rows that were written since a database was opened.
 * @returns whether it is as it was: not if a test changed the schema or the seeds, or wrote very much
 */
export async function emptied(pglite: PGlite, { schema, tables, rows }: Origin): Promise<boolean> {
  const written = (await usedTables(pglite)).filter(({ name }) => !tables.includes(name))
  if (written.reduce((sum, { bytes }) => sum + bytes, 0) > most) return false
  const removals = written.map(({ name }) => `delete from "${name}"`)
  // Triggers refuse to remove what is append-only.
  await pglite.exec(['set session_replication_role = replica', ...removals, 'set session_replication_role = origin'].join('; '))
  return (await text(pglite, schemaOf)) === schema && (await text(pglite, rowsOf(tables))) === rows
}
