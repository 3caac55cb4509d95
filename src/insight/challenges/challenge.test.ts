import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, refusal, seen, travel } from '../../../test/floor.ts'
import { arena, factsOf, recomputed, sampleChallenge } from './challenge.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const noonOf = (month: number, day: number) => Date.UTC(2026, month - 1, day, 8)

describe('states', () => {
  test('a draft is planned, goes live and is over by the clock, and is put away by hand', async () => {
    const { calls, owner } = await openFloor(app, 5)
    await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
    const id = newId()
    const input = { ...sampleChallenge, startsAt: '2026-10-12', id }
    const draft = await calls.challenges.create(input)
    expect(draft).toMatchObject({ state: 'draft', endsAt: '2026-11-11', version: 1, unit: '', target: null })
    expect(await calls.challenges.create(input)).toEqual(draft)
    expect(await refusal(calls.challenges.create({ ...input, topN: 5 }))).toBe('request/reused')
    const planned = await calls.challenges.publish(seen(draft))
    expect(planned.state).toBe('scheduled')
    expect(await refusal(calls.challenges.publish(seen(planned)))).toBe('challenge/state')
    await travel(app, owner, noonOf(10, 12))
    expect((await calls.challenges.get({ id })).state).toBe('live')
    expect((await calls.challenges.list({})).rows.map((row) => row.state)).toEqual(['live'])
    await travel(app, owner, noonOf(11, 11))
    expect((await calls.challenges.get({ id })).state).toBe('live')
    await travel(app, owner, noonOf(11, 12))
    const over = await calls.challenges.get({ id })
    expect(over.state).toBe('final')
    expect(await refusal(calls.challenges.cancel({ ...seen(over), reason: 'Rain' }))).toBe('challenge/state')
    expect((await calls.challenges.archive(seen(over))).state).toBe('archived')
    expect((await calls.challenges.list({})).total).toBe(0)
    expect((await calls.challenges.list({ state: 'archived' })).total).toBe(1)
    const again = await calls.challenges.clone({ id })
    expect(again).toMatchObject({ state: 'draft', startsAt: '2026-11-12', endsAt: '2026-12-11', prizes: sampleChallenge.prizes, topN: 3 })
  })

  test('starts early, ends early, or is called off with a reason', async () => {
    const { calls, owner } = await openFloor(app, 5)
    const create = async (more: object = {}) =>
      calls.challenges.publish(seen(await calls.challenges.create({ ...sampleChallenge, startsAt: '2026-10-12', ...more })))
    const early = await calls.challenges.start(seen(await create()))
    expect(early).toMatchObject({ state: 'live', startsAt: '2026-10-05', endsAt: '2026-11-04' })
    await travel(app, owner, noonOf(10, 7))
    expect(await calls.challenges.end(seen(early))).toMatchObject({ state: 'final', endsAt: '2026-10-07' })
    const called = await calls.challenges.cancel({ ...seen(await create()), reason: 'The hall burnt down' })
    expect(called).toMatchObject({ state: 'cancelled', reason: 'The hall burnt down' })
    expect(
      await refusal(calls.challenges.publish(seen(await calls.challenges.create({ ...sampleChallenge, startsAt: '2026-10-06' })))),
    ).toBe('challenges.startsAt.past')
    expect(await refusal(calls.challenges.archive({ id: called.id, version: 1 }))).toBe('request/stale')
  })

  test('what the points follow from stays as it is once a challenge is live', async () => {
    const { calls, published, people } = await arena(app)
    const live = await published({ session: 'custom', endsAt: '2026-10-31' })
    const same = { ...sampleChallenge, session: 'custom' as const, endsAt: '2026-10-31', lateJoin: true, ...seen(live) }
    expect(await refusal(calls.challenges.update({ ...same, pointsPerUnit: 20 }))).toBe('challenges.fixed')
    expect(await refusal(calls.challenges.update({ ...same, metric: 'minutesTrained' }))).toBe('challenges.fixed')
    expect(await refusal(calls.challenges.update({ ...same, endsAt: '2026-10-04', startsAt: '2026-10-04' }))).toBe('challenges.fixed')
    expect(await refusal(calls.challenges.update({ ...same, max: people.length - 1 }))).toBe('challenges.max.fewer')
    const longer = await calls.challenges.update({ ...same, nameEn: 'Longer', endsAt: '2026-11-30', max: people.length })
    expect(longer).toMatchObject({ nameEn: 'Longer', endsAt: '2026-11-30', max: people.length, entrants: people.length })
    expect(await refusal(calls.challenges.update({ ...same, nameEn: 'Late' }))).toBe('request/stale')
  })
})

