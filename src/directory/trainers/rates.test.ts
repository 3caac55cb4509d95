import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { floor, refusal, seen, travel } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Calls = Awaited<ReturnType<typeof club>>['calls']

/** Changes only a trainer's cost. */
const setCost = async (calls: Calls, id: string, cost: number, costFrom?: string) =>
  calls.trainers.update({ ...seen(await calls.trainers.get({ id })), cost, ...(costFrom ? { costFrom } : {}) })

/** The costs of a trainer's payroll lines of a month, by day. */
const costs = async (calls: Calls, month: { month: string }, trainer: string) =>
  (await calls.payroll.lines({ ...month, trainer })).lines.map(({ day, cost }) => `${day.slice(8)} ${cost}`)

const rates = async (calls: Calls, trainer: string) =>
  (await calls.payroll.rates({ trainer })).rates.map(({ from, cost, isReplaced }) => `${from} ${cost}${isReplaced ? ' replaced' : ''}`)

test('a new cost counts from its day: the open months before it stay as they were, wherever pay is read', async () => {
  app.clock.set(Date.UTC(2026, 11, 28, 12))
  const { owner, calls, batch, service, trainer } = await floor(app, 'GB')
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const { avatar, startingTime, endingTime, trainingDays } = trainer
  const person = { services: [service.id], avatar, startingTime, endingTime, trainingDays }
  const carl = await calls.trainers.create({ ...person, Fname: 'Carl', Lname: 'Weaver', cost: 40 })
  const football = await calls.batches.create(batch({ trainer: carl.id, startDate: '2027-01-01', endDate: '2027-12-31' }))
  await travel(app, owner, Date.UTC(2027, 5, 10, 12))
  const months = ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05']
  const plain = <T extends { asOf: string }>({ asOf: _asOf, ...rest }: T) => rest
  const read = async () => ({
    lists: await Promise.all(months.map((month) => calls.payroll.list({ month }).then(plain))),
    lines: await Promise.all(months.map((month) => calls.payroll.lines({ month, trainer: carl.id }).then(plain))),
    profit: plain(await calls.finance.profit({ from: '2027-01-01', to: '2027-05-31' })),
    batch: plain(await calls.finance.profit({ from: '2027-05-01', to: '2027-05-31', batch: football.id })),
  })
  const before = await read()
  // Twenty-one Mondays at 40 pounds.
  expect(before.lists.map(({ totals }) => totals.pay)).toEqual([16_000, 16_000, 20_000, 16_000, 20_000])
  expect(before.profit.total.now).toMatchObject({ earned: 88_000 })
  expect(before.batch.total.now).toMatchObject({ earned: 20_000 })

  expect(await setCost(calls, carl.id, 80)).toMatchObject({ cost: 80 })
  expect(await read()).toEqual(before)
  await travel(app, owner, Date.UTC(2027, 6, 1, 12))
  expect(await read()).toEqual(before)
  expect(await costs(calls, { month: '2027-06' }, carl.id)).toEqual(['07 40', '14 80', '21 80', '28 80'])
  expect((await calls.payroll.list({ month: '2027-06' })).rows.find((row) => row.trainer === carl.id)).toMatchObject({
    pay: 28_000,
    cost: null,
  })
  await calls.finance.close({ month: '2027-06' })
  // The frozen amounts equal those shown before.
  expect((await read()).lists.map(({ totals }) => totals.pay)).toEqual(before.lists.map(({ totals }) => totals.pay))
  expect((await calls.payroll.lines({ month: '2027-06', trainer: carl.id })).lines.every(({ isFrozen }) => isFrozen)).toBe(true)
  expect(await costs(calls, { month: '2027-06' }, carl.id)).toEqual(['07 40', '14 80', '21 80', '28 80'])
  const become = { role: 'trainer', trainerId: carl.id } as const
  await platform(app.app.db, (trx) => trx.updateTable('members').set(become).where('userId', '=', owner.userId).execute())
  expect(await calls.payroll.own({ month: '2027-05' })).toMatchObject({ row: { pay: 20_000, cost: 40 } })
})

