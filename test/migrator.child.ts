import { writeSync } from 'node:fs'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#db/migrate.ts'

/** Migrates the database at DATABASE_URL; killed after KILL_AT statements, as by a power cut. Prints how many tables it created. */
const killAt = Number(process.env['KILL_AT'] ?? Infinity)
let statements = 0
let tables = 0
const db = new Kysely<unknown>({
  dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 1 }) }),
  log({ query }) {
    statements += 1
    if (query.sql.startsWith('create table "') && !query.sql.includes('kysely_')) tables += 1
    if (statements >= killAt) process.kill(process.pid, 'SIGKILL')
  },
})
await migrate(db)
await db.destroy()
writeSync(1, JSON.stringify({ statements, tables }))
