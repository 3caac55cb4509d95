import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { careFields } from '#directory/customers/care.rules.ts'
import { careLeftOut, isPart, leftOut, platformParts } from './archive.rules.ts'

/** A table of the vendor: its columns in the archive, and the statement that reads the vendor's rows by their key. */
export type ArchiveTable = { name: string; columns: { name: string; type: string }[]; select: string }

type Column = { table: string; column: string; type: string; key: number | null }

/** Removes from a change in the log what a role without the right to it may not read. */
const withoutCare = ` - array['${careFields.join("','")}']`

/** Every table of vendors' rows in the database, except those left out by name: a new table is archived without a change here. */
export async function tablesOf(trx: Trx, vendorId: string, hasCare: boolean): Promise<ArchiveTable[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as "type",
      array_position(string_to_array(i.indkey::text, ' '), a.attnum::text) as "key"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p')
      and (exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') or c.relname = any(${platformParts}))
    order by 1, a.attnum`.execute(trx)
  const tables = Map.groupBy(
    rows.filter(({ table }) => !(table in leftOut)),
    ({ table }) => table,
  )
  return [...tables].map(([name, all]) => {
    const columns = all.filter(({ column, type }) => isPart(name, column, type) && (hasCare || !(`${name}.${column}` in careLeftOut)))
    const keys = all.filter(({ key }) => key !== null).toSorted((a, b) => Number(a.key) - Number(b.key))
    const read = ({ column, type }: Column) => {
      if (type === 'bytea') return `encode(part."${column}", 'hex') as "${column}"`
      const isCared = !hasCare && name === 'audit' && type === 'jsonb'
      return `part."${column}"${isCared ? withoutCare : ''} as "${column}"`
    }
    const isTeam = name === 'members'
    return {
      name,
      columns: [...(isTeam ? [{ name: 'email', type: 'text' }] : []), ...columns.map(({ column, type }) => ({ name: column, type }))],
      select: [
        `select ${[...(isTeam ? ['person."email" as "email"'] : []), ...columns.map(read)].join(', ')} from "${name}" part`,
        ...(isTeam ? ['join "users" person on person."id" = part."userId"'] : []),
        `where part."vendorId" = '${vendorId}' order by ${keys.map(({ column }) => `part."${column}"`).join(', ')}`,
      ].join(' '),
    }
  })
}
