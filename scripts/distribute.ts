import { distribute } from '#db/distribute.ts'
import { readConfig } from '#kernel/config.ts'

/** `npm run distribute`: distributes the vendors' rows of the database at DATABASE_URL over the nodes of its Citus cluster. */
try {
  const { databaseUrl } = readConfig(process.env)
  if (!databaseUrl) throw new Error('Set DATABASE_URL to the database of the coordinator')
  const begun = performance.now()
  const tables = await distribute(databaseUrl)
  if (tables) {
    for (const [table, { rows }] of Object.entries(tables)) process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`)
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    process.stdout.write(`${rows} rows are the same as before, after ${seconds} s. Start Touchline now\n`)
  } else process.stdout.write('The rows are distributed already\n')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
