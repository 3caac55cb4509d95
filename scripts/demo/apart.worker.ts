import { parentPort, workerData } from 'node:worker_threads'
import { openInMemory } from '#db/embedded/memory.ts'
import { embeddedParsers, openOnPglite, type Database } from '#db/open.ts'
import { openLog } from '#kernel/log.ts'
import { openApp } from '#entrance/start.server.ts'
import type { Task, Message } from './apart.ts'
import { playBusiness } from './fill.ts'

const post = (message: Message, ...moved: ArrayBuffer[]) => parentPort?.postMessage(message, moved)

/** All rows except those that every database has from its migrations, its seeds and its first start. */
async function rowsOf(db: Database): Promise<[table: string, rows: ArrayBuffer][]> {
  const copied: [string, ArrayBuffer][] = []
  await db.asOwner?.(async (pglite) => {
    const { rows } = await pglite.query<{ name: string }>(
      `select table_name as "name" from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' and table_name not in ('countries', 'installation', 'serviceTypes')`,
    )
    for (const { name } of rows) {
      const { blob } = await pglite.query(`copy "${name}" to '/dev/blob'`)
      if (blob && blob.size > 0) copied.push([name, await blob.arrayBuffer()])
    }
  })
  return copied
}

const { config, index, today, size, empty } = workerData as Task
const pglite = await openInMemory(empty, { parsers: embeddedParsers })
const db = await openOnPglite(pglite, () => pglite.close())
await db.asOwner?.((owner) => owner.exec('set synchronous_commit = off'))
await playBusiness(openApp(config, db, { log: openLog(() => {}) }), index, today, size, (progress) => post({ progress }))
const tables = await rowsOf(db)
await db.close()
post({ tables }, ...tables.map(([, rows]) => rows))
