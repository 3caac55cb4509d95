import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { dated, floor, refusal, start, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a month is paid by its held sessions, with a night an hour longer, a substitute and a cancelled one', async () => {
  const { calls, mariam, yousef, go, of, ledger, lines, clean, service, nights, days } = await club(app)
  // 16:30 UTC on the 12th is 17:30 local time: the session of that day is not over.
  await go(Date.UTC(2026, 9, 12, 16, 30))
  expect(await of(october, mariam)).toMatchObject({ sessions: 2, minutes: 60 + 180, pay: 24_000, adjustments: 0, payable: 0, cost: 120 })
  expect(await of(october, yousef)).toMatchObject({ sessions: 0, pay: 0, cost: 90 })
  await go(on(11, 2))
  const expected = {
    [mariam]: { sessions: 5, minutes: 2 * 60 + 180 + 180 + 240, pay: 60_000 },
    [yousef]: { sessions: 1, minutes: 60, pay: 9000 },
  }
  for (const who of [mariam, yousef]) expect(await of(october, who)).toMatchObject({ ...expected[who], payable: 0, paid: 0 })
  const open = await calls.payroll.list(october)
  expect(open).toMatchObject({
    currency: 'GBP',
    exponent: 2,
    isFrozen: false,
    totals: { sessions: 6, minutes: 780, pay: 69_000, payable: 0 },
  })
  expect(await lines()).toEqual([])
  const before = await calls.payroll.lines({ ...october, trainer: mariam })
  expect(before.lines.map(({ day, minutes, amount, why, isFrozen }) => [day, minutes, amount, why, isFrozen])).toEqual([
    ['2026-10-05', 60, 12_000, 'held', false],
    ['2026-10-11', 180, 12_000, 'held', false],
    ['2026-10-12', 60, 12_000, 'held', false],
    ['2026-10-18', 180, 12_000, 'held', false],
    ['2026-10-25', 240, 12_000, 'held', false],
  ])

  await calls.finance.close(october)
  expect(await lines()).toHaveLength(6)
  for (const who of [mariam, yousef])
    expect(await of(october, who)).toMatchObject({ ...expected[who], payable: expected[who]?.pay, adjustments: 0 })
  const about = { day: '2026-10-31', debit: 'payroll', credit: 'payrollPayable', service: service.id, hall: null }
  const posted = await ledger()
  expect(posted).toHaveLength(3)
  expect(posted).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...about, trainer: mariam, batch: nights.id, amount: 36_000 }),
      expect.objectContaining({ ...about, trainer: mariam, batch: days.id, amount: 24_000 }),
      expect.objectContaining({ ...about, trainer: yousef, batch: days.id, amount: 9000 }),
    ]),
  )
  expect(new Set(posted.map(({ sourceId }) => sourceId)).size).toBe(1)
  expect((await calls.payroll.list(october)).isFrozen).toBe(true)
  await clean()
})

