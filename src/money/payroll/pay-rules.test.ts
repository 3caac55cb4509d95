import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#lib/roles.ts'
import { platform, tenant } from '#db/tenant.ts'
import { emptySessionRules, paidFor } from '#directory/trainers/pay-rule.rules.ts'
import { payUnits } from '#directory/trainers/pay-rule.contract.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { club, november, october, on } from '../../../test/club.ts'
import { dated, floor, refusal, seen, travel } from '../../../test/floor.ts'
import { seedOf } from '../../../test/seed.ts'
import { assertPayTotals, enrolledIn, markAt, payAmounts } from './payroll.sample.ts'
import { payOf } from './session-pay.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('40 becomes 80 on the 18th: sessions to the 17th are paid 40, and the cost of the API follows', async () => {
  const base = await club(app)
  const { calls, mariam, go } = base
  await go(on(10, 13))
  await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 4000, from: '2026-10-01' })
  const rule = await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 8000, from: '2026-10-18' })
  expect(rule).toMatchObject({ from: '2026-10-18', service: null, unit: 'session', amount: 8000, minimum: null, isReplaced: false })
  expect((await calls.payroll.rates({ trainer: mariam })).rates.map(({ from, cost }) => [from, cost])).toEqual([
    ['2026-10-18', 80],
    ['2026-10-01', 40],
    [null, 120],
  ])
  expect((await calls.trainers.get({ id: mariam })).cost).toBe(40)
  // Again the same: nothing is stored.
  await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 8000, from: '2026-10-18' })
  expect((await calls.payroll.rules({ trainer: mariam })).rules).toHaveLength(3)
  await go(on(11, 2))
  expect(await payAmounts(base, october, mariam)).toEqual([
    '10-05 held 4000',
    '10-11 held 4000',
    '10-12 held 4000',
    '10-18 held 8000',
    '10-25 held 8000',
  ])
  expect(await assertPayTotals(base, october)).toBe(3 * 4000 + 2 * 8000 + 9000)
  // An amount that is not of whole units: no cost says it.
  await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 4050, from: '2026-11-01' })
  expect((await calls.trainers.get({ id: mariam })).cost).toBeNull()
  expect((await calls.payroll.rates({ trainer: mariam })).rates).toHaveLength(3)
  // A change of anything else sets no rule; a cost replaces the rule.
  await calls.trainers.update({ ...seen(await calls.trainers.get({ id: mariam })), Fname: 'Maryam' })
  expect((await calls.payroll.rules({ trainer: mariam })).rules).toHaveLength(4)
  await calls.trainers.update({ ...seen(await calls.trainers.get({ id: mariam })), cost: 50 })
  expect((await calls.payroll.rules({ trainer: mariam })).rules[0]).toMatchObject({ from: '2026-11-02', unit: 'session', amount: 5000 })
  // A rule with a minimum is more than a cost: the same amount typed as one replaces it.
  await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 5000, minimum: 1500, from: '2026-11-02' })
  expect((await calls.trainers.get({ id: mariam })).cost).toBeNull()
  await calls.trainers.update({ ...seen(await calls.trainers.get({ id: mariam })), cost: 50 })
  expect((await calls.payroll.rules({ trainer: mariam })).rules[0]).toMatchObject({ amount: 5000, minimum: null })
  await base.clean()
})

test('by hour: 90 minutes at 30.00 are 45.00, 50 minutes at 25.00 are 20.83', async () => {
  app.clock.set(on(10, 5, 9))
  const { calls, owner, batch, trainer, second } = await floor(app, 'GB')
  await calls.batches.create(batch({ ...dated, endDate: '2026-10-06', endingTime: '18:30' }))
  await calls.batches.create(batch({ ...dated, endDate: '2026-10-06', endingTime: '17:50', trainer: second.id }))
  await calls.payroll.setRule({ trainer: trainer.id, unit: 'hour', amount: 3000 })
  await calls.payroll.setRule({ trainer: second.id, unit: 'hour', amount: 2500 })
  await travel(app, owner, on(10, 7))
  const lines = async (id: string) => (await calls.payroll.lines({ ...october, trainer: id })).lines
  const basis = {
    why: 'held',
    cost: null,
    unit: 'hour',
    people: null,
    base: null,
    share: null,
    minimum: null,
    maximum: null,
    empty: 'full',
  }
  expect(await lines(trainer.id)).toMatchObject([{ ...basis, minutes: 90, rate: 3000, amount: 4500 }])
  expect(await lines(second.id)).toMatchObject([{ ...basis, minutes: 50, rate: 2500, amount: 2083 }])
  expect((await calls.payroll.list(october)).rows.map(({ cost }) => cost)).toEqual([null, null])
})

