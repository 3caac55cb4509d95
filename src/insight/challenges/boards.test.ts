import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schema } from '#db/schema.gen.ts'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testServer, type TestApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner-role.ts'
import type { Arena } from './challenge.sample.ts'
import { academyOf, external, invited } from './external.sample.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

/** A request as any program could send it with a signed-in owner's cookies; returns the status and the body's text. */
async function send({ owner }: Arena, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  const cookie = Object.entries(owner.cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const answer = await fetch(`${app.url}/api${path}`, {
    method,
    headers: { cookie, origin: app.url, 'sec-fetch-site': 'same-origin', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

const tables = ['boards', 'boardGuests', 'boardEntries'] as const
const rowsOf = async (db: Kysely<Schema>, challenge: string) =>
  Promise.all(
    tables.map(
      async (table) =>
        (
          await sql`select * from ${sql.table(table)} where "challenge" = ${challenge} order by "vendorId", to_jsonb(${sql.table(table)})::text`.execute(
            db,
          )
        ).rows,
    ),
  )
/** All shared rows of a challenge, read as the database owner. */
const shared = (challenge: string) => asOwner(app.app.db, (owner) => rowsOf(owner, challenge))

/** A challenge with a host's and a guest's entrants. */
async function joined() {
  const { host, guest, id } = await invited(app)
  await guest.calls.challenges.accept({ id })
  await guest.calls.challenges.enter({ challenge: id, customers: guest.people.map(({ customer }) => customer) })
  return { host, guest, id }
}

test.each(['external', 'internal'] as const)(
  'a third business that makes an %s challenge under the id of another one is answered as if there were none, and changes nothing',
  async (visibility) => {
    const { host, guest, id } = await joined()
    const third = await academyOf(app, 'Third')
    const before = await shared(id)
    const request = { ...external, visibility }
    const [own, copied] = [await third.calls.challenges.create(request), await third.calls.challenges.create(request)]
    const customers = third.people.map(({ customer }) => customer)
    const calls = (it: string, version: number): [string, string, object?][] => [
      ['GET', `/challenges/${it}/board`],
      ['GET', `/challenges/${it}`],
      ['POST', `/challenges/${it}/publish`, { version }],
      ['PATCH', `/challenges/${it}`, { ...request, nameEn: 'Send your fee elsewhere', version }],
      ['POST', `/challenges/${it}/invite`, { username: guest.username }],
      ['POST', `/challenges/${it}/remove`, { vendor: guest.owner.vendorId }],
      ['POST', `/challenges/${it}/entries`, { customers }],
      ['GET', `/challenges/${it}/watch`],
    ]
    const missing = newId()
    const inWords = (answer: { status: number; text: string }, it: string) => ({ ...answer, text: answer.text.replaceAll(it, 'ID') })
    const expected: object[] = []
    for (const call of calls(missing, 1)) expected.push(inWords(await send(third, ...call), missing))
    expect(expected.map((answer) => (answer as { status: number }).status)).toEqual(calls(missing, 1).map(() => 404))
    const [notFound] = expected
    const all = async () => {
      const answers: object[] = []
      for (const call of calls(id, own.version)) answers.push(inWords(await send(third, ...call), id))
      return answers
    }
    expect(await all()).toEqual(expected)
    expect(inWords(await send(third, 'POST', '/challenges', { ...request, id }), id)).toEqual(notFound)
    expect(inWords(await send(third, 'POST', `/challenges/${copied.id}/clone`, { copy: id }), id)).toEqual(notFound)
    // A row stored before such an id was refused grants no access either, draft or not.
    for (const state of ['draft', 'scheduled']) {
      await tenant(app.app.db, third.owner.vendorId, (trx) =>
        sql`update "challenges" set "id" = ${id}, "state" = ${state} where "id" in (${own.id}, ${id}) and "vendorId" = ${third.owner.vendorId}`.execute(
          trx,
        ),
      )
      expect(await all()).toEqual(expected)
      expect((await third.calls.challenges.list({})).rows.map((row) => row.id)).toEqual([copied.id])
    }
    expect(await shared(id)).toEqual(before)
    for (const one of [host, guest]) {
      expect((await one.calls.challenges.board({ challenge: id })).total).toBe(4)
      expect(await one.calls.challenges.get({ id })).toMatchObject({ nameEn: external.nameEn, prizes: external.prizes, entrants: 4 })
    }
  },
)

test('an internal challenge keeps its places no matter who has made one under its id', async () => {
  const [host, third] = [await academyOf(app, 'Noor'), await academyOf(app, 'Third')]
  const { id } = await host.published({ max: 2 }, [])
  const own = await third.published({ max: null }, [])
  await tenant(app.app.db, third.owner.vendorId, (trx) =>
    sql`update "challenges" set "id" = ${id} where "vendorId" = ${third.owner.vendorId} and "id" = ${own.id}`.execute(trx),
  )
  const customers = third.people.map(({ customer }) => customer)
  expect((await send(third, 'POST', `/challenges/${id}/entries`, { customers })).status).toBe(404)
  await host.calls.challenges.enter({ challenge: id, customers: host.people.map(({ customer }) => customer) })
  expect((await host.calls.challenges.board({ challenge: id })).total).toBe(2)
})

test('what businesses share of a challenge is seen and written by its host and its guests alone, each their part, whatever the statement', async () => {
  const { host, guest, id } = await joined()
  const [late, third] = [await academyOf(app, 'Late'), await academyOf(app, 'Third')]
  await host.calls.challenges.invite({ id, username: late.username })
  const as = <T>(at: Arena, work: (trx: Kysely<Schema>) => Promise<T>) => tenant(app.app.db, at.owner.vendorId, work)
  const seenBy = async (at: Arena) => (await as(at, (trx) => rowsOf(trx, id))).map((rows) => rows.length)
  expect(await seenBy(host)).toEqual([1, 3, 4])
  expect(await seenBy(guest)).toEqual([1, 2, 4])
  expect(await seenBy(late)).toEqual([1, 2, 0])
  expect(await seenBy(third)).toEqual([0, 0, 0])
  expect((await platform(app.app.db, (trx) => rowsOf(trx, id))).map((rows) => rows.length)).toEqual([1, 0, 0])
  const before = await shared(id)
  const changes = [
    sql`update "boards" set "rules" = null`,
    sql`update "boardGuests" set "state" = 'removed'`,
    sql`update "boardEntries" set "points" = 0, "name" = 'Nobody'`,
    sql`delete from "boardEntries"`,
    sql`delete from "boardGuests"`,
    sql`delete from "boards"`,
  ]
  for (const change of changes) await as(third, (trx) => change.execute(trx))
  await platform(app.app.db, (trx) => changes[1]!.execute(trx))
  const { vendorId } = third.owner
  for (const more of [
    sql`insert into "boards" ("challenge", "vendorId", "revision", "entrants", "version") values (${newId()}, ${host.owner.vendorId}, 1, 0, 1)`,
    sql`insert into "boardGuests" values (${id}, ${vendorId}, '', '', 'host', now())`,
    sql`insert into "boardGuests" values (${id}, ${vendorId}, '', '', 'invited', now())`,
    sql`insert into "boardGuests" values (${id}, ${vendorId}, '', '', 'accepted', now())`,
    sql`insert into "boardEntries" ("challenge", "entry", "vendorId", "points") values (${id}, ${newId()}, ${vendorId}, 1)`,
  ])
    await expect(as(third, (trx) => more.execute(trx))).rejects.toThrow('row-level security')
  // A guest can't change the host's or another guest's membership, or others' points.
  await as(guest, async (trx) => {
    await sql`update "boardGuests" set "state" = 'removed' where "vendorId" <> ${guest.owner.vendorId}`.execute(trx)
    await sql`update "boardEntries" set "points" = 0 where "vendorId" <> ${guest.owner.vendorId}`.execute(trx)
    await sql`delete from "boardEntries" where "vendorId" <> ${guest.owner.vendorId}`.execute(trx)
  })
  expect(await shared(id)).toEqual(before)
})
