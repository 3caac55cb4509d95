import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform, tenant, type Trx } from '#db/tenant.ts'
import { runDay } from '#business/accounts/daily.server.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { storeRanks } from './challenge.daily.server.ts'
import { addEntrants, withdrawEntrant } from './challenge.entries.server.ts'
import { removeBusiness } from './challenge.invite.server.ts'
import { recomputed, sampleChallenge, type Arena } from './challenge.sample.ts'
import { academyOf, external, invited } from './external.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const academy = (name: string) => academyOf(app, name)
const asked = (more: object = {}) => invited(app, more)

test('a guest who accepts enters own customers, and all see one board of names, businesses and points', async () => {
  const { host, guest, id } = await asked()
  expect(await guest.calls.challenges.invitations()).toMatchObject([
    { challenge: id, host: 'Noor', nameEn: sampleChallenge.nameEn, startsAt: sampleChallenge.startsAt },
  ])
  expect((await host.calls.challenges.get({ id })).guests).toMatchObject([{ name: '', state: 'invited' }])
  expect(await refusal(guest.calls.challenges.board({ challenge: id }))).toBe('document/not-found')
  const own = await guest.calls.challenges.accept({ id })
  expect(own).toMatchObject({ host: 'Noor', state: 'live', visibility: 'external', prizes: sampleChallenge.prizes, guests: [] })
  await guest.calls.challenges.enter({ challenge: id, customers: guest.people.map(({ customer }) => customer) })
  await guest.mark('2026-10-05', 1, 'present')
  await host.mark('2026-10-05', 0, 'present')
  await host.mark('2026-10-07', 0, 'present')
  const lines = async (at: Arena) =>
    (await at.calls.challenges.board({ challenge: id })).rows.map((row) =>
      `${row.rank} ${row.name} ${row.vendorName} ${row.points} ${row.isOwn ? 'own' : ''}`.trim(),
    )
  const tail = (shown: string[]) => shown.slice(2).toSorted()
  expect((await lines(host)).slice(0, 2)).toEqual(['1 Amal K. Noor 20 own', '2 Badr K. Gulf 10'])
  expect(tail(await lines(host))).toEqual(['3 Amal K. Gulf 0', '3 Badr K. Noor 0 own'])
  expect((await lines(guest)).slice(0, 2)).toEqual(['1 Amal K. Noor 20', '2 Badr K. Gulf 10 own'])
  expect((await guest.calls.challenges.get({ id })).leader).toEqual({ name: 'Amal K.', points: 20 })
  expect((await host.calls.challenges.board({ challenge: id })).total).toBe(4)
  // Neither reads the other's entries, facts or customers.
  expect((await host.calls.challenges.entries({ challenge: id })).rows.map(({ customer }) => customer).toSorted()).toEqual(
    host.people.map(({ customer }) => customer).toSorted(),
  )
  expect((await guest.calls.challenges.facts({ challenge: id })).total).toBe(1)
  const foreign = (await guest.calls.challenges.entries({ challenge: id })).rows[0]!
  for (const call of ['withdraw', 'reinstate'] as const)
    expect(await refusal(host.calls.challenges[call](seen(foreign)))).toBe('document/not-found')
  expect(await refusal(host.calls.challenges.disqualify({ ...seen(foreign), reason: 'Ours' }))).toBe('document/not-found')
  // A guest can't change anything of the host's.
  for (const call of ['publish', 'end', 'archive'] as const)
    expect(await refusal(guest.calls.challenges[call](seen(own)))).toBe('challenge/state')
  expect(await refusal(guest.calls.challenges.cancel({ ...seen(own), reason: 'No' }))).toBe('challenge/state')
  expect(await refusal(guest.calls.challenges.invite({ id, username: host.username }))).toBe('challenge/state')
  // The shared board contains the sum of each vendor's facts, and nothing besides name and points.
  const points = new Map([...(await recomputed(app, host.owner.vendorId)), ...(await recomputed(app, guest.owner.vendorId))])
  const shared = await tenant(app.app.db, host.owner.vendorId, (trx) =>
    trx.selectFrom('boardEntries').selectAll().where('challenge', '=', id).execute(),
  )
  expect(new Map(shared.map(({ entry, points: sum }) => [entry, sum]))).toEqual(points)
  expect(Object.keys(shared[0] ?? {}).toSorted()).toEqual(['challenge', 'entry', 'formerRank', 'name', 'points', 'vendorId'])
  const rows = (at: Arena, of: string) =>
    tenant(
      app.app.db,
      at.owner.vendorId,
      async (trx) => (await sql`select 1 from "challengeEntries" where "vendorId" = ${of}`.execute(trx)).rows.length,
    )
  expect([await rows(host, guest.owner.vendorId), await rows(guest, guest.owner.vendorId)]).toEqual([0, 2])
})