test('by person: 3 present and 1 late at 5.00 are 20.00, at least 25.00, at most 15.00; a service has a rule of its own', async () => {
  const base = await club(app)
  const { calls, mariam, yousef, days, service, go } = base
  const places = await enrolledIn(base, days, 6)
  await go(on(10, 13))
  await markAt(app, base, days, '2026-10-12', places, ['present', 'present', 'present', 'late', 'absent', 'excused'])
  const by = (more: object) => calls.payroll.setRule({ trainer: mariam, unit: 'head', amount: 500, from: '2026-10-12', ...more })
  const monday = async () => (await calls.payroll.lines({ ...october, trainer: mariam })).lines.find(({ day }) => day === '2026-10-12')
  await by({})
  expect(await monday()).toMatchObject({ unit: 'head', rate: 500, people: 4, amount: 2000 })
  await by({ minimum: 2500 })
  expect(await monday()).toMatchObject({ people: 4, minimum: 2500, amount: 2500 })
  await by({ maximum: 1500 })
  expect(await monday()).toMatchObject({ people: 4, minimum: null, maximum: 1500, amount: 1500 })
  // The service's own rule, which begins earlier, comes before the general one, until it ends.
  await calls.payroll.setRule({ trainer: mariam, unit: 'hour', amount: 3300, service: service.id, from: '2026-10-05' })
  expect(await monday()).toMatchObject({ unit: 'hour', amount: 3300 })
  expect((await calls.trainers.get({ id: mariam })).cost).toBeNull()
  await calls.payroll.setRule({ trainer: mariam, unit: 'general', service: service.id, from: '2026-10-12' })
  expect(await payAmounts(base, october, mariam)).toEqual(['10-05 held 3300', '10-11 held 9900', '10-12 held 1500'])
  expect(await payAmounts(base, october, yousef)).toEqual([])
  await assertPayTotals(base, october)
  await go(on(11, 2))
  await calls.finance.close(october)
  await base.clean()
})

test('a session with no one present follows the business’s rule from its day on', async () => {
  const base = await club(app)
  const { calls, mariam, days, go } = base
  const places = await enrolledIn(base, days, 1)
  await go(on(11, 2))
  await markAt(app, base, days, '2026-10-12', places, ['present'])
  await markAt(app, base, days, '2026-10-05', places, ['absent'])
  const { calls: strange } = await floor(app, 'GB')
  expect(await calls.payroll.emptyPay()).toEqual({ today: '2026-11-02', openFrom: null, rules: [] })
  await calls.payroll.setEmptyPay({ rule: 'nothing', from: '2026-10-11' })
  // By cost: the 5th is before the rule, and no one was marked on the Sundays.
  const paid = ['10-05 held 12000', '10-11 held 0', '10-12 held 12000', '10-18 held 0', '10-25 held 0']
  expect(await payAmounts(base, october, mariam)).toEqual(paid)
  expect(await strange.payroll.emptyPay()).toMatchObject({ rules: [] })
  await calls.payroll.setEmptyPay({ rule: 'minimum', from: '2026-10-18' })
  expect(await payAmounts(base, october, mariam)).toEqual(paid)
  await calls.payroll.setRule({ trainer: mariam, unit: 'session', amount: 9000, minimum: 1500, from: '2026-10-18' })
  expect(await payAmounts(base, october, mariam)).toEqual([...paid.slice(0, 3), '10-18 held 1500', '10-25 held 1500'])
  expect((await calls.payroll.list(october)).rows.find((row) => row.trainer === mariam)).toMatchObject({
    sessions: 5,
    pay: 27_000,
    cost: null,
  })
  // A rule of the same day is replaced, also by the one before it.
  await calls.payroll.setEmptyPay({ rule: 'nothing', from: '2026-10-18' })
  expect((await payAmounts(base, october, mariam)).slice(3)).toEqual(['10-18 held 0', '10-25 held 0'])
  await calls.payroll.setEmptyPay({ rule: 'minimum', from: '2026-10-18' })
  // The same again, or what applies already: nothing is stored.
  await calls.payroll.setEmptyPay({ rule: 'minimum', from: '2026-10-20' })
  expect((await calls.payroll.emptyPay()).rules).toEqual([
    { from: '2026-10-18', rule: 'minimum' },
    { from: '2026-10-11', rule: 'nothing' },
  ])
  const shown = await calls.payroll.lines({ ...october, trainer: mariam })
  // Yousef's one session was empty too.
  expect(await assertPayTotals(base, october)).toBe(27_000)
  await calls.finance.close(october)
  const frozen = await calls.payroll.lines({ ...october, trainer: mariam })
  const plain = ({ lines }: typeof shown) => lines.map(({ id: _id, isFrozen: _frozen, ...line }) => line)
  expect(plain(frozen)).toEqual(plain(shown))
  expect(await assertPayTotals(base, october)).toBe(27_000)
  expect(await refusal(calls.payroll.setEmptyPay({ rule: 'full', from: '2026-10-31' }))).toBe('trainers.costFrom.closed')
  // Another rule from now on changes no frozen line.
  await calls.payroll.setEmptyPay({ rule: 'full' })
  await calls.payroll.setEmptyPay({ rule: 'nothing' })
  expect(await payAmounts(base, november, mariam)).toEqual(['11-01 held 1500'])
  await base.clean()
})

