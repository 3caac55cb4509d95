import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#db/embedded/server.ts'
import { watchLimit } from '#kernel/watch.ts'
import { openBoardReader } from './board-reader.ts'
import { httpOwner, type HttpClient } from './browser-session.ts'
import { fill } from './filled.ts'
import { startPostgres, type PostgresServer } from './postgres.ts'
import { newDataDir, startProduct, type Process } from './product.ts'

let server: PostgresServer
const { dataDir, remove } = newDataDir()
beforeAll(async () => {
  server = await startPostgres()
}, 60_000)
afterAll(async () => {
  await server.stop()
  remove()
})

const open = 200

const until = async (holds: () => boolean, ms: number): Promise<boolean> => {
  for (const end = Date.now() + ms; Date.now() < end; await wait(20)) if (holds()) return true
  return holds()
}

test('each change reaches 200 open boards, also what another process wrote while theirs was away', async () => {
  const startOne = () => startProduct({ DATA_DIR: dataDir, DATABASE_URL: server.url, NODE_ENV: 'development' })
  let readsAt: Process = await startOne()
  const writesAt = await startOne()
  const end = new AbortController()
  try {
    const host = await httpOwner(String(writesAt.url))
    const { challenge, entry } = await fill(host)
    const { body } = await host.rpc('accounts.session')
    const members: HttpClient[] = [host]
    while (members.length < open / watchLimit) {
      const member = await httpOwner(String(writesAt.url))
      const { userId } = (await member.rpc('accounts.session')).body
      // Invitations require an email, so the members are moved into the business directly in the tables.
      await withClient(server.url, async (ask) => {
        await ask(`update "members" set "vendorId" = '${String(body['vendorId'])}' where "userId" = '${String(userId)}'`)
        await ask(`update "sessions" set "vendorId" = '${String(body['vendorId'])}' where "userId" = '${String(userId)}'`)
      })
      members.push(member)
    }
    const readers = Array.from({ length: open }, (_, at) =>
      openBoardReader(() => String(readsAt.url), members[at % members.length]!.cookie, challenge, end.signal),
    )
    const newest = async () => Number((await host.rpc('challenges.board', { challenge })).body['revision'])
    const score = async () => {
      expect((await host.rpc('challenges.score', { entry, units: 1 })).status).toBe(200)
      return newest()
    }
    const have = (revision: number) => () => readers.every(({ received }) => received.at(-1) === revision)
    const first = await newest()
    expect(await until(have(first), 30_000)).toBe(true)
    const second = await score()
    const begun = performance.now()
    expect(await until(have(second), 10_000)).toBe(true)
    const reached = performance.now() - begun
    // The readers' process ends, and the other one writes what it misses.
    const stopping = performance.now()
    readsAt.child.kill('SIGTERM')
    expect(await readsAt.ended).toBe(0)
    const drained = performance.now() - stopping
    expect(drained).toBeLessThan(9500)
    for (let more = 0; more < 3; more++) await score()
    readsAt = await startOne()
    expect(await until(have(await newest()), 30_000)).toBe(true)
    const last = await score()
    expect(await until(have(last), 10_000)).toBe(true)
    for (const { received, breaks } of readers) {
      expect(received).toEqual([...new Set(received)].toSorted((a, b) => a - b))
      expect(breaks).toBeGreaterThan(0)
    }
    console.log(
      `boards: ${readers.length} received after ${Math.round(reached)} ms, drained in ${Math.round(drained)} ms, last revision ${last}`,
    )
  } finally {
    end.abort()
    readsAt.child.kill('SIGKILL')
    writesAt.child.kill('SIGKILL')
  }
}, 180_000)