test('what the host changes, ends or calls off holds for its guests at once, with their points', async () => {
  const { host, guest, id } = await asked()
  await guest.calls.challenges.accept({ id })
  await guest.calls.challenges.enter({ challenge: id, batch: guest.made.id })
  await guest.mark('2026-10-05', 0, 'present')
  await guest.mark('2026-10-19', 0, 'present')
  const top = async () => (await host.calls.challenges.board({ challenge: id })).rows[0]
  expect(await top()).toMatchObject({ vendorName: 'Gulf', points: 20 })
  await travel(app, host.owner, Date.UTC(2026, 9, 8, 8))
  const renamed = await host.calls.challenges.update({
    ...external,
    nameEn: 'Autumn sweat',
    ...seen(await host.calls.challenges.get({ id })),
  })
  await travel(app, guest.owner, Date.UTC(2026, 9, 8, 8))
  expect((await guest.calls.challenges.get({ id })).nameEn).toBe('Autumn sweat')
  await host.calls.challenges.end(seen(renamed))
  // The 19th is past the new end; no one at the guest's has looked since.
  expect(await top()).toMatchObject({ vendorName: 'Gulf', points: 10 })
  expect(await guest.calls.challenges.get({ id })).toMatchObject({ state: 'final', endsAt: '2026-10-08' })
})

test('what a host says in the way of the next version leaves the guest’s challenge as it is, and stops nothing', async () => {
  const { host, guest, id } = await asked()
  await guest.calls.challenges.accept({ id })
  const before = await guest.calls.challenges.get({ id })
  const say = (mode: string) =>
    tenant(app.app.db, host.owner.vendorId, (trx) =>
      sql`update "boards" set "rules" = jsonb_set("rules", '{mode}', ${JSON.stringify(mode)}::jsonb), "version" = "version" + 1 where "challenge" = ${id}`.execute(
        trx,
      ),
    )
  await say('knockout')
  expect(await guest.calls.challenges.get({ id })).toEqual(before)
  await say('leaderboard')
  expect((await guest.calls.challenges.get({ id })).mode).toBe('leaderboard')
})

test('a guest who is removed leaves the board with all entrants, and brings them when asked again', async () => {
  const { host, guest, id } = await asked()
  await guest.calls.challenges.accept({ id })
  await guest.calls.challenges.enter({ challenge: id, batch: guest.made.id })
  const [{ vendor } = { vendor: '' }] = (await host.calls.challenges.get({ id })).guests
  await host.calls.challenges.remove({ id, vendor })
  expect((await host.calls.challenges.board({ challenge: id })).total).toBe(2)
  expect(await refusal(guest.calls.challenges.board({ challenge: id }))).toBe('document/not-found')
  expect((await guest.calls.challenges.get({ id })).state).toBe('cancelled')
  await guest.mark('2026-10-05', 0, 'present')
  expect((await host.calls.challenges.board({ challenge: id })).rows.filter(({ isOwn }) => !isOwn)).toEqual([])
  await host.calls.challenges.invite({ id, username: guest.username })
  expect((await guest.calls.challenges.accept({ id })).state).toBe('live')
  const back = await host.calls.challenges.board({ challenge: id })
  expect([back.total, back.rows[0]]).toMatchObject([4, { name: 'Amal K.', vendorName: 'Gulf', points: 10 }])
})

