import { sql, type Kysely } from 'kysely'
import { appRole } from '#db/migrator.ts'
import type { Database } from '#db/open.ts'
import type { Schema } from '#db/schema.gen.ts'

/** Runs work as the database's owner, who sees every vendor's rows and may change tables, unlike any part of the product. */
export function asOwner<T>(db: Database, work: (owner: Kysely<Schema>) => Promise<T>): Promise<T> {
  return db.kysely.connection().execute(async (connection) => {
    await sql`set role none`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`set role ${sql.id(appRole)}`.execute(connection)
    }
  })
}

/** Every row of every table of the product as JSON, bytes as hex. */
export function wholeDatabase(db: Database): Promise<string> {
  return asOwner(db, async (owner) => {
    const { rows: tables } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(owner)
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select to_jsonb(t)::text as text from ${sql.table(name)} t`.execute(owner)
      texts.push(...rows.map(({ text }) => `${name} ${text}`))
    }
    return texts.join('\n')
  })
}
