import { readConfig } from './kernel/config.ts'
import { describeError, openLog } from './kernel/log.ts'
import { openRoom } from './kernel/room.ts'
import { assemble, openDatabase } from './entrance/start.server.ts'

/** Starts the server: configuration, database, HTTP, jobs. Stops cleanly on SIGTERM and SIGINT. */
async function main(): Promise<void> {
  // All files written here belong to a business: no other user of the machine may read them.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = openLog()
  const room = openRoom(config.dataDir, log)
  const db = await openDatabase(config, room)
  const running = await assemble(config, db, { log, room })
  const { server } = running.http

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Requests in flight are cut off after seven seconds; anything that still hangs must not keep the process alive.
    setTimeout(() => process.exit(1), 9_500).unref()
    running.http.drain()
    // Load balancers check /readyz before the port closes.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await running.stop(2000)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('unhandledRejection', (error) => running.app.log.error('Unhandled rejection', describeError(error)))

  await server.listen({ host: config.host, port: config.port })
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  running.app.log.info(`Touchline is ready at http://${config.host}:${port}`, { port, engine: db.engine })
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : 'Touchline could not start'}\n`)
  process.exit(1)
})
