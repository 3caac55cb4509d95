import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDay } from '#business/accounts/daily.server.ts'
import { joined } from '#directory/team/team.sample.ts'
import { dailyTasks } from '#entrance/tasks.server.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { refusal, seen } from '../../../test/floor.ts'
import { lineOf, morning, yearOf, type Year } from '../../../test/year.ts'
import { juneRun, runTask } from './billing-run.sample.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const june = (dates?: { endDate?: string }) => juneRun(app, year, dates)
const task = (bills?: number) => runTask(app, bills)
const reason = 'Wrong price'
const mailsTo = async (email: string) => (await app.mails()).filter(({ to }) => to === email)

test('a night has one run; voided, each place, balance and account is as before, and each customer who was emailed is emailed once', async () => {
  const base = await june()
  const { calls, run } = base
  expect(await base.runs()).toMatchObject([
    // 3 × 350.00, of which 40.00 came from Amal’s credit.
    { day: '2027-06-01', state: 'billed', bills: 3, total: 105_000, due: 101_000, paid: 0, open: 3, voided: 0, isWaiting: false },
  ])
  expect((await mailsTo(base.amal.email)).length).toBeGreaterThan(0)
  expect(await calls.sales.run({ id: run.id })).toMatchObject({ credit: 4000, emails: 2, blocked: 0, obstacles: [] })
  expect(await calls.sales.voidRun({ id: run.id, reason })).toMatchObject({ state: 'voiding', voided: 0 })
  const [bill] = await base.bills(run.id)
  expect(await refusal(calls.sales.pay({ sale: bill!.id, method: 'cash', amount: 1, reference: '' }))).toBe('run/voiding')
  expect(await task()).toBe(true)
  expect(await base.runs()).toMatchObject([
    { id: run.id, state: 'voided', bills: 3, voided: 3, open: 0, due: 0, voidReason: reason, isWaiting: true },
  ])
  expect(await base.state()).toEqual(base.before)
  await base.sound()
  const [english, arabic] = [(await mailsTo(base.amal.email)).at(-1), (await mailsTo(base.badr.email)).at(-1)]
  expect(english?.subject).toMatch(/^Bill S2027-0000[456] from .+ voided$/)
  expect(english?.text).toMatch(/AED\s40\W is back in your credit balance\./)
  expect(arabic?.subject).toMatch(/^إلغاء الفاتورة S2027-0000[456] من /)
  expect(arabic?.text).not.toContain('رصيدك')
  for (const { email } of [base.amal, base.badr])
    expect(
      (await mailsTo(email)).filter(({ subject }) => /voided|إلغاء/.test(subject)),
      email,
    ).toHaveLength(1)
  // Nothing is billed again by itself on that day, but in the next night.
  await app.app.db.kysely
    .updateTable('vendorPlans')
    .set({ dailyFor: '2027-05-31', dailyAt: '2027-06-01' })
    .where('vendorId', '=', base.owner.vendorId)
    .execute()
  await year.days()
  expect(await base.runs()).toHaveLength(1)
  await year.on('2027-06-02', base)
  const [again] = await base.runs()
  expect(again).toMatchObject({ day: '2027-06-02', state: 'billed', bills: 3, due: 101_000 })
  expect((await base.bills(again!.id)).map(({ day }) => day)).toEqual(['2027-06-01', '2027-06-01', '2027-06-01'])
  await base.sound()
})

test('a voided run is billed again on the same day with what was put right, once however often it is asked', async () => {
  const base = await june()
  const { calls, run } = base
  expect(await refusal(calls.sales.billAgain({ id: run.id }))).toBe('run/state')
  await calls.sales.voidRun({ id: run.id, reason })
  expect(await refusal(calls.sales.billAgain({ id: run.id }))).toBe('run/voiding')
  await task()
  const [place] = (await calls.enrolments.list({ batch: base.made.id, customer: base.dana.id })).rows
  const discount = { kind: 'amount' as const, value: 5000, reason: 'Sister', until: null }
  await calls.enrolments.setDiscount({ ...seen(place!), from: '2027-06-01', discount })
  expect(await calls.sales.billAgain({ id: run.id })).toMatchObject({ state: 'voided', isWaiting: false })
  expect(await calls.sales.billAgain({ id: run.id })).toMatchObject({ isWaiting: false })
  expect([await task(), await task()]).toEqual([true, false])
  const [again, former] = await base.runs()
  expect([again, former]).toMatchObject([
    { day: '2027-06-01', state: 'billed', bills: 3, total: 100_000, due: 96_000 },
    { id: run.id, state: 'voided' },
  ])
  await base.sound()
})