test('a rate is of its first day where the business is, and one to come waits for its own', async () => {
  const { calls, mariam, yousef, go, of, clean } = await club(app)
  // 23:30 on the 11th there; a Sunday's session began at 00:30.
  await go(Date.UTC(2026, 9, 11, 22, 30))
  await setCost(calls, mariam, 150)
  await go(on(10, 13))
  await setCost(calls, mariam, 90, '2026-10-25')
  expect(await calls.trainers.get({ id: mariam })).toMatchObject({ cost: 150 })
  expect(await calls.payroll.rates({ trainer: mariam })).toMatchObject({ today: '2026-10-13', openFrom: null })
  expect(await rates(calls, mariam)).toEqual(['2026-10-25 90', '2026-10-11 150', 'null 120'])
  // 00:30 on the 25th there.
  await go(Date.UTC(2026, 9, 24, 23, 30))
  expect(await calls.trainers.get({ id: mariam })).toMatchObject({ cost: 90 })
  const sorted = await calls.trainers.list({ sort: 'cost', direction: 'asc' })
  await setCost(calls, yousef, 91)
  expect(sorted.rows.map(({ cost }) => cost)).toEqual([90, 90])
  expect((await calls.trainers.list({ sort: 'cost', direction: 'asc' })).rows.map(({ id }) => id)).toEqual([mariam, yousef])
  await go(on(11, 2))
  expect(await costs(calls, october, mariam)).toEqual(['05 120', '11 150', '12 150', '18 150', '25 90'])
  expect(await of({ month: '2027-02' }, mariam)).toMatchObject({ sessions: 0, cost: 90 })
  await calls.finance.close(october)
  expect(await of(october, mariam)).toMatchObject({ pay: 12_000 + 45_000 + 9000, payable: 66_000 })
  await clean()
})

test('a wrong rate is replaced by one of the same day, and a change of anything else sets none', async () => {
  const { calls, mariam, go } = await club(app)
  await go(on(10, 13))
  await setCost(calls, mariam, 800, '2026-10-12')
  await setCost(calls, mariam, 80, '2026-10-12')
  await setCost(calls, mariam, 200, '2026-11-01')
  // The coming rate is undone by setting the cost of the days before it.
  await setCost(calls, mariam, 80, '2026-11-01')
  expect(await rates(calls, mariam)).toEqual([
    '2026-11-01 80',
    '2026-11-01 200 replaced',
    '2026-10-12 80',
    '2026-10-12 800 replaced',
    'null 120',
  ])
  const previous = await rates(calls, mariam)
  await setCost(calls, mariam, 80)
  const row = await calls.trainers.get({ id: mariam })
  await calls.trainers.update({ ...seen(row), Fname: 'Maryam' })
  const spare = await calls.trainers.create({
    services: row.services,
    avatar: row.avatar,
    startingTime: row.startingTime,
    endingTime: row.endingTime,
    trainingDays: row.trainingDays,
    Fname: 'Spare',
    Lname: 'Trainer',
    cost: 10,
  })
  await calls.trainers.restore(seen(await calls.trainers.archive(seen(spare))))
  expect([await rates(calls, mariam), await rates(calls, spare.id)]).toEqual([previous, ['null 10']])
  await go(on(11, 2))
  expect(await costs(calls, october, mariam)).toEqual(['05 120', '11 120', '12 80', '18 80', '25 80'])
})

test('nothing of a closed month changes, nothing without a cost, and no one else’s trainer', async () => {
  const { calls, mariam, nights, go, meeting, cancel, lines, clean } = await club(app)
  await go(on(11, 3))
  await cancel(nights, '2026-10-18')
  await calls.finance.close(october)
  const [frozen, before] = [await lines(), await calls.trainers.get({ id: mariam })]
  for (const day of ['2026-10-31', '2026-10-01', '2000-01-01'])
    expect(await refusal(setCost(calls, mariam, 200, day))).toBe('trainers.costFrom.closed')
  expect(await refusal(calls.trainers.update({ ...seen(before), costFrom: '2026-11-01' }))).toBe('trainers.cost.required')
  expect(await refusal(calls.trainers.update({ ...seen(before), cost: 200, costFrom: '2026-02-30' }))).toBe('lib.fields.invalid')
  const stranger = await floor(app)
  expect(await refusal(stranger.calls.trainers.update({ ...seen(before), cost: 200, costFrom: '2026-11-01' }))).toBe('document/not-found')
  expect(await refusal(stranger.calls.payroll.rates({ trainer: mariam }))).toBe('document/not-found')
  expect(await refusal(calls.payroll.rates({ trainer: newId() }))).toBe('document/not-found')
  expect([await calls.trainers.get({ id: mariam }), await rates(calls, mariam)]).toEqual([before, ['null 120']])
  await setCost(calls, mariam, 200, '2026-11-01')
  expect(await calls.payroll.rates({ trainer: mariam })).toMatchObject({ openFrom: '2026-11-01' })
  // The session took place after all: it is paid in November, at the cost of its own day.
  await calls.sessions.restore(seen(await meeting(nights, '2026-10-18')))
  expect(await costs(calls, november, mariam)).toEqual(['18 120', '01 200', '02 200'])
  expect(await lines()).toEqual(frozen)
  await go(on(12, 1))
  await calls.finance.close(november)
  await clean()
})

