import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Parts } from './fill.ts'
import type { Size } from './year.ts'

/** Input for playing a year in a separate worker; `empty` is a snapshot of the database before anything was played. */
export type Task = { config: Parts['config']; index: number; today: string; size: Size; empty: Blob }

/** What the worker sends: its progress, and at the end its rows by table in the format of COPY. */
export type Message = { progress: number } | { tables: [table: string, rows: ArrayBuffer][] }

/**
 * Plays the year of one business on a separate core and database, a copy of `empty`.
 * @returns a function that copies its rows into the database of `parts`
 * @throws what the year throws
 */
export async function playApart(
  { config, db }: Parts,
  index: number,
  today: string,
  size: Size,
  empty: Blob,
  onProgress: (progress: number) => void,
): Promise<() => Promise<void>> {
  const task: Task = { config, index, today, size, empty }
  const worker = new Worker(new URL('apart.worker.ts', import.meta.url), { workerData: task })
  const rows = new Map<string, ArrayBuffer>()
  worker.on('message', (message: Message) => {
    if ('progress' in message) onProgress(message.progress)
    else for (const [table, copied] of message.tables) rows.set(table, copied)
  })
  // Rejects if the worker failed with an uncaught error.
  await once(worker, 'exit')
  return async () => {
    await db.asOwner?.(async (pglite) => {
      // Tables are not ordered by their foreign keys; each row was checked where it was written.
      await pglite.exec('set session_replication_role = replica')
      for (const [table, copied] of rows) await pglite.query(`copy "${table}" from '/dev/blob'`, [], { blob: new Blob([copied]) })
      await pglite.exec('reset session_replication_role')
    })
  }
}
