import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'

/**
 * A digest of every row of a vendor in every vendor table in the schema, so that no new table can be forgotten.
 * @param without tables that may change meanwhile
 */
export function vendorDigest(db: Database, vendorId: string, without: string[] = []): Promise<string> {
  return tenant(db, vendorId, async (trx) => {
    const hash = createHash('sha256')
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as "name" from pg_policies where schemaname = 'public' and policyname = 'tenant' order by 1`.execute(trx)
    for (const { name } of tables.filter((table) => !without.includes(table.name))) {
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as "row" from ${sql.table(name)} t order by 1`.execute(trx)
      hash.update(`${name} ${JSON.stringify(rows)}`)
    }
    return hash.digest('hex')
  })
}