test('a run with a bill that was paid, credited or followed by another, or of a closed month, stays as it is', async () => {
  const base = await june()
  const { calls, run } = base
  const [bill] = await base.bills(run.id)
  const names = async () => (await calls.sales.run({ id: run.id })).obstacles.map(({ sale, obstacle }) => [sale, obstacle])
  const state = await base.state()
  const refused = async () => {
    expect(await refusal(calls.sales.voidRun({ id: run.id, reason }))).toBe('run/final')
    expect([(await base.runs())[0], await task()]).toMatchObject([{ state: 'billed', voided: 0 }, false])
  }
  const paid = await calls.sales.pay({ sale: bill!.id, method: 'cash', amount: 100, reference: '' })
  expect(await names()).toEqual([[bill!.id, 'paid']])
  await refused()
  await calls.sales.reversePayment({
    sale: bill!.id,
    payment: paid.payments.find(({ method }) => method === 'cash')!.id,
    reason: 'Bounced',
  })
  expect([await names(), await base.state()]).toEqual([[], state])
  const next = await calls.sales.sell({ customer: base.dana.id, items: [lineOf(base)], total: 35_000 })
  const [followed] = (await calls.sales.list({ run: run.id, customer: base.dana.id })).rows
  expect(await names()).toEqual([[followed!.id, 'later']])
  await refused()
  await calls.sales.void({ id: next.id, reason })
  const credited = (await calls.sales.list({ run: run.id, customer: base.badr.id })).rows[0]!
  await calls.sales.refund({ sale: credited.id, amount: 500, method: 'cash', reason: 'Rain' })
  expect(await names()).toEqual([[credited.id, 'credited']])
  await refused()
  await year.on('2027-07-02', base)
  await calls.finance.close({ month: '2027-05' })
  await calls.finance.close({ month: '2027-06' })
  expect(new Set((await names()).map(([, obstacle]) => obstacle))).toEqual(new Set(['closed']))
  expect(await refusal(calls.sales.voidRun({ id: run.id, reason }))).toBe('run/final')
  await base.sound()
})

test('a process that ends between two customers leaves the rest to the next one, and no other money changes meanwhile', async () => {
  const base = await june()
  const { calls, run } = base
  await calls.sales.voidRun({ id: run.id, reason })
  await task(1)
  const [half] = await base.runs()
  expect([half?.state, (half?.voided ?? 0) > 0 && (half?.voided ?? 3) < 3]).toEqual(['voiding', true])
  const sale = { customer: base.dana.id, items: [{ kind: 'free' as const, text: 'A ball', quantity: 1, unit: 500 }], total: 500 }
  expect(await refusal(calls.sales.sell(sale))).toBe('run/voiding')
  expect(await refusal(calls.finance.close({ month: '2027-05' }))).toBe('run/voiding')
  expect(await calls.sales.voidRun({ id: run.id, reason })).toMatchObject({ state: 'voiding' })
  // The next night finishes what its task has left, and bills.
  await app.app.db.kysely.deleteFrom('outbox').where('kind', '=', 'task').execute()
  await year.on('2027-06-02', base)
  expect(await base.runs()).toMatchObject([
    { day: '2027-06-02', state: 'billed', bills: 3 },
    { id: run.id, state: 'voided', voided: 3 },
  ])
  expect(await refusal(calls.sales.sell(sale))).toBe('accepted')
  await base.sound()
})

test('mails that have not left are withdrawn, and their customers get none about it', async () => {
  const base = await june()
  expect((await base.calls.sales.run({ id: base.run.id })).emails).toBe(0)
  await base.calls.sales.voidRun({ id: base.run.id, reason })
  await task()
  for (const { email } of [base.amal, base.badr]) {
    const subjects = (await mailsTo(email)).map(({ subject }) => subject)
    expect(
      subjects.filter((subject) => /S2027-0000[456]/.test(subject)),
      email,
    ).toEqual([])
  }
})

test('two at once void a run once, by owner and manager alone, and only their own', async () => {
  const [base, other] = [await june(), await june()]
  const { calls, run } = base
  const manager = await joined(app, base, 'manager')
  for (const role of ['frontDesk', 'trainer', 'accountant'] as const) {
    const member = await joined(app, base, role, ...(role === 'trainer' ? [base.trainer.id] : []))
    const { sales } = member.calls
    expect([await refusal(sales.voidRun({ id: run.id, reason })), await refusal(sales.billAgain({ id: run.id }))], role).toEqual([
      'permission/denied',
      'permission/denied',
    ])
    expect(await refusal(member.calls.sales.runs({})), role).toBe(role === 'accountant' ? 'accepted' : 'permission/denied')
  }
  const { sales } = other.calls
  expect(await refusal(sales.voidRun({ id: run.id, reason }))).toBe('document/not-found')
  expect(await refusal(sales.billAgain({ id: run.id }))).toBe('document/not-found')
  expect(await refusal(sales.run({ id: run.id }))).toBe('document/not-found')
  const answers = await Promise.all([
    refusal(calls.sales.voidRun({ id: run.id, reason })),
    refusal(manager.calls.sales.voidRun({ id: run.id, reason })),
  ])
  expect(answers).toContain('accepted')
  expect([await task(), await task()]).toEqual([true, false])
  expect(await base.runs()).toMatchObject([{ state: 'voided', voided: 3 }])
  expect((await other.runs())[0]).toMatchObject({ state: 'billed', voided: 0 })
  expect(await refusal(manager.calls.sales.billAgain({ id: run.id }))).toBe('accepted')
  await task()
  await base.sound()
})

test('a night that is interrupted goes on with its run', async () => {
  const base = await june()
  const { calls, owner } = base
  app.clock.set(morning('2027-07-01'))
  await calls.accounts.signIn({ email: owner.email, password: owner.password })
  // The days of the other tests' businesses are not due.
  await app.app.db.kysely.updateTable('vendorPlans').set({ dailyAt: '2099-01-01' }).where('vendorId', '<>', owner.vendorId).execute()
  let left = 5
  await runDay(app.app, dailyTasks, () => --left < 0)
  const [partly] = await base.runs()
  expect([partly?.day, (partly?.bills ?? 0) > 0 && (partly?.bills ?? 3) < 3]).toEqual(['2027-07-01', true])
  await year.days()
  expect((await base.runs())[0]).toMatchObject({ id: partly?.id, bills: 3 })
  await base.sound()
})
