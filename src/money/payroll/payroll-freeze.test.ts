import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { seen } from '../../../test/floor.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { groupings, type ProfitFigures } from '#insight/finance/finance-report.contract.ts'

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0)

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('what is frozen stays: a new cost is of what comes, and a session that changed is the next month’s adjustment', async () => {
  const { calls, mariam, yousef, trainer, days, nights, go, of, cancel, substitute, lines, ledger, clean, meeting } = await club(app)
  await go(on(11, 2))
  await calls.finance.close(october)
  const frozen = await lines()
  const { id: _id, createdAt: _created, updatedAt: _updated, version, state: _state, ...fields } = trainer
  await calls.trainers.update({ ...fields, id: mariam, version, cost: 200, costFrom: '2026-11-01' })
  expect(await of(october, mariam)).toMatchObject({ pay: 60_000, cost: 120, payable: 60_000 })
  // It turns out that the 11th was not held, and that Yousef took the 12th.
  await cancel(nights, '2026-10-11')
  await substitute(days, '2026-10-12', yousef)
  expect(await of(october, mariam)).toMatchObject({ sessions: 5, pay: 60_000, adjustments: 0 })
  expect(await lines()).toEqual(frozen)
  // One Sunday and no Monday of November are over; the adjustments correct October.
  expect(await of(november, mariam)).toMatchObject({ sessions: 1, pay: 20_000, adjustments: -24_000, payable: 60_000 })
  await go(on(12, 2))
  // November has five Sundays and five Mondays.
  const figures = { sessions: 10, pay: 200_000, adjustments: -24_000, cost: 200 }
  expect(await of(november, mariam)).toMatchObject(figures)
  await calls.finance.close(november)
  expect(await of(november, mariam)).toMatchObject({ ...figures, payable: 60_000 + 200_000 - 24_000 })
  expect(await of(november, yousef)).toMatchObject({ sessions: 0, pay: 0, adjustments: 9000, payable: 18_000 })
  const corrected = (await calls.payroll.lines({ ...november, trainer: mariam })).lines.filter(({ why }) => why !== 'held')
  expect(corrected).toMatchObject([
    { day: '2026-10-11', why: 'notHeld', amount: -12_000, cost: 120, isFrozen: true },
    { day: '2026-10-12', why: 'notHeld', amount: -12_000, cost: 120, isFrozen: true },
  ])
  expect((await calls.payroll.lines({ ...november, trainer: yousef })).lines).toMatchObject([
    { day: '2026-10-12', why: 'late', amount: 9000 },
  ])
  expect((await lines()).slice(0, frozen.length)).toEqual(frozen)
  // Held after all: the deducted session is paid again, at the cost of its day.
  const back = await meeting(nights, '2026-10-11')
  await calls.sessions.restore(seen(back))
  await go(on(12, 31, 23))
  app.clock.advance(86_400_000)
  await go(app.clock.now())
  await calls.finance.close({ month: '2026-12' })
  expect((await calls.payroll.lines({ month: '2026-12', trainer: mariam })).lines.filter(({ why }) => why === 'late')).toMatchObject([
    { day: '2026-10-11', amount: 12_000 },
  ])
  expect((await ledger()).filter(({ day }) => day === '2026-10-31')).toHaveLength(3)
  await clean()
})