test('a guest who is removed learns no more of who leads and how many take part', async () => {
  const { host, guest, id } = await asked()
  await guest.calls.challenges.accept({ id })
  await host.mark('2026-10-05', 0, 'present')
  const leader = { name: 'Amal K.', points: 10 }
  expect(await guest.calls.challenges.get({ id })).toMatchObject({ leader, entrants: 2 })
  const [{ vendor } = { vendor: '' }] = (await host.calls.challenges.get({ id })).guests
  await host.calls.challenges.remove({ id, vendor })
  const nothing = { state: 'cancelled', leader: null, entrants: 0 }
  expect(await guest.calls.challenges.get({ id })).toMatchObject(nothing)
  expect((await guest.calls.challenges.list({})).rows).toMatchObject([nothing])
  expect((await host.calls.challenges.list({})).rows).toMatchObject([{ leader, entrants: 2 }])
})

test('who is removed at the moment of entering, scoring or merging leaves nothing on the board, and gives places back once', async () => {
  const { host, guest, id } = await asked({ metric: 'manual', unit: 'laps' })
  const standing = async () => {
    const { rows, total } = await host.calls.challenges.board({ challenge: id })
    return [total, rows.filter(({ isOwn }) => !isOwn).length]
  }
  const vendor = guest.owner.vendorId
  const invited = async () => {
    await host.calls.challenges.invite({ id, username: guest.username })
    await guest.calls.challenges.accept({ id })
  }
  /** Begins the second once the first has done its work, and commits the first a little later. */
  const both = async (of: string, first: (ctx: TenantContext) => Promise<unknown>, second: () => Promise<unknown>) => {
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
    const begun = runAs(app.app, 'system', of, async (ctx) => {
      await first(ctx)
      done()
      await wait(300)
    })
    await Promise.race([isDone, begun])
    await Promise.all([begun, refusal(second())])
  }
  const customers = guest.people.map(({ customer }) => customer)
  await guest.calls.challenges.accept({ id })
  const entered = { challenge: id, customers, batch: null, team: '' }
  await both(
    vendor,
    (ctx) => addEntrants(ctx, entered),
    () => host.calls.challenges.remove({ id, vendor }),
  )
  expect(await standing()).toEqual([2, 0])
  await invited()
  expect(await standing()).toEqual([4, 2])
  const { rows } = await guest.calls.challenges.entries({ challenge: id })
  await both(
    host.owner.vendorId,
    (ctx) => removeBusiness(ctx, { id, vendor }),
    () => guest.calls.challenges.score({ entry: rows[0]!.id, units: 3 }),
  )
  expect(await standing()).toEqual([2, 0])
  const { version } = await guest.calls.customers.get({ id: customers[0]! })
  await guest.calls.customers.merge({ id: customers[0]!, version, drop: customers[1]! })
  expect(await standing()).toEqual([2, 0])
})

test('who leaves a board is found by its key, however many stand on the boards of others', async () => {
  const { host, id } = await asked()
  await asOwner(app.app.db, (owner) =>
    sql`insert into "boardEntries" ("challenge", "entry", "vendorId", "points")
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 0 from generate_series(1, 20000)`.execute(owner),
  )
  const flush = (trx: Trx) => sql`select pg_stat_force_next_flush()`.execute(trx)
  const pages = () =>
    platform(app.app.db, async (trx) => {
      await flush(trx)
      const { rows } = await sql<{ read: number }>`
        select ("idx_blks_hit" + "idx_blks_read")::int as "read" from "pg_statio_user_tables" where "relname" = 'boardEntries'`.execute(trx)
      return rows[0]?.read ?? 0
    })
  await pages()
  const before = await pages()
  const [first] = (await host.calls.challenges.entries({ challenge: id })).rows
  await runAs(app.app, 'system', host.owner.vendorId, async (ctx) => {
    await withdrawEntrant(ctx, seen(first!))
    await flush(ctx.trx)
  })
  const read = (await pages()) - before
  expect([read > 0, read < 50], `${read} pages`).toEqual([true, true])
  await asOwner(app.app.db, (owner) => owner.deleteFrom('boardEntries').where('challenge', '<>', id).execute())
})