describe('scores', () => {
  test('a mark adds its points, taking it back removes exactly them, and so does cancelling or moving its session', async () => {
    const { calls, published, mark, board, sessionOn, owner } = await arena(app, 3)
    const { id } = await published()
    const minutes = await published({ metric: 'minutesTrained', pointsPerUnit: 1 })
    await travel(app, owner, noonOf(10, 20))
    expect(await board(id)).toEqual(['Amal K. 0 (1)', 'Badr K. 0 (1)', 'Cyrine K. 0 (1)'])
    await mark('2026-10-12', 0, 'present')
    await mark('2026-10-14', 0, 'late')
    await mark('2026-10-12', 1, 'present')
    await mark('2026-10-12', 2, 'present')
    expect(await board(id)).toEqual(['Amal K. 20 (1)', 'Badr K. 10 (2)', 'Cyrine K. 10 (2)'])
    expect(await board(minutes.id)).toEqual(['Amal K. 150 (1)', 'Badr K. 60 (2)', 'Cyrine K. 60 (2)'])
    const facts = await calls.challenges.facts({ challenge: id })
    expect(facts.total).toBe(4)
    expect(new Set(facts.rows.map(({ day, source, points }) => `${day} ${source} ${points}`))).toEqual(
      new Set(['2026-10-12 attendance 10', '2026-10-14 attendance 10']),
    )
    await mark('2026-10-14', 0, 'booked')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 10 (1)', 'Cyrine K. 10 (1)'])
    expect((await calls.challenges.facts({ challenge: id })).total).toBe(3)
    await mark('2026-10-14', 0, 'present')
    await mark('2026-10-14', 2, 'present')
    const karate = await sessionOn('2026-10-14')
    await calls.sessions.cancel({ ...seen(karate), reason: 'Rain', tell: false })
    expect(await board(minutes.id)).toEqual(['Amal K. 60 (1)', 'Badr K. 60 (1)', 'Cyrine K. 60 (1)'])
    const back = await calls.sessions.restore(seen(await calls.sessions.get({ id: karate.id })))
    expect(await board(minutes.id)).toEqual(['Amal K. 150 (1)', 'Cyrine K. 150 (1)', 'Badr K. 60 (3)'])
    const { startingTime, trainer, hall, capacity } = back
    await calls.sessions.change({ ...seen(back), day: '2026-10-15', startingTime, endingTime: '19:00', trainer, hall, capacity })
    expect(await board(minutes.id)).toEqual(['Amal K. 180 (1)', 'Cyrine K. 180 (1)', 'Badr K. 60 (3)'])
    const late = await calls.sessions.get({ id: karate.id })
    await calls.sessions.change({ ...seen(late), day: '2026-12-03', startingTime, endingTime: '19:00', trainer, hall, capacity })
    expect(await board(minutes.id)).toEqual(['Amal K. 60 (1)', 'Badr K. 60 (1)', 'Cyrine K. 60 (1)'])
  })

  test('under distinct services each service is one fact, whose session may change', async () => {
    const { calls, published, mark, board, owner } = await arena(app, 2)
    const { id } = await published({ metric: 'distinctServices', mode: 'threshold', target: 20, topN: null })
    await travel(app, owner, noonOf(10, 20))
    await mark('2026-10-12', 0, 'present')
    await mark('2026-10-19', 0, 'present')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 0 (2)'])
    const session = async () => (await calls.challenges.facts({ challenge: id })).rows.map(({ day }) => day)
    expect(await session()).toEqual(['2026-10-12'])
    await mark('2026-10-12', 0, 'absent')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 0 (2)'])
    expect(await session()).toEqual(['2026-10-19'])
    await mark('2026-10-14', 0, 'present')
    const { rows } = await calls.challenges.entries({ challenge: id })
    expect(rows.map(({ name, state, points }) => [name, state, points])).toEqual([
      ['Amal Karam', 'completed', 20],
      ['Badr Karam', 'active', 0],
    ])
    await travel(app, owner, noonOf(11, 20))
    expect((await calls.challenges.entries({ challenge: id })).rows.map(({ state }) => state)).toEqual(['completed', 'missed'])
  })

  test('a batch that becomes one of another service takes its facts along', async () => {
    const { calls, published, mark, board, owner, service, second, batch, wednesdays } = await arena(app, 2)
    const { id } = await published({ metric: 'distinctServices' })
    await travel(app, owner, noonOf(10, 20))
    await mark('2026-10-12', 0, 'present')
    await mark('2026-10-14', 0, 'present')
    await mark('2026-10-14', 1, 'present')
    expect(await board(id)).toEqual(['Amal K. 20 (1)', 'Badr K. 10 (2)'])
    const { code, name, endingTime, trainingDays, totalCandidates } = wednesdays
    const same = batch({ ...dated, trainer: second.id, code, name, endingTime, trainingDays, totalCandidates })
    await calls.batches.update({ ...same, service: service.id, ...seen(await calls.batches.get({ id: wednesdays.id })) })
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 10 (1)'])
    const points = await recomputed(app, owner.vendorId)
    for (const row of (await calls.challenges.board({ challenge: id })).rows) expect(row.points).toBe(points.get(row.id))
  })

  test('a planned challenge that becomes a manual one keeps no points of early marks', async () => {
    const { calls, published, mark, board } = await arena(app, 2)
    const { id } = await published({ startsAt: '2026-10-12' })
    await mark('2026-10-12', 0, 'present')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 0 (2)'])
    const manual = { ...sampleChallenge, startsAt: '2026-10-12', lateJoin: true, metric: 'manual' as const, unit: 'laps' }
    await calls.challenges.update({ ...manual, ...seen(await calls.challenges.get({ id })) })
    expect(await board(id)).toEqual(['Amal K. 0 (1)', 'Badr K. 0 (1)'])
    expect((await calls.challenges.facts({ challenge: id })).total).toBe(0)
  })

  test('a manual score is a fact with who entered it, and is taken back with a reason', async () => {
    const { calls, published, board, owner } = await arena(app, 2)
    const { id } = await published({ metric: 'manual', unit: 'push-ups', pointsPerUnit: 2 })
    const [first] = (await calls.challenges.entries({ challenge: id, search: 'amal' })).rows
    const input = { id: newId(), entry: first!.id, units: 25, note: 'At the gate' }
    const fact = await calls.challenges.score(input)
    expect(fact).toMatchObject({ source: 'manual', units: 25, points: 50, day: '2026-10-05', by: owner.email, voidReason: null })
    expect(await calls.challenges.score(input)).toEqual(fact)
    expect(await refusal(calls.challenges.score({ ...input, units: 26 }))).toBe('request/reused')
    expect(await refusal(calls.challenges.score({ entry: first!.id, units: 1, day: '2026-10-06' }))).toBe('challenges.day.outside')
    await calls.challenges.score({ entry: first!.id, units: 5 })
    expect(await board(id)).toEqual(['Amal K. 60 (1)', 'Badr K. 0 (2)'])
    expect(await calls.challenges.voidScore({ id: fact.id, reason: 'Not down far enough' })).toMatchObject({
      voidReason: 'Not down far enough',
    })
    expect(await refusal(calls.challenges.voidScore({ id: fact.id, reason: 'Again' }))).toBe('challenge/state')
    expect(await board(id)).toEqual(['Amal K. 10 (1)', 'Badr K. 0 (2)'])
    const other = await published()
    const [entry] = (await calls.challenges.entries({ challenge: other.id })).rows
    expect(await refusal(calls.challenges.score({ entry: entry!.id, units: 1 }))).toBe('challenge/state')
  })
})

test('a simulation is the board that the rules would have given, and keeps nothing', async () => {
  const { calls, mark, owner } = await arena(app, 3)
  await travel(app, owner, noonOf(10, 20))
  await mark('2026-10-12', 0, 'present')
  await mark('2026-10-14', 0, 'present')
  await mark('2026-10-14', 1, 'late')
  const before = await factsOf(app, owner.vendorId)
  const run = await calls.challenges.simulate({ metric: 'minutesTrained', pointsPerUnit: 2, target: 200 })
  expect(run).toMatchObject({ from: '2026-09-20', to: '2026-10-19', entrants: 2, reached: 1 })
  expect(run.rows.map(({ name, points, rank }) => [name, points, rank])).toEqual([
    ['Amal Karam', 300, 1],
    ['Badr Karam', 180, 2],
  ])
  expect((await calls.challenges.simulate({ metric: 'manual', pointsPerUnit: 2 })).rows).toEqual([])
  expect(await factsOf(app, owner.vendorId)).toEqual(before)
})
