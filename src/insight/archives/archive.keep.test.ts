import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { openRoom } from '#kernel/room.ts'
import { filledOwner } from '../../../test/filled.ts'
import { createArchive, createArchives, sweepArchives } from './archive.make.server.ts'
import { archiving, fetchAs, mark } from './archives.sample.ts'

let app: Awaited<ReturnType<typeof archiving>>['app']
let a: Awaited<ReturnType<typeof archiving>>['a']
let vendorId: string
let userId: string
let { ok, signIn, list, archived } = {} as Awaited<ReturnType<typeof archiving>>
beforeAll(async () => {
  ;({ app, a, vendorId, userId, ok, signIn, list, archived } = await archiving())
})
afterAll(() => app.close())

const dayMs = 86_400_000
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code

test('an archive is given to its owner and accountant alone, after a recent sign-in, for a day', async () => {
  await signIn()
  const { id, path } = await archived()
  const [, token = ''] = /__Host-session=([^;]+)/.exec(a.cookie) ?? []
  expect(token).not.toBe('')
  expect(await codeOf(await fetchAs(app, '', path))).toBe('auth/session-expired')
  const other = await filledOwner(app.url, mark)
  expect(await codeOf(await fetchAs(app, other.cookie, path))).toBe('document/not-found')
  expect((await other.rpc('archives.open', { id })).body.code).toBe('document/not-found')
  for (const wrong of [`/archives/${newId()}.zip`, '/archives/..%2Fsecret.key', `/archives/${id}`])
    expect((await fetchAs(app, a.cookie, wrong)).status, wrong).toBe(404)
  const become = (role: Role) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', userId).execute())
  for (const role of ['manager', 'frontDesk', 'trainer'] as const) {
    await become(role)
    expect([role, await codeOf(await fetchAs(app, a.cookie, path))]).toEqual([role, 'permission/denied'])
    expect([role, (await a.rpc('archives.begin', {})).body.code]).toEqual([role, 'permission/denied'])
  }
  // What the owner asked for contains what an accountant may not read; the accountant's own lacks it.
  await become('accountant')
  expect((await fetchAs(app, a.cookie, path)).status).toBe(404)
  expect((await list()).map((row) => row.id)).not.toContain(id)
  const own = await archived()
  expect((await fetchAs(app, a.cookie, own.path)).status).toBe(200)
  await become('owner')
  expect((await fetchAs(app, a.cookie, own.path)).status).toBe(200)
  expect((await fetchAs(app, a.cookie, path)).status).toBe(200)
  app.clock.advance(16 * 60_000)
  expect(await codeOf(await fetchAs(app, a.cookie, path))).toBe('auth/recent-sign-in-required')
  expect((await a.rpc('archives.begin', {})).body.code).toBe('auth/recent-sign-in-required')
  app.clock.advance(dayMs)
  await signIn()
  expect((await list()).find((row) => row.id === id)?.state).toBe('expired')
  expect((await fetchAs(app, a.cookie, path)).status).toBe(404)
  expect(readdirSync(app.app.archives.place()).length).toBeGreaterThan(0)
  await sweepArchives(app.app)
  expect(readdirSync(app.app.archives.place())).toEqual([])
  const rows = () => app.app.db.kysely.selectFrom('archives').select('id').where('vendorId', '=', vendorId).execute()
  expect((await rows()).map((row) => row.id)).toContain(id)
  app.clock.advance(30 * dayMs)
  await sweepArchives(app.app)
  expect(await rows()).toEqual([])
})

test('one at a time, five a day, one line of the log for each; the same id again is the same', async () => {
  app.clock.advance(2 * dayMs)
  await signIn()
  const lines = () =>
    tenant(app.app.db, vendorId, (trx) =>
      trx.selectFrom('audit').select('target').where('vendorId', '=', vendorId).where('action', '=', 'export').execute(),
    )
  const before = (await lines()).length
  const id = newId()
  const both = await Promise.all([a.rpc('archives.begin', { id }), a.rpc('archives.begin', { id })])
  expect(both.map(({ status, body }) => [status, body['id']])).toEqual([
    [200, id],
    [200, id],
  ])
  expect((await a.rpc('archives.begin', {})).body.code).toBe('archive/making')
  await createArchives(app.app)
  for (let more = 0; more < 4; more++) {
    await ok('archives.begin', {})
    await createArchives(app.app)
  }
  expect((await a.rpc('archives.begin', {})).status).toBe(429)
  expect(await lines()).toHaveLength(before + 5)
})