test('closing again posts only what is new, two closings at once post once, and several months are frozen each', async () => {
  const { calls, mariam, yousef, go, of, cancel, substitute, lines, ledger, days, nights, clean } = await club(app)
  await go(on(12, 2))
  // Ten sessions of 12.000 held by Mariam, in every grouping, before and after the month is closed.
  const profitsOf = (span: { from: string; to: string }) =>
    groupings.map((by) => calls.finance.profit({ ...span, by }).then(({ asOf: _asOf, ...all }) => all))
  // The whole month, and a part of it: pay stays on the days of its sessions.
  const profits = () =>
    Promise.all([...profitsOf({ from: '2026-11-01', to: '2026-11-30' }), ...profitsOf({ from: '2026-11-04', to: '2026-11-16' })])
  const asClosed = ({ payroll, earned, ...rest }: ProfitFigures) => ({ ...rest, payroll: payroll + earned, earned: 0 })
  const open = await profits()
  expect(open[0]?.total.now).toMatchObject({ payroll: 0, earned: 120_000, result: -120_000 })
  for (const { by, groups } of open.slice(1, groupings.length)) expect(sumOf(groups.map(({ now }) => now.earned)), by).toBe(120_000)
  // The 8th and 15th, 9th and 16th.
  expect(open[groupings.length]?.total.now).toMatchObject({ payroll: 0, earned: 48_000 })
  // Nine calls at the same instant: one closes, the others find it closed.
  await Promise.all(Array.from({ length: 9 }, () => calls.finance.close(november)))
  const [all, posted] = [await lines(), await ledger()]
  expect(all).toHaveLength(5 + 1 + 10)
  expect([...new Set(posted.map(({ day }) => day))]).toEqual(['2026-10-31', '2026-11-30'])
  expect(await of(october, mariam)).toMatchObject({ sessions: 5, pay: 60_000 })
  expect(await of(november, mariam)).toMatchObject({ sessions: 10, pay: 120_000, payable: 180_000 })
  // Closing only moves the amount to another line: earned becomes payroll, and nothing else differs.
  expect(await profits()).toEqual(
    open.map(({ total, groups, ...rest }) => ({
      ...rest,
      total: { now: asClosed(total.now), before: asClosed(total.before) },
      groups: groups.map(({ now, before, ...group }) => ({ ...group, now: asClosed(now), before: asClosed(before) })),
    })),
  )

  await calls.finance.reopen({ ...october, reason: 'A bill was found' })
  await calls.finance.close(november)
  expect([await lines(), await ledger()]).toEqual([all, posted])

  await calls.finance.reopen({ ...october, reason: 'Two sessions were wrong' })
  await cancel(nights, '2026-10-18')
  await cancel(nights, '2026-11-08')
  await substitute(days, '2026-11-09', yousef)
  // The open months show what closing will write, each in its session's month.
  const shown = [
    { sessions: 5, pay: 60_000, adjustments: -12_000 },
    { sessions: 10, pay: 120_000, adjustments: -24_000 },
  ]
  expect([await of(october, mariam), await of(november, mariam)]).toMatchObject(shown)
  expect(await of(november, yousef)).toMatchObject({ sessions: 1, pay: 9000, adjustments: 0 })
  await calls.finance.close(october)
  expect((await lines()).filter(({ kind }) => kind === 'adjustment')).toHaveLength(1)
  await calls.finance.close(november)
  expect([await of(october, mariam), await of(november, mariam)]).toMatchObject(shown)
  expect(await of(november, yousef)).toMatchObject({ sessions: 1, pay: 9000, adjustments: 0, payable: 18_000 })
  const added = (await ledger()).slice(posted.length).map(({ day, debit, amount }) => `${day} ${debit} ${amount}`)
  expect(added.toSorted()).toEqual([
    '2026-10-31 payrollPayable 12000',
    '2026-11-30 payroll 9000',
    '2026-11-30 payrollPayable 12000',
    '2026-11-30 payrollPayable 12000',
  ])
  await clean()
})

test('a month of 5,000 sessions closes at once, in one entry for each trainer and batch', async () => {
  const { calls, owner, days, mariam, yousef, go, lines, ledger, clean } = await club(app)
  await asOwner(app.app.db, (trx) =>
    sql`insert into "batchSessions" ("vendorId", "id", "batch", "plannedDay", "day", "startsAt", "endsAt", "trainer", "capacity", "state", "createdAt", "updatedAt")
      select ${owner.vendorId}::uuid, gen_random_uuid(), ${days.id}::uuid, date '2000-01-01' + n, date '2026-09-01' + n / 170,
        timestamptz '2026-09-01T00:00Z' + n * interval '8 minutes', timestamptz '2026-09-01T00:05Z' + n * interval '8 minutes',
        case when n % 2 = 0 then ${mariam}::uuid else ${yousef}::uuid end, 1, 'scheduled', now(), now() from generate_series(0, 4999) n`.execute(
      trx,
    ),
  )
  await go(on(11, 2))
  const since = performance.now()
  expect((await calls.payroll.list({ month: '2026-09' })).totals).toMatchObject({
    sessions: 5000,
    minutes: 25_000,
    pay: 2500 * (12_000 + 9000),
  })
  const read = performance.now()
  await calls.finance.close({ month: '2026-09' })
  const closed = performance.now()
  console.log(`5,000 sessions: read in ${Math.round(read - since)} ms, closed in ${Math.round(closed - read)} ms`)
  // About a second; one statement per session would take minutes. The limit allows for a busy machine.
  expect(closed - read).toBeLessThan(30_000)
  expect(await lines()).toHaveLength(5000)
  expect((await ledger()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([2500 * 9000, 2500 * 12_000])
  await clean()
})