test('a trainer is paid what is frozen and corrected, never more, and each call once', async () => {
  const { calls, mariam, yousef, go, of, ledger, clean } = await club(app)
  await go(on(11, 2))
  const cash = (amount: number, trainer = mariam) => ({ trainer, amount, method: 'cash' as const })
  // Nothing is owed for a month that is open.
  expect(await refusal(calls.payroll.pay(cash(1)))).toBe('payroll.amount.over')
  await calls.finance.close(october)
  expect(await refusal(calls.payroll.adjust({ ...october, trainer: mariam, amount: 500, reason: 'Late' }))).toBe('month/closed')
  expect(await refusal(calls.payroll.adjust({ month: '2026-12', trainer: mariam, amount: 500, reason: 'Early' }))).toBe(
    'payroll.month.coming',
  )
  expect(await refusal(calls.payroll.adjust({ ...november, trainer: mariam, amount: 0, reason: 'Nothing' }))).toBe('payroll.amount.zero')
  const bonus = { id: newId(), ...november, trainer: mariam, amount: 5500, reason: 'Travel' }
  const given = await calls.payroll.adjust(bonus)
  expect(await calls.payroll.adjust(bonus)).toEqual(given)
  expect(await refusal(calls.payroll.adjust({ ...bonus, amount: 5600 }))).toBe('request/reused')
  await calls.payroll.adjust({ ...november, trainer: mariam, amount: -500, reason: 'A broken ball' })
  // 600 pounds frozen, 55 added, 5 deducted.
  expect(await of(november, mariam)).toMatchObject({ adjustments: 5000, payable: 65_000 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => refusal(calls.payroll.pay(cash(10_000)))))
  expect(answers.toSorted()).toEqual([...Array<string>(6).fill('accepted'), ...Array<string>(14).fill('payroll.amount.over')])
  expect(await of(november, mariam)).toMatchObject({ paid: 60_000, payable: 5000 })
  const once = { id: newId(), ...cash(1000), method: 'transfer' as const, reference: 'Bank 7' }
  const paid = await Promise.all(Array.from({ length: 20 }, () => calls.payroll.pay(once)))
  expect(new Set(paid.map((payment) => JSON.stringify(payment))).size).toBe(1)
  expect(await refusal(calls.payroll.pay({ ...once, amount: 900 }))).toBe('request/reused')
  expect(await refusal(calls.payroll.pay(cash(4001)))).toBe('payroll.amount.over')
  expect(await calls.payroll.pay(cash(4000))).toMatchObject({ day: '2026-11-02', amount: 4000, method: 'cash' })
  expect(await refusal(calls.payroll.pay(cash(1)))).toBe('payroll.amount.over')
  expect(await of(november, yousef)).toMatchObject({ payable: 9000 })
  expect((await calls.payroll.lines({ ...november, trainer: mariam })).payments.map(({ amount }) => amount)).toHaveLength(8)
  const sum = (debit: string) =>
    ledger().then((rows) => rows.filter((row) => row.debit === debit).reduce((all, { amount }) => all + amount, 0))
  expect([await sum('payroll'), await sum('payrollPayable')]).toEqual([69_000 + 5500, 65_000 + 500])
  expect((await calls.finance.statement({ from: '2026-11-01', to: '2026-11-30' })).movements).toEqual([
    { source: 'payroll', method: 'cash', amount: -64_000, count: 7, documents: 7 },
    { source: 'payroll', method: 'transfer', amount: -1000, count: 1, documents: 1 },
  ])
  await clean()
})

test('a trainer sees the own pay alone; the desk none, and a manager pays no one', async () => {
  const { calls, owner, mariam, yousef, go } = await club(app)
  await go(on(11, 2))
  await calls.finance.close(october)
  const become = (role: Role, trainerId: string | null = null) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role, trainerId }).where('userId', '=', owner.userId).execute())
  const tries = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries({
          list: calls.payroll.list(october),
          lines: calls.payroll.lines({ ...october, trainer: yousef }),
          own: calls.payroll.own(october),
          adjust: calls.payroll.adjust({ ...november, trainer: yousef, amount: 1, reason: 'A coin' }),
          pay: calls.payroll.pay({ trainer: yousef, amount: 1, method: 'cash' }),
        }).map(async ([name, work]) => [name, await refusal(work)] as const),
      ),
    ) as Record<string, string>
  const no = 'permission/denied'
  await become('trainer', mariam)
  expect(await tries()).toEqual({ list: no, lines: no, own: 'accepted', adjust: no, pay: no })
  const own = await calls.payroll.own(october)
  expect(own.row).toMatchObject({ trainer: mariam, sessions: 5, pay: 60_000, payable: 60_000 })
  expect(own.lines).toHaveLength(5)
  expect(JSON.stringify(own)).not.toContain(yousef)
  expect(JSON.stringify(own)).not.toContain('Yousef')
  await become('trainer')
  expect(await calls.payroll.own(october)).toMatchObject({ row: { sessions: 0, pay: 0, payable: 0 }, lines: [], payments: [] })
  await become('frontDesk')
  expect(await tries()).toEqual({ list: no, lines: no, own: no, adjust: no, pay: no })
  await become('manager')
  expect(await tries()).toEqual({ list: 'accepted', lines: 'accepted', own: no, adjust: no, pay: no })
  await become('accountant')
  expect(await tries()).toEqual({ list: 'accepted', lines: 'accepted', own: no, adjust: 'accepted', pay: 'accepted' })
})

test.each([
  ['KW', 'KWD', 120_000],
  ['JP', 'JPY', 120],
])('a cost of 120 in %s is paid in the currency’s own digits', async (country, currency, amount) => {
  app.clock.set(start)
  const { calls, owner, batch, trainer } = await floor(app, country)
  await calls.batches.create(batch({ ...dated, endDate: '2026-10-06' }))
  await travel(app, owner, on(11, 2))
  await calls.finance.close(october)
  expect(await calls.payroll.list(october)).toMatchObject({ currency, totals: { sessions: 1, pay: amount, payable: amount } })
  expect((await calls.payroll.lines({ ...october, trainer: trainer.id })).lines).toMatchObject([{ cost: 120, amount }])
})