test('an archive that cannot be made is tried again, then given up; one that the process left is given back', async () => {
  app.clock.advance(2 * dayMs)
  await signIn()
  await sweepArchives(app.app)
  const place = app.app.archives.place().replace(/\/$/, '')
  await ok('archives.begin', {})
  expect(await createArchive(app.app, () => true)).toBe(true)
  expect((await list())[0]?.state).toBe('making')
  expect(readdirSync(place)).toEqual([])
  // Also once everything is copied and is only being packed.
  const isPacked = () => readdirSync(place).some((name) => existsSync(join(place, name, 'manifest.json')))
  expect(await createArchive(app.app, isPacked)).toBe(true)
  expect((await list())[0]?.state).toBe('making')
  expect(readdirSync(place)).toEqual([])
  rmSync(place, { recursive: true })
  writeFileSync(place, 'in the way')
  for (let tries = 0; tries < 3; tries++) {
    expect((await list())[0]?.state).toBe('making')
    expect(await createArchive(app.app)).toBe(true)
    expect(await createArchive(app.app)).toBe(false)
    app.clock.advance(60_000)
  }
  expect((await list())[0]?.state).toBe('failed')
  rmSync(place)
  mkdirSync(place)
  await archived()
})

test('an archive that would take the embedded database’s last room is left, and what was made of it removed', async () => {
  app.clock.advance(2 * dayMs)
  await signIn()
  await sweepArchives(app.app)
  const place = app.app.archives.place()
  const { room, db, log } = app.app
  await ok('archives.begin', {})
  const isBegun = () => readdirSync(place).length > 0
  app.app.room = openRoom(place, log, () => (isBegun() ? 95 * 1024 ** 2 : Infinity))
  try {
    expect(await createArchive(app.app)).toBe(true)
    expect([(await list())[0]?.state, isBegun()]).toEqual(db.engine === 'embedded' ? ['making', false] : ['ready', true])
  } finally {
    app.app.room = room
  }
  app.clock.advance(60_000)
  await createArchives(app.app)
  expect((await list())[0]?.state).toBe('ready')
})

test('an archive that three processes died of is given up, and another may be asked for', async () => {
  app.clock.advance(2 * dayMs)
  await signIn()
  const { id } = await ok('archives.begin', {})
  const died = (of: unknown, tries: number) =>
    platform(app.app.db, (trx) => trx.updateTable('archives').set({ tries }).where('id', '=', String(of)).execute())
  await died(id, 3)
  expect(await createArchive(app.app)).toBe(true)
  expect((await list())[0]).toMatchObject({ id, state: 'failed' })
  app.clock.advance(1000)
  const again = await ok('archives.begin', {})
  await died(again['id'], 2)
  expect(await createArchive(app.app)).toBe(true)
  expect((await list())[0]).toMatchObject({ id: again['id'], state: 'ready' })
})

test.each(['ends', 'fails', 'is stopped'])(
  'an archive that another process took over is the other’s alone when the first one %s',
  async (how) => {
    app.clock.advance(2 * dayMs)
    await signIn()
    await sweepArchives(app.app)
    const { id } = await ok('archives.begin', {})
    const row = () => app.app.db.kysely.selectFrom('archives').selectAll().where('id', '=', String(id)).executeTakeFirst()
    const { files } = app.app
    const [reached, stands] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isOver = false
    const get: typeof files.get = async (name) => {
      reached.resolve()
      await stands.promise
      return files.get(name)
    }
    const first = createArchive({ ...app.app, files: { ...files, get } }, () => isOver)
    await reached.promise
    app.clock.advance(2 * 60_000)
    expect(await createArchive(app.app)).toBe(true)
    const stored = await row()
    expect(stored).toMatchObject({ state: 'ready', tries: 2 })
    isOver = how === 'is stopped'
    if (how === 'fails') stands.reject(new Error('Planted'))
    else stands.resolve()
    await first
    expect([await row(), readdirSync(app.app.archives.place())]).toEqual([stored, [stored?.file]])
  },
)
