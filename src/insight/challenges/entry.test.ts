import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen, travel } from '../../../test/floor.ts'
import { arena, factsOf, recomputed, sampleChallenge } from './challenge.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const noonOf = (month: number, day: number) => Date.UTC(2026, month - 1, day, 8)

describe('roles and races', () => {
  test('a trainer scores who trains in the own sessions alone, reads first names, and enters no one', async () => {
    const { calls, owner, published, people, trainer } = await arena(app, 2)
    const stranger = await person(calls, 'Stranger', { lastName: 'Haddad', phone: '0509998877' })
    const { id } = await published({ metric: 'manual', unit: 'laps' }, [people[0]!.customer, stranger.id])
    const { rows } = await calls.challenges.entries({ challenge: id })
    const entryOf = (name: string) => rows.find((row) => row.name === name)!.id
    await platform(app.app.db, (trx) =>
      trx.updateTable('members').set({ role: 'trainer', trainerId: trainer.id }).where('userId', '=', owner.userId).execute(),
    )
    expect(await calls.challenges.score({ entry: entryOf('Amal Karam'), units: 4 })).toMatchObject({ name: 'Amal', points: 40 })
    expect(await refusal(calls.challenges.score({ entry: entryOf('Stranger Haddad'), units: 4 }))).toBe('document/not-found')
    expect(await refusal(calls.challenges.enter({ challenge: id, customers: [people[1]!.customer] }))).toBe('permission/denied')
    expect(new Set((await calls.challenges.entries({ challenge: id })).rows.map(({ name }) => name))).toEqual(new Set(['Amal', 'Stranger']))
    // A field that is not shown can't be found by searching either.
    for (const search of ['9998877', 'haddad']) expect((await calls.challenges.entries({ challenge: id, search })).total, search).toBe(0)
    await platform(app.app.db, (trx) =>
      trx.updateTable('members').set({ role: 'accountant', trainerId: null }).where('userId', '=', owner.userId).execute(),
    )
    expect((await calls.challenges.entries({ challenge: id, search: 'stranger' })).rows.map(({ name }) => name)).toEqual(['Stranger H.'])
  })

  test('a trainer is told whom they may score, which facts they may take back, and led to the own sessions alone', async () => {
    const { calls, owner, published, people, mark, sessionOn, trainer } = await arena(app, 1)
    const stranger = await person(calls, 'Stranger')
    const manual = await published({ metric: 'manual', unit: 'laps' }, [people[0]!.customer, stranger.id])
    const attended = await published()
    await travel(app, owner, noonOf(10, 15))
    await mark('2026-10-12', 0, 'present')
    await mark('2026-10-14', 0, 'present')
    const entries = async () => (await calls.challenges.entries({ challenge: manual.id, sort: 'createdAt' })).rows
    for (const { id } of await entries()) await calls.challenges.score({ entry: id, units: 4 })
    const facts = async () => (await calls.challenges.facts({ challenge: manual.id })).rows
    const sessions = async () => (await calls.challenges.facts({ challenge: attended.id })).rows.map(({ session }) => session)
    const [football, karate] = [(await sessionOn('2026-10-12')).id, (await sessionOn('2026-10-14')).id]
    expect((await entries()).map(({ mayScore }) => mayScore)).toEqual([true, true])
    expect((await facts()).map(({ mayScore }) => mayScore)).toEqual([true, true])
    expect(await sessions()).toEqual([karate, football])
    const become = (trainerId: string | null) =>
      platform(app.app.db, (trx) =>
        trx.updateTable('members').set({ role: 'trainer', trainerId }).where('userId', '=', owner.userId).execute(),
      )
    await become(trainer.id)
    expect(Object.fromEntries((await entries()).map(({ name, mayScore }) => [name, mayScore]))).toEqual({ Amal: true, Stranger: false })
    expect(await sessions()).toEqual([null, football])
    expect(await refusal(calls.sessions.get({ id: karate }))).toBe('document/not-found')
    // The server enforces what each row shows.
    for (const { id, mayScore } of await entries())
      expect(await refusal(calls.challenges.score({ entry: id, units: 1 }))).toBe(mayScore ? 'accepted' : 'document/not-found')
    const log = await facts()
    expect(log.map(({ name, mayScore }) => `${name} ${mayScore}`).toSorted()).toEqual(['Amal true', 'Amal true', 'Stranger false'])
    for (const { id, mayScore } of log)
      expect(await refusal(calls.challenges.voidScore({ id, reason: 'Wrong' }))).toBe(mayScore ? 'accepted' : 'document/not-found')
    // A trainer login without a linked trainer may score no one.
    await become(null)
    expect((await entries()).map(({ mayScore }) => mayScore)).toEqual([false, false])
    expect(await sessions()).toEqual([null, null])
  })

  test('marks, entrants and other days at the same moment leave boards that are what their facts say', async () => {
    const { calls, owner, published, people, sessionOn } = await arena(app, 3)
    const custom = { session: 'custom' as const, endsAt: '2026-10-13' }
    const boards = [
      await published(custom, []),
      await published({ ...custom, metric: 'distinctServices' }, []),
      await published({ ...custom, metric: 'minutesTrained' }, []),
    ]
    const meetings = await Promise.all(['2026-10-12', '2026-10-14', '2026-10-19'].map(sessionOn))
    const markedAt = new Date(app.clock.now()).toISOString()
    const marks = meetings.flatMap((session) =>
      people.map((one) => ({
        session: session.id,
        enrolment: session.batch === meetings[1]!.batch ? one.karate : one.football,
        mark: 'present' as const,
        markedAt,
      })),
    )
    await Promise.all([
      ...marks.map((mark) => calls.attendance.mark({ marks: [mark] })),
      ...boards.flatMap(({ id }) => people.map(({ customer }) => calls.challenges.enter({ challenge: id, customers: [customer] }))),
      ...boards.map(({ id, version, metric }) =>
        calls.challenges.update({ ...sampleChallenge, ...custom, metric, lateJoin: true, endsAt: '2026-10-31', id, version }),
      ),
    ])
    const points = await recomputed(app, owner.vendorId)
    expect(points.size).toBe(9)
    for (const { id } of boards) {
      const { rows, total } = await calls.challenges.board({ challenge: id, size: 100 })
      expect([rows.length, total]).toEqual([3, 3])
      for (const row of rows) expect(row.points).toBe(points.get(row.id))
    }
    expect([...new Set(points.values())].toSorted((a, b) => a - b)).toEqual([20, 30, 2100])
  })
})