test('a mark after its month was closed is the next month’s adjustment, and back again; costs have none', async () => {
  const base = await club(app)
  const { calls, mariam, yousef, days, substitute, cancel, go, lines } = base
  const places = await enrolledIn(base, days, 3)
  await go(on(10, 13))
  await calls.payroll.setRule({ trainer: mariam, unit: 'head', amount: 500, from: '2026-10-12', minimum: 800 })
  await markAt(app, base, days, '2026-10-12', places, ['present', 'late', 'absent'])
  await go(on(11, 2))
  await calls.finance.close(october)
  const frozen = await lines()
  const all = ['10-05 held 12000', '10-11 held 12000', '10-12 held 1000', '10-18 held 800', '10-25 held 800']
  expect(await payAmounts(base, october, mariam)).toEqual(all)
  const last = (value: 'present' | 'absent') => markAt(app, base, days, '2026-10-12', places.slice(2), [value])
  await last('present')
  expect(await payAmounts(base, november, mariam)).toEqual(['10-12 changed 500', '11-01 held 800'])
  expect((await calls.payroll.lines({ ...november, trainer: mariam })).lines[0]).toMatchObject({ people: 3, rate: 500, minimum: 800 })
  expect(await payAmounts(base, october, mariam)).toEqual(all)
  expect(await lines()).toEqual(frozen)
  expect([await assertPayTotals(base, october), await assertPayTotals(base, november)]).toEqual([26_600 + 9000, 1300])
  // A later rule for the same days is for what is not paid yet.
  expect(await refusal(calls.payroll.setRule({ trainer: mariam, unit: 'head', amount: 900, from: '2026-10-12' }))).toBe(
    'trainers.costFrom.closed',
  )
  await go(on(12, 2))
  await calls.finance.close(november)
  // Five Mondays and five Sundays of November at the minimum.
  expect((await payAmounts(base, november, mariam)).filter((line) => line.includes('changed'))).toEqual(['10-12 changed 500'])
  await last('absent')
  await cancel(days, '2026-10-05')
  const december = { month: '2026-12' }
  expect(await payAmounts(base, december, mariam)).toEqual(['10-05 notHeld -12000', '10-12 changed -500'])
  expect(await payAmounts(base, december, yousef)).toEqual([])
  await base.clean()
  // Yousef held it: the 15.00 that are paid for it are deducted, and he has his cost.
  await substitute(days, '2026-10-12', yousef)
  expect(await payAmounts(base, december, mariam)).toEqual(['10-05 notHeld -12000', '10-12 notHeld -1500'])
  expect(await payAmounts(base, december, yousef)).toEqual(['10-12 late 9000'])
  await go(Date.UTC(2027, 0, 2, 12))
  await calls.finance.close(december)
  await substitute(days, '2026-10-12', mariam)
  // Her own after all, by the rule of its day, with two people.
  expect(await payAmounts(base, { month: '2027-01' }, mariam)).toContain('10-12 late 1000')
  await assertPayTotals(base, december)
  await base.clean()
})

