import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openServer } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import { answerFor } from '#server/failure.ts'
import { startPostgres } from './postgres.ts'

/** A proxy that can swallow: connections stay open, bytes go nowhere, as with a machine that died without a word. */
async function openSwallowing(host: string, port: number) {
  const sockets = new Set<Socket>()
  let swallows = false
  const doomed = new WeakSet<Socket>()
  const proxy = createServer((near) => {
    const far = connect(port, host)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      if (swallows) doomed.add(from)
      from.on('data', (bytes) => {
        if (!swallows && !doomed.has(from)) to.write(bytes)
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    /** What was open stays without an answer for ever, also after `restore`. */
    swallow: () => {
      swallows = true
      for (const socket of sockets) doomed.add(socket)
    },
    restore: () => {
      swallows = false
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}

test('R9 connections that are swallowed while in use: all answer 503 within 12 s, and new ones work after', async () => {
  const server = await startPostgres()
  const address = new URL(server.url)
  const proxy = await openSwallowing(address.hostname, Number(address.port || 5432))
  address.hostname = '127.0.0.1'
  address.port = String(proxy.port)
  const db = await openServer(address.href, { poolSize: 4 })
  const read = (seconds: number) => platform(db, (trx) => sql`select pg_sleep(${seconds})`.execute(trx))
  try {
    const begun = performance.now()
    const held = Array.from({ length: 4 }, () =>
      read(3).then(
        () => 'served',
        (error: unknown) => answerFor(error).error.code,
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    proxy.swallow()
    const late = read(0).then(
      () => 'served',
      (error: unknown) => answerFor(error).error.code,
    )
    expect(await Promise.all([...held, late])).toEqual(Array.from({ length: 5 }, () => 'server/unavailable'))
    expect(performance.now() - begun).toBeLessThan(12_000)
    proxy.restore()
    await db.ping()
    await expect(read(11).catch((error: unknown) => answerFor(error).error.status)).resolves.toBe(503)
  } finally {
    proxy.close()
    await db.close()
    await server.stop()
  }
}, 60_000)