describe('entries', () => {
  test('one, many or a batch join once; the blocked are left out, places are kept, and the late score from their day on', async () => {
    const { calls, published, people, made, mark, board, owner } = await arena(app, 4)
    const { id } = await published({ max: 4 }, [])
    const [amal, badr] = people
    expect(await calls.challenges.enter({ challenge: id, customers: [amal!.customer] })).toEqual({ added: 1, already: 0, blocked: 0 })
    const blocked = await person(calls, 'Blocked')
    await calls.customers.block(seen(blocked))
    expect(await calls.challenges.enter({ challenge: id, customers: [amal!.customer, badr!.customer, blocked.id] })).toEqual({
      added: 1,
      already: 1,
      blocked: 1,
    })
    expect(await refusal(calls.challenges.enter({ challenge: id, customers: [newId()] }))).toBe('challenges.customers.unknown')
    await mark('2026-10-05', 0, 'present')
    await mark('2026-10-05', 2, 'present')
    await travel(app, owner, noonOf(10, 12))
    const extra = await person(calls, 'Extra')
    await calls.enrolments.enrol({ batch: made.id, customer: extra.id })
    expect(await refusal(calls.challenges.enter({ challenge: id, batch: made.id }))).toBe('challenge/full')
    expect((await calls.challenges.get({ id })).entrants).toBe(2)
    expect(await calls.challenges.enter({ challenge: id, customers: [people[2]!.customer, people[3]!.customer] })).toMatchObject({
      added: 2,
    })
    await mark('2026-10-12', 2, 'present')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Cyrine K. 10 (1)', 'Badr K. 0 (3)', 'Dana K. 0 (3)'])
    const strict = await published({ startsAt: '2026-10-12', lateJoin: false }, [])
    expect(await refusal(calls.challenges.enter({ challenge: strict.id, batch: made.id }))).toBe('challenge/late')
  })

  test('who withdraws or is disqualified leaves the board with their facts kept, and comes back with them', async () => {
    const { calls, published, mark, board, owner } = await arena(app, 3)
    const { id } = await published()
    await travel(app, owner, noonOf(10, 13))
    await mark('2026-10-12', 0, 'present')
    const entryOf = async (name: string) => (await calls.challenges.entries({ challenge: id, search: name })).rows[0]!
    const withdrawn = await calls.challenges.withdraw(seen(await entryOf('amal')))
    expect(withdrawn).toMatchObject({ state: 'withdrawn', points: 10 })
    const out = await calls.challenges.disqualify({ ...seen(await entryOf('badr')), reason: 'Signed for a friend' })
    expect(out).toMatchObject({ state: 'disqualified', reason: 'Signed for a friend' })
    expect(await board(id)).toEqual(['Cyrine K. 0 (1)'])
    expect((await calls.challenges.get({ id })).entrants).toBe(1)
    await mark('2026-10-05', 0, 'present')
    expect(await refusal(calls.challenges.withdraw({ id: withdrawn.id, version: 1 }))).toBe('challenge/state')
    expect(await calls.challenges.reinstate(seen(withdrawn))).toMatchObject({ state: 'active', points: 20 })
    expect(await board(id)).toEqual(['Amal K. 20 (1)', 'Cyrine K. 0 (2)'])
  })

  test('a board is read from its end as well, in pages and by a search, each entrant with the same rank', async () => {
    const { calls, published, mark, owner } = await arena(app, 5)
    const { id } = await published()
    await travel(app, owner, noonOf(10, 20))
    for (const who of [1, 2, 4]) await mark('2026-10-12', who, 'present')
    await mark('2026-10-14', 4, 'present')
    const read = async (input: object) =>
      (await calls.challenges.board({ challenge: id, ...input })).rows.map((row) => [row.id, row.points, row.rank])
    const best = await read({})
    expect(best.map(([, points, rank]) => [points, rank])).toEqual([
      [20, 1],
      [10, 2],
      [10, 2],
      [0, 4],
      [0, 4],
    ])
    const pages = [1, 2, 3, 4].map((page) => read({ direction: 'asc', size: 2, page }))
    expect((await Promise.all(pages)).flat()).toEqual(best.toReversed())
    const found = await read({ search: 'k.' })
    expect(found).toEqual(best)
    expect([
      ...(await read({ search: 'k.', direction: 'asc', size: 3 })),
      ...(await read({ search: 'k.', direction: 'asc', size: 3, page: 2 })),
    ]).toEqual(best.toReversed())
  })

  test('a team scores the average of its members, once it has enough', async () => {
    const { calls, people, published, mark, board, owner } = await arena(app, 5)
    const { id } = await published({ participation: 'team', minMembers: 2 }, [people[0]!.customer, people[1]!.customer], 'Reds')
    await calls.challenges.enter({ challenge: id, customers: [people[2]!.customer, people[3]!.customer], team: 'Blues' })
    await calls.challenges.enter({ challenge: id, customers: [people[4]!.customer], team: 'Alone' })
    expect(await refusal(calls.challenges.enter({ challenge: id, customers: [people[4]!.customer] }))).toBe('accepted')
    await travel(app, owner, noonOf(10, 20))
    for (const who of [0, 2, 3, 4]) await mark('2026-10-12', who, 'present')
    await mark('2026-10-14', 4, 'present')
    expect(await board(id)).toEqual(['Blues 10 (1)', 'Reds 5 (2)', 'Alone 20 (-)'])
    const { rows } = await calls.challenges.board({ challenge: id, direction: 'asc', size: 2 })
    expect(rows.map(({ name, rank }) => [name, rank])).toEqual([
      ['Alone', null],
      ['Reds', 2],
    ])
    expect((await calls.challenges.get({ id })).leader).toEqual({ name: 'Blues', points: 10 })
  })

  test('boards name minors by nickname or first letter, and no one who opted out', async () => {
    const { calls, owner, published, board, people } = await arena(app, 3)
    const { id } = await published()
    const change = async (who: number, more: object) => {
      const { firstName, lastName, phone, version } = await calls.customers.get({ id: people[who]!.customer })
      await calls.customers.update({ id: people[who]!.customer, version, firstName, lastName, phone, ...more })
    }
    await change(0, { dob: '2015-05-03' })
    await change(1, { dob: '2015-05-03', nickname: 'Rocket' })
    await change(2, { showInRankings: false })
    expect(await board(id)).toEqual(['? 0 (1)', 'A. 0 (1)', 'Rocket 0 (1)'])
    const fullNames = async () => (await calls.challenges.board({ challenge: id })).rows.map((row) => row.fullName ?? '').toSorted()
    expect(await fullNames()).toEqual(['', 'Amal Karam', 'Badr Karam'])
    for (const role of ['trainer', 'accountant'] as const) {
      await platform(app.app.db, (trx) => trx.updateTable('members').set({ role }).where('userId', '=', owner.userId).execute())
      expect(await fullNames(), role).toEqual(['', '', ''])
    }
    await platform(app.app.db, (trx) => trx.updateTable('members').set({ role: 'owner' }).where('userId', '=', owner.userId).execute())
    expect((await calls.challenges.board({ challenge: id, search: 'karam' })).total).toBe(0)
    expect((await calls.challenges.board({ challenge: id, search: 'rock' })).rows.map(({ rank }) => rank)).toEqual([1])
  })

  test('a customer who is merged brings their entries', async () => {
    const { calls, published, people, mark, board, owner } = await arena(app, 2)
    const { id } = await published({}, [people[1]!.customer])
    await travel(app, owner, noonOf(10, 13))
    await mark('2026-10-12', 1, 'present')
    await mark('2026-10-05', 0, 'present')
    const { version } = await calls.customers.get({ id: people[0]!.customer })
    await calls.customers.merge({ id: people[0]!.customer, version, drop: people[1]!.customer })
    expect(await board(id)).toEqual(['Amal K. 20 (1)'])
    expect((await factsOf(app, owner.vendorId)).entries).toHaveLength(1)
  })

  test('a customer who is merged stands where either stood: with the points of both, in one place', async () => {
    const { calls, published, people, mark, board, owner } = await arena(app, 2)
    const { id } = await published({}, [people[0]!.customer, people[1]!.customer])
    await travel(app, owner, noonOf(10, 13))
    await mark('2026-10-12', 1, 'present')
    const entries = async () => (await calls.challenges.entries({ challenge: id })).rows
    const own = (await entries()).find(({ name }) => name?.startsWith('Amal'))!
    await calls.challenges.withdraw(seen(own))
    const { version } = await calls.customers.get({ id: people[0]!.customer })
    await calls.customers.merge({ id: people[0]!.customer, version, drop: people[1]!.customer })
    expect(await board(id)).toEqual(['Amal K. 10 (1)'])
    expect((await entries()).map(({ state }) => state).toSorted()).toEqual(['active', 'withdrawn'])
    expect(await calls.challenges.get({ id })).toMatchObject({ entrants: 1 })
  })

  test('of a customer who is merged the points by hand are kept as those of attendance are, and a disqualification stands', async () => {
    const { calls, published, people, board } = await arena(app, 2)
    const manual = { metric: 'manual', unit: 'laps', pointsPerUnit: 2 }
    const { id } = await published(manual)
    const other = await published(manual)
    const entryOf = async (challenge: string, name: string) => (await calls.challenges.entries({ challenge, search: name })).rows[0]!
    const score = async (name: string, units: number) => calls.challenges.score({ entry: (await entryOf(id, name)).id, units })
    await score('amal', 5)
    await score('badr', 7)
    await calls.challenges.voidScore({ id: (await score('badr', 9)).id, reason: 'Counted twice' })
    await calls.challenges.disqualify({ ...seen(await entryOf(other.id, 'badr')), reason: 'Signed for a friend' })
    const { version } = await calls.customers.get({ id: people[0]!.customer })
    await calls.customers.merge({ id: people[0]!.customer, version, drop: people[1]!.customer })
    expect(await board(id)).toEqual(['Amal K. 24 (1)'])
    const facts = await calls.challenges.facts({ challenge: id, entry: (await entryOf(id, 'amal')).id })
    expect(facts.rows.map(({ units, voidReason }) => [units, voidReason !== null])).toEqual(
      expect.arrayContaining([
        [5, false],
        [7, false],
        [9, true],
      ]),
    )
    expect(await entryOf(id, 'badr')).toMatchObject({ state: 'withdrawn', points: 0 })
    expect(await entryOf(other.id, 'badr')).toMatchObject({ state: 'disqualified', reason: 'Signed for a friend' })
  })
})
