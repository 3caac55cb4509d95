import { exportToServer } from '#db/embedded/export.ts'
import { readConfig } from '#kernel/config.ts'

/** `npm run export`: moves the embedded database of DATA_DIR to the empty database at DATABASE_URL. */
try {
  const { dataDir, databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the empty database that takes over')
  const begun = performance.now()
  const tables = await exportToServer(dataDir, databaseUrl)
  for (const [table, { rows }] of Object.entries(tables)) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`)
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stdout.write(`${rows} rows are the same on both sides, after ${seconds} s. Start with DATABASE_URL and the same DATA_DIR now\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