test('the pay of a session in SQL is that of the rules in the form, for any rule and session', async () => {
  const { owner } = await floor(app)
  const most = (max: number) => fc.integer({ min: 1, max })
  const limit = fc.option(most(100_000), { nil: null })
  const drawn = fc.record({
    unit: fc.constantFrom(...payUnits.filter((one) => one !== 'general')),
    amount: most(1_000_000_000),
    share: most(10_000),
    minimum: limit,
    above: limit,
    facts: fc.record({ minutes: fc.nat(1500), people: fc.nat(3), base: fc.nat(1_000_000_000_000) }),
    empty: fc.constantFrom(...emptySessionRules),
  })
  const cases = fc.sample(drawn, { numRuns: 500, seed: seedOf('PAY_SEED') }).map(({ unit, amount, share, minimum, above, ...others }) => {
    const paid = unit === 'share' ? { amount: null, share } : { amount, share: null }
    return { rule: { unit, ...paid, minimum, maximum: above === null ? null : (minimum ?? 0) + above }, ...others }
  })
  const { rows } = await tenant(app.app.db, owner.vendorId, (trx) =>
    sql<{ amount: number }>`select ${payOf('w')} as "amount" from jsonb_to_recordset(${JSON.stringify(
      cases.map(({ rule: { amount, ...rule }, facts, empty }, at) => ({ at, ...rule, rate: amount, ...facts, empty })),
    )}::jsonb) w ("at" int, "unit" text, "rate" bigint, "share" int, "minimum" bigint, "maximum" bigint, "empty" text, "minutes" int, "people" int, "base" bigint)
      order by "at"`.execute(trx),
  )
  expect(rows.map(({ amount }) => amount)).toEqual(cases.map(({ rule, facts, empty }) => paidFor(rule, facts, empty)))
})

test('a rule needs what it pays by, an open day, and a trainer and service of the business; of two at once the later stays', async () => {
  const base = await club(app)
  const { calls, mariam, service, go } = base
  await go(on(11, 2))
  await calls.finance.close(october)
  const tried = (more: object) => refusal(calls.payroll.setRule({ trainer: mariam, unit: 'hour', amount: 100, ...more } as never))
  const stranger = await floor(app, 'GB')
  expect(
    await Promise.all([tried({ from: '2026-10-31' }), tried({ amount: undefined }), tried({ amount: 0 }), tried({ unit: 'share' })]),
  ).toEqual(['trainers.costFrom.closed', 'trainers.rule.amount.required', 'trainers.rule.low', 'trainers.rule.amount.required'])
  expect(await tried({ unit: 'share', amount: undefined, share: 10_001 })).toBe('trainers.rule.share.high')
  expect(await tried({ minimum: 300, maximum: 200 })).toBe('trainers.rule.maximum.order')
  expect(await tried({ unit: 'general', amount: undefined })).toBe('trainers.rule.service.required')
  expect(await tried({ service: stranger.service.id })).toBe('trainers.rule.service.required')
  expect(await tried({ trainer: stranger.trainer.id })).toBe('document/not-found')
  expect(await refusal(stranger.calls.payroll.rules({ trainer: mariam }))).toBe('document/not-found')
  expect((await calls.payroll.rules({ trainer: mariam })).rules).toHaveLength(1)
  await Promise.all([tried({}), tried({ amount: 200 }), tried({ service: service.id })])
  const { rules, openFrom } = await calls.payroll.rules({ trainer: mariam })
  expect(openFrom).toBe('2026-11-01')
  const current = rules.filter(({ isReplaced }) => !isReplaced).map(({ from, service: of }) => `${from} ${of}`)
  expect(new Set(current)).toEqual(new Set(['2026-11-02 null', `2026-11-02 ${service.id}`, 'null null']))
  expect((await calls.reports.audit({})).rows.filter(({ action }) => action === 'setRule')).toHaveLength(3)
  await base.clean()
})

test('owner and manager set rules, an accountant reads them, the desk and trainers neither', async () => {
  const { calls, owner, mariam, go } = await club(app)
  await go(on(10, 13))
  const become = (role: Role, trainerId: string | null = null) =>
    platform(app.app.db, (trx) => trx.updateTable('members').set({ role, trainerId }).where('userId', '=', owner.userId).execute())
  const tried = async () => [
    await refusal(calls.payroll.rules({ trainer: mariam })),
    await refusal(calls.payroll.emptyPay()),
    await refusal(calls.payroll.setRule({ trainer: mariam, unit: 'hour', amount: 100 })),
    await refusal(calls.payroll.setEmptyPay({ rule: 'nothing' })),
  ]
  const [yes, no] = ['accepted', 'permission/denied']
  await become('manager')
  expect(await tried()).toEqual([yes, yes, yes, yes])
  await become('accountant')
  expect(await tried()).toEqual([yes, yes, no, no])
  await become('frontDesk')
  expect(await tried()).toEqual([no, no, no, no])
  await become('trainer', mariam)
  expect(await tried()).toEqual([no, no, no, no])
  expect((await calls.payroll.own(october)).lines.at(-1)).toMatchObject({ day: '2026-10-12', amount: 12_000 })
})
