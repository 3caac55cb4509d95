import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import type { Decision, EffectsShown } from '#business/acts/act-effects.contract.ts'
import { addDays } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { rounds } from '../../../test/rounds.ts'
import { seedOf } from '../../../test/seed.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const act = fc.record({
  kind: fc.constantFrom(
    ...([
      'enrol',
      'enrol',
      'pay',
      'pay',
      'move',
      'move',
      'cancel',
      'finish',
      'freeze',
      'session',
      'shorten',
      'reverse',
      'block',
      'dates',
      'day',
      'ahead',
    ] as const),
  ),
  who: fc.nat(20),
  batch: fc.nat(3),
  days: fc.integer({ min: 0, max: 25 }),
  isReversed: fc.boolean(),
  /** How often what was paid is refunded instead of credited. */
  isRefunded: fc.constantFrom(true, false, false, false),
})
type Drawn = typeof act extends fc.Arbitrary<infer One> ? One : never

/** The balances of the ledger's accounts by customer, without those of nothing. */
const balances = (vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ account: string; customer: string; amount: number }>`
      select part."account", l."customer", sum(part."amount")::bigint as "amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} group by 1, 2 having sum(part."amount") <> 0 order by 1, 2`.execute(trx)
    return rows
  })

/** The pairs of lines of valid bills that pay for the same day of a place; days that a block or an earlier end credited are not paid, and may be charged again. */
const twice = (vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql`
      with paid as (
        select l."enrolment", l."sale", l."position", l."fromDay", least(l."toDay", (
          select min(c."fromDay") - 1 from "effectLines" c
          join "effects" f on f."vendorId" = ${vendorId} and f."id" = c."effect" and f."act" in ('block', 'dates') and f."reversedAt" is null
          join "refunds" r on r."vendorId" = ${vendorId} and r."id" = c."refund" and r."line" = l."position"
          where c."vendorId" = ${vendorId} and c."sale" = l."sale")) as "toDay"
        from "saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
        where l."vendorId" = ${vendorId})
      select a."enrolment", a."fromDay", a."toDay", b."fromDay" as "other" from paid a
      join paid b on b."enrolment" = a."enrolment" and (b."sale", b."position") > (a."sale", a."position")
      where a."fromDay" <= b."toDay" and b."fromDay" <= a."toDay" and a."fromDay" <= a."toDay" and b."fromDay" <= b."toDay"`.execute(trx)
    return rows
  })