test('of two changes at once one is refused, and a month that closes meanwhile is paid as its rates say', async () => {
  const { calls, mariam, go, clean } = await club(app)
  await go(on(11, 3))
  const row = await calls.trainers.get({ id: mariam })
  const both = await Promise.all([150, 160].map((cost) => refusal(calls.trainers.update({ ...seen(row), cost }))))
  expect(both.toSorted()).toEqual(['accepted', 'request/stale'])
  expect(await rates(calls, mariam)).toHaveLength(2)
  const [change] = await Promise.all([refusal(setCost(calls, mariam, 70, '2026-10-12')), calls.finance.close(october)])
  expect(['accepted', 'trainers.costFrom.closed']).toContain(change)
  const later = change === 'accepted' ? 70 : 120
  expect(await costs(calls, october, mariam)).toEqual(['05 120', '11 120', `12 ${later}`, `18 ${later}`, `25 ${later}`])
  await clean()
})

test('the log of money has each rate: from when, and what its day cost before', async () => {
  const { calls, mariam, go, clean } = await club(app)
  await go(on(10, 13))
  await setCost(calls, mariam, 200, '2026-11-01')
  await setCost(calls, mariam, 150, '2026-11-01')
  await calls.trainers.update({ ...seen(await calls.trainers.get({ id: mariam })), Fname: 'Maryam' })
  const { rows } = await calls.reports.audit({})
  expect(rows.filter(({ entity }) => entity === 'trainer').map(({ action, fields }) => [action, fields])).toEqual([
    [
      'update',
      [
        { name: 'cost', before: '200', after: '150' },
        { name: 'costFrom', before: null, after: '2026-11-01' },
      ],
    ],
    [
      'update',
      [
        { name: 'cost', before: '120', after: '200' },
        { name: 'costFrom', before: null, after: '2026-11-01' },
      ],
    ],
  ])
  await clean()
})

test('a cost that the version before writes counts from the day on which it was written', async () => {
  const { owner, calls, mariam, yousef, go, clean } = await club(app)
  /** Changes a trainer the way that version does. */
  const write = (id: string, cost: number) =>
    asOwner(app.app.db, (trx) =>
      sql`update "trainers" set "cost" = ${cost}, "version" = "version" + 1, "updatedAt" = ${new Date(app.clock.now()).toISOString()}
        where "vendorId" = ${owner.vendorId} and "id" = ${id}`.execute(trx),
    )
  await go(on(10, 7))
  await setCost(calls, mariam, 100, '2026-10-08')
  await go(on(10, 12))
  await write(mariam, 70)
  await write(yousef, 95)
  expect(await rates(calls, mariam)).toEqual(['2026-10-12 70', '2026-10-08 100', 'null 120'])
  // That version knew no days; without a dated rate, its cost applies to every day.
  expect(await rates(calls, yousef)).toEqual(['null 95'])
  await go(on(10, 20))
  expect(await calls.trainers.get({ id: mariam })).toMatchObject({ cost: 70 })
  // Another change of the trainer moves no day, and a new rate leaves it in place.
  await calls.trainers.update({ ...seen(await calls.trainers.get({ id: mariam })), Fname: 'Maryam' })
  await setCost(calls, mariam, 60)
  expect(await rates(calls, mariam)).toEqual(['2026-10-20 60', '2026-10-12 70', '2026-10-08 100', 'null 120'])
  await go(on(11, 2))
  expect(await costs(calls, october, mariam)).toEqual(['05 120', '11 100', '12 70', '18 70', '25 60'])
  await calls.finance.close(october)
  await clean()
})
