import { writeSync } from 'node:fs'
import { openEmbedded } from './open.ts'

/**
 * Run by the durability tests in a process of its own: writes pairs of rows, each pair one
 * transaction, and says each number only after its commit, until it is killed.
 */
const [dataDir = '', first = '0'] = process.argv.slice(2)
const { pglite } = await openEmbedded(dataDir)
await pglite.exec(
  'create table if not exists "pairs" ("n" integer not null, "half" integer not null, "note" text not null, primary key ("n", "half"))',
)
writeSync(1, 'ready\n')
for (let n = Number(first); ; n++) {
  await pglite.transaction(async (trx) => {
    for (const half of [1, 2]) await trx.query('insert into "pairs" values ($1, $2, $3)', [n, half, 'x'.repeat(n % 900)])
  })
  writeSync(1, `${n}\n`)
}