test.each([
  ['on the 1st, by days', { billingDay: 1, proration: 'days' }],
  ['on each place’s own day, by half months', { billingDay: null, proration: 'halfMonths' }],
] as const)(
  'random acts, billed %s: what is shown is posted, reversing leaves the balances as before, no day is billed twice',
  async (_name, rules) => {
    let today = '2027-01-04'
    const base = await year.yearFloor(today, '2027-12-31')
    const { calls, owner } = base
    const { vendorId } = owner
    await calls.enrolments.saveBilling({ ...rules, cancelledSessions: 'credit', version: 0 })
    const batches = await Promise.all(
      [10_000, 15_000, 9999, 7000].map((price, at) =>
        calls.batches.create(
          base.batch({
            name: `Batch ${at}`,
            price,
            totalCandidates: 40,
            startDate: today,
            endDate: '2027-12-31',
            trainingDays: week(at + 1, 6),
            startingTime: `1${at}:00`,
            endingTime: `1${at}:45`,
          }),
        ),
      ),
    )
    const people = await Promise.all(Array.from({ length: 8 }, (_, at) => person(calls, `Person${at}`)))
    const counts: Record<string, number> = {}
    const places = async () => (await calls.enrolments.list({ state: 'held', size: 100 })).rows

    /** Shows an act, performs it as shown, compares both, and reverses it if asked to. */
    async function decided(
      show: () => Promise<EffectsShown>,
      perform: (decision: Decision) => Promise<unknown>,
      { isReversed, isRefunded }: Drawn,
    ): Promise<string> {
      const before = await balances(vendorId)
      const { digest, lines } = await show()
      const known = (await calls.effects.list({})).rows[0]?.id
      const refunded = lines.flatMap(({ id, kind, proposed }) =>
        kind === 'credit' ? [{ id, amount: proposed, method: 'cash' as const, reason: 'As drawn' }] : [],
      )
      await perform({ digest, lines: isRefunded ? refunded : [] })
      const [last] = (await calls.effects.list({})).rows
      if (lines.length === 0) {
        expect(last?.id).toBe(known)
        return 'nothing'
      }
      const values = (of: EffectsShown['lines']) =>
        of.map(({ kind, customer, amount, fromDay, toDay }) => [kind, customer, amount, fromDay, toDay])
      expect(values(last?.lines ?? [])).toEqual(values(lines))
      if (!isReversed || last?.obstacle !== null) return 'accepted'
      await calls.effects.reverse({ id: last.id, reason: 'As drawn' })
      expect(await balances(vendorId)).toEqual(before)
      return 'reversed'
    }

    async function run(drawn: Drawn): Promise<string> {
      const { kind, who, batch, days } = drawn
      const target = batches[batch]!
      if (kind === 'day') {
        today = addDays(today, 1 + Math.floor(days / 7))
        await year.on(today, base)
        return 'accepted'
      }
      const customer = people[who % people.length]!.id
      if (kind === 'enrol') return refusal(calls.enrolments.enrol({ batch: target.id, customer, terms: 'bill' }))
      if (kind === 'ahead')
        return refusal(calls.sales.sell({ customer, items: [{ kind: 'batch', batch: target.id }], total: target.price }))
      if (kind === 'pay') {
        const open = (await calls.sales.list({ customer })).rows.find(({ due }) => due > 0)
        return open ? refusal(calls.sales.pay({ sale: open.id, amount: open.due, method: 'cash' })) : 'nothing'
      }
      if (kind === 'reverse') {
        const found = (await calls.effects.list({})).rows[who % 5]
        return found ? refusal(calls.effects.reverse({ id: found.id, reason: 'As drawn' })) : 'nothing'
      }
      if (kind === 'session') {
        const { rows } = await calls.sessions.list({ from: today, to: addDays(today, 20), batch: target.id })
        const session = rows.find(({ state }) => state === 'scheduled')
        if (!session) return 'nothing'
        const show = () => calls.sessions.effects({ id: session.id, scope: 'this' })
        return decided(show, (decision) => calls.sessions.cancel({ ...seen(session), reason: 'As drawn', tell: false, decision }), drawn)
      }
      if (kind === 'shorten') {
        const row = await calls.batches.get({ id: target.id })
        const endDate = addDays(today, days * 6)
        if (endDate >= row.endDate || endDate < addDays(today, 60)) return 'nothing'
        const show = () => calls.batches.effects({ id: row.id, act: 'batchDates', endDate })
        return decided(show, (decision) => calls.batches.update({ ...seen(row), endDate, decision }), drawn)
      }
      const running = await places()
      const place = running[who % Math.max(running.length, 1)]
      if (kind === 'block') {
        // Who is blocked is unblocked before anybody else is blocked.
        const [blocked] = (await calls.customers.list({ state: 'blocked' })).rows
        const found = blocked ?? (place && (await calls.customers.get({ id: place.customer })))
        if (!found) return 'nothing'
        const which = blocked ? 'unblock' : 'block'
        const show = () => calls.customers.effects({ id: found.id, act: which })
        return decided(show, (decision) => calls.customers[which]({ ...seen(found), decision }), drawn)
      }
      if (!place) return 'nothing'
      const { id } = place
      if (kind === 'move') {
        const show = () => calls.enrolments.effects({ id, act: 'move', batch: target.id })
        return decided(show, (decision) => calls.enrolments.move({ ...seen(place), batch: target.id, decision }), drawn)
      }
      if (kind === 'dates') {
        // The end comes earlier or, if the end of a place is past or close, later.
        const endDate = addDays(today, days * 4)
        const show = () => calls.enrolments.effects({ id, act: 'dates', endDate })
        return decided(show, (decision) => calls.enrolments.update({ ...seen(place), endDate, decision }), drawn)
      }
      if (kind === 'freeze') {
        // Some days that are over, too.
        const span = { from: addDays(today, -(who % 6)), to: addDays(today, days) }
        const show = () => calls.enrolments.effects({ id, act: 'freeze', ...span })
        return decided(show, (decision) => calls.enrolments.freeze({ ...seen(place), ...span, reason: 'As drawn', decision }), drawn)
      }
      const show = () => calls.enrolments.effects({ id, act: kind })
      return decided(
        show,
        (decision) =>
          kind === 'cancel'
            ? calls.enrolments.cancel({ ...seen(place), when: 'now', reason: '', decision })
            : calls.enrolments.finish({ ...seen(place), decision }),
        drawn,
      )
    }

    const drawn = fc.sample(act, { numRuns: rounds(500), seed: seedOf('EFFECTS_SEED') })
    for (const [at, one] of drawn.entries()) {
      const answer = await run(one).catch((error: { code?: string }) => {
        if (error.code === undefined || error.code === 'server/error') throw error
        return error.code
      })
      counts[`${one.kind} ${answer}`] = (counts[`${one.kind} ${answer}`] ?? 0) + 1
      if (at % 20 !== 19) continue
      await year.expectSound(vendorId)
      expect(await twice(vendorId)).toEqual([])
    }
    console.log(`${drawn.length} acts`, JSON.stringify(counts))
    const times = (outcome: string) =>
      Object.entries(counts).reduce(
        (sum, [name, count]) =>
          sum + (/^(?:move|cancel|finish|freeze|session|shorten|block|dates) /.test(name) && name.endsWith(outcome) ? count : 0),
        0,
      )
    expect(times('accepted')).toBeGreaterThan(drawn.length / 25)
    expect(times('reversed')).toBeGreaterThan(drawn.length / 25)
  },
)
