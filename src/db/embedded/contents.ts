/** Runs a statement and returns its rows; available for both engines. */
export type RunStatement = <Row>(statement: string) => Promise<Row[]>

/** The contents of a table: its number of rows, and a number that changes with any value in any of them. */
export type TableContents = { rows: number; digest: string }

/** Session settings under which both engines write every value as the same text. */
export const plainText = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex'; set extra_float_digits = 1`

/** A name as a quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The names of the product's tables, including those of the migrations. */
export async function tableNames(ask: RunStatement): Promise<string[]> {
  const rows = await ask<{ name: string }>(
    `select c.relname as "name" from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
     and c.relnamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Reads all tables down to the last value. The session must see every row, and have set `plainText`. */
export async function readContents(ask: RunStatement): Promise<Record<string, TableContents>> {
  const contents: Record<string, TableContents> = {}
  for (const name of await tableNames(ask)) {
    // A sum does not depend on the rows' order; 60 bits of each row's hash fit a bigint.
    const [row] = await ask<TableContents>(
      `select count(*)::int as "rows", coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text as "digest" from ${quoted(name)} t`,
    )
    if (row) contents[name] = row
  }
  return contents
}

/** Describes each difference in a sentence; empty when both have the same contents. */
export function differences(expected: Record<string, TableContents>, found: Record<string, TableContents>): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((name) => {
    const [before, after] = [expected[name], found[name]]
    if (before?.rows !== after?.rows) return [`${name} has ${after?.rows ?? 'no'} rows instead of ${before?.rows ?? 'no'}`]
    return before?.digest === after?.digest ? [] : [`${name} holds other values`]
  })
}

/** The newest migration that a database has run. */
export async function readSchemaVersion(ask: RunStatement): Promise<string> {
  const [row] = await ask<{ name: string }>('select max("name") as "name" from "kysely_migration"')
  return row?.name ?? ''
}