test('an invitation is answered once, by who was asked', async () => {
  const { host, guest, id } = await asked()
  const stranger = await academy('Stranger')
  expect(await refusal(stranger.calls.challenges.accept({ id }))).toBe('document/not-found')
  expect(await refusal(host.calls.challenges.invite({ id, username: 'nobody at all' }))).toBe('challenges.username.unknown')
  expect(await refusal(host.calls.challenges.invite({ id, username: host.username }))).toBe('challenges.username.unknown')
  expect(await guest.calls.challenges.decline({ id })).toEqual({ declined: true })
  expect(await refusal(guest.calls.challenges.accept({ id }))).toBe('document/not-found')
  expect(await guest.calls.challenges.invitations()).toEqual([])
  expect((await host.calls.challenges.get({ id })).guests).toMatchObject([{ state: 'declined' }])
})

test('places are those of all businesses together, and names follow their customers', async () => {
  const { host, guest, id } = await asked()
  const first = await host.calls.challenges.get({ id })
  await host.calls.challenges.update({ ...external, max: 3, ...seen(first) })
  await guest.calls.challenges.accept({ id })
  const [one, two] = guest.people
  expect(await refusal(guest.calls.challenges.enter({ challenge: id, customers: [one!.customer, two!.customer] }))).toBe('challenge/full')
  await guest.calls.challenges.enter({ challenge: id, customers: [one!.customer] })
  expect(await refusal(guest.calls.challenges.enter({ challenge: id, customers: [two!.customer] }))).toBe('challenge/full')
  const { version, firstName, phone } = await guest.calls.customers.get({ id: one!.customer })
  const named = async () => (await host.calls.challenges.board({ challenge: id })).rows.find(({ isOwn }) => !isOwn)
  expect((await named())?.name).not.toBeNull()
  expect(await named()).not.toHaveProperty('fullName')
  await guest.calls.customers.update({ id: one!.customer, version, firstName, phone, showInRankings: false })
  expect(await named()).toMatchObject({ name: null, vendorName: 'Gulf' })
})

test('two customers who are merged stand under what is known of both: a minor by the first letter, an opt-out unnamed', async () => {
  const { host, guest, id } = await asked()
  await guest.calls.challenges.accept({ id })
  await guest.calls.challenges.enter({ challenge: id, customers: [guest.people[0]!.customer] })
  const named = async () => (await host.calls.challenges.board({ challenge: id })).rows.find(({ isOwn }) => !isOwn)?.name
  const absorb = async (firstName: string, more: object) => {
    const { id: drop } = await person(guest.calls, firstName, more)
    const { version } = await guest.calls.customers.get({ id: guest.people[0]!.customer })
    return guest.calls.customers.merge({ id: guest.people[0]!.customer, version, drop })
  }
  expect(await named()).toBe('Amal K.')
  await absorb('Amal', { dob: '2015-05-03' })
  expect(await named()).toBe('A.')
  expect((await absorb('Amal', { showInRankings: false })).showInRankings).toBe(false)
  expect(await named()).toBeNull()
})

test('the morning writes down who stands where, so that a board shows who moved', async () => {
  const { host, id } = await asked()
  await host.mark('2026-10-05', 1, 'present')
  await platform(app.app.db, (trx) =>
    trx.updateTable('vendorPlans').set({ dailyFor: '2026-10-06', dailyAt: '2099-01-01T00:00:00Z' }).execute(),
  )
  await travel(app, host.owner, Date.UTC(2026, 9, 8, 8))
  await platform(app.app.db, (trx) =>
    trx.updateTable('vendorPlans').set({ dailyAt: '2026-10-01T00:00:00Z' }).where('vendorId', '=', host.owner.vendorId).execute(),
  )
  expect(await runDay(app.app, [storeRanks])).toBe(true)
  await host.mark('2026-10-07', 0, 'present')
  await host.mark('2026-10-12', 0, 'present')
  const { rows } = await host.calls.challenges.board({ challenge: id })
  expect(rows.map(({ name, rank, formerRank }) => [name, rank, formerRank])).toEqual([
    ['Amal K.', 1, 2],
    ['Badr K.', 2, 1],
  ])
})
