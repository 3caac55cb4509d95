import type { RunStatement } from '#db/embedded/contents.ts'

/** The owner of a database's tables, on either engine. */
export type Owner = {
  ask: RunStatement
  /** Runs several statements, as one message. */
  run: (statements: string) => Promise<unknown>
}

/** A database as it was opened: its schema, and the rows of the tables that had some. */
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

async function text({ ask }: Owner, statement: string): Promise<string> {
  const [row] = await ask<{ found: string }>(statement)
  return row?.found ?? ''
}

const rowsOf = (tables: readonly string[]) =>
  `select concat_ws(' ', ${tables.map((name) => `(select md5(string_agg("t"::text, '' order by "t"::text)) from "${name}" "t")`).join(', ')}) as "found"`

const usedTables = ({ ask }: Owner) => ask<{ name: string; bytes: number }>(used)

/** Notes the state of a newly opened database. */
export async function originOf(owner: Owner): Promise<Origin> {
  const tables = (await usedTables(owner)).map(({ name }) => name)
  return { schema: await text(owner, schemaOf), tables, rows: await text(owner, rowsOf(tables)) }
}

/**
 * Removes all rows that were written since a database was opened.
 * @returns whether it is as it was: not if a test changed the schema or the seeds, or wrote very much
 */
export async function emptied(owner: Owner, { schema, tables, rows }: Origin): Promise<boolean> {
  const written = (await usedTables(owner)).filter(({ name }) => !tables.includes(name))
  if (written.reduce((sum, { bytes }) => sum + bytes, 0) > most) return false
  const removals = written.map(({ name }) => `delete from "${name}"`)
  // Triggers refuse to remove what is append-only.
  await owner.run(['set session_replication_role = replica', ...removals, 'set session_replication_role = origin'].join('; '))
  return (await text(owner, schemaOf)) === schema && (await text(owner, rowsOf(tables))) === rows
}
