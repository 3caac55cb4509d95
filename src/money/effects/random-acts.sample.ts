import fc from 'fast-check'
import { expect } from 'vitest'
import type { Decision, EffectsShown } from '#business/acts/act-effects.contract.ts'
import type { BillingRules } from '#timetable/enrolments/billing-rules.contract.ts'
import { addDays } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import { tenant } from '#db/tenant.ts'
import type { TestApp } from '../../../test/app.ts'
import { attend, person, refusal, seen } from '../../../test/floor.ts'
import { expectCounted } from '../../../test/home-counts.ts'
import type { Year } from '../../../test/year.ts'
import { expectEarned, expectShared } from '#money/revenue/earned.sample.ts'
import { balances, recurringByPlace, unbalanced } from './whole-money.sample.ts'

const first = '2027-01-04'
const last = '2027-12-31'

/** How often each kind of act is drawn. */
const weights = {
  attend: 4,
  enrol: 3,
  move: 3,
  pay: 3,
  block: 2,
  cancel: 2,
  dates: 2,
  freeze: 2,
  reverse: 2,
  session: 2,
  several: 2,
  ahead: 1,
  batchDates: 1,
  day: 1,
  discount: 1,
  finish: 1,
  payOut: 1,
} as const
type Kind = keyof typeof weights
const kinds = (Object.keys(weights) as Kind[]).flatMap((kind) => Array.from({ length: weights[kind] }, () => kind))

/** One act of a random history. */
export const randomAct = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(20),
  batch: fc.nat(4),
  days: fc.integer({ min: 0, max: 25 }),
  isReversed: fc.boolean(),
  /** How often what was paid is refunded instead of credited. */
  isRefunded: fc.constantFrom(true, false, false, false),
})
export type RandomAct = typeof randomAct extends fc.Arbitrary<infer One> ? One : never

/** A business of eight people with four batches by the month and one by the session, on which random acts are performed. */
export async function historyOf(app: TestApp, year: Year, rules: Pick<BillingRules, 'billingDay' | 'proration'>) {
  let today = first
  const base = await year.yearFloor(today, last)
  const { calls, owner } = base
  const { vendorId } = owner
  await calls.enrolments.saveBilling({ ...rules, cancelledSessions: 'credit', visits: 'day', version: 0 })
  const dates = { startDate: today, endDate: last, totalCandidates: 40 }
  const batches = await Promise.all(
    [10_000, 15_000, 9999, 7000, 2500].map((price, at) =>
      calls.batches.create(
        base.batch({
          ...dates,
          name: `Batch ${at}`,
          price,
          priceUnit: at === 4 ? 'session' : 'month',
          trainingDays: week(at + 1, 6),
          startingTime: `1${at}:00`,
          endingTime: `1${at}:45`,
        }),
      ),
    ),
  )
  const emailOf = (at: number) => `person${at}-${vendorId}@example.com`
  const people = await Promise.all(Array.from({ length: 8 }, (_, at) => person(calls, `Person${at}`, { email: emailOf(at) })))

  const mails = { count: 0 }
  /** Asserts that each person who was credited got one email about it, and the others none; a bill has its own. */
  async function expectNotified(lines: EffectsShown['lines']): Promise<void> {
    const known = (await app.mails()).slice(mails.count)
    mails.count += known.length
    const notified = known.filter(({ subject }) => !/^(?:Bill|Receipt) /.test(subject)).map(({ to }) => to)
    const credited = lines.flatMap(({ kind, amount, customer }) => (kind !== 'charge' && amount > 0 ? customer : []))
    const at = (customer: string) => emailOf(people.findIndex(({ id }) => id === customer))
    expect(notified.toSorted()).toEqual([...new Set(credited.map(at))].toSorted())
  }

  /** The latest act with effects; listing fifty with all that they mean would take a tenth of a history. */
  const latestId = () =>
    tenant(app.app.db, vendorId, async (trx) => {
      const latest = trx.selectFrom('effects').select('id').where('vendorId', '=', vendorId).orderBy('at', 'desc').orderBy('id', 'desc')
      return (await latest.limit(1).executeTakeFirst())?.id
    })

  /** Shows an act, performs it as shown, compares both, and reverses it if asked to. */
  async function decided(
    { isReversed, isRefunded }: RandomAct,
    show: () => Promise<EffectsShown>,
    perform: (decision: Decision) => Promise<unknown>,
  ): Promise<string> {
    const before = await balances(app, vendorId)
    mails.count = (await app.mails()).length
    const known = await latestId()
    const { digest, lines } = await show()
    const refunded = lines.flatMap(({ id, kind, proposed }) =>
      kind === 'credit' ? [{ id, amount: proposed, method: 'cash' as const, reason: 'As drawn' }] : [],
    )
    await perform({ digest, lines: isRefunded ? refunded : [] })
    if (lines.length === 0) {
      expect(await latestId()).toBe(known)
      return 'nothing'
    }
    const [latest] = (await calls.effects.list({})).rows
    const values = (of: EffectsShown['lines']) =>
      of.map(({ kind, customer, amount, fromDay, toDay }) => [kind, customer, amount, fromDay, toDay])
    expect(values(latest?.lines ?? [])).toEqual(values(lines))
    await expectNotified(latest?.lines ?? [])
    if (!isReversed || latest?.obstacle !== null) return 'accepted'
    await calls.effects.reverse({ id: latest.id, reason: 'As drawn' })
    expect(await balances(app, vendorId)).toEqual(before)
    await expectNotified(latest.lines)
    return 'reversed'
  }

  /** Who is blocked, and the days since which others are no longer. What they attended is billed once they are unblocked. */
  let blocked: string | null = null
  const unblocked = new Map<string, string>()
  const taken = async () => (await calls.enrolments.list({ state: 'held', size: 100 })).rows
  type Place = Awaited<ReturnType<typeof taken>>[number]
  /** The state of a drawn act: its batch, its person, and the places that are taken. */
  type Scene = { drawn: RandomAct; target: (typeof batches)[number]; customer: string; places: Place[]; place: Place | undefined }

  const onBusiness = {
    day: async ({ drawn }: Scene) => {
      today = addDays(today, 1 + Math.floor(drawn.days / 7))
      await year.on(today, base)
      return 'accepted'
    },
    enrol: ({ target, customer }: Scene) => refusal(calls.enrolments.enrol({ batch: target.id, customer, terms: 'bill' })),
    ahead: async ({ target, customer }: Scene) => {
      const sell = (total: number) => calls.sales.sell({ customer, items: [{ kind: 'batch', batch: target.id }], total })
      return sell(target.price).then(
        () => 'accepted',
        ({ code, data }: { code: string; data?: { current?: { total: number } } }) =>
          code === 'sale/price-changed' ? refusal(sell(data?.current?.total ?? 0)) : code,
      )
    },
    pay: async ({ customer }: Scene) => {
      const open = (await calls.sales.list({ customer })).rows.find(({ due }) => due > 0)
      return open ? refusal(calls.sales.pay({ sale: open.id, amount: open.due, method: 'cash' })) : 'nothing'
    },
    payOut: async ({ customer }: Scene) => {
      const { balance } = await calls.sales.credit({ customer })
      return balance > 0 ? refusal(calls.sales.payOutCredit({ customer, amount: balance, method: 'cash', reason: 'As drawn' })) : 'nothing'
    },
    reverse: async ({ drawn }: Scene) => {
      const found = (await calls.effects.list({})).rows[drawn.who % 5]
      return found ? refusal(calls.effects.reverse({ id: found.id, reason: 'As drawn' })) : 'nothing'
    },
    session: async ({ drawn, target }: Scene) => {
      const { rows } = await calls.sessions.list({ from: today, to: addDays(today, 20), batch: target.id })
      const session = rows.find(({ state }) => state === 'scheduled')
      if (!session) return 'nothing'
      const show = () => calls.sessions.effects({ id: session.id, scope: 'this' })
      return decided(drawn, show, (decision) => calls.sessions.cancel({ ...seen(session), reason: 'As drawn', tell: false, decision }))
    },
    /** The last day of a batch comes earlier or, if it did before, later again. */
    batchDates: async ({ drawn, target }: Scene) => {
      const row = await calls.batches.get({ id: target.id })
      const endDate = row.endDate < last ? last : addDays(today, 10 + drawn.days)
      const show = () => calls.batches.effects({ id: row.id, act: 'batchDates', endDate })
      return decided(drawn, show, (decision) => calls.batches.update({ ...seen(row), endDate, tell: false, decision }))
    },
    several: async ({ drawn, target, places }: Scene) => {
      const chosen = places.filter(({ batch }, at) => batch !== target.id && at % 3 === drawn.who % 3)
      const to = { act: 'move' as const, batch: target.id }
      const show = () => calls.enrolments.severalEffects({ ...to, places: chosen.map(({ id }) => id) })
      if (chosen.length === 0) return 'nothing'
      return decided(drawn, show, (decision) => calls.enrolments.changeSeveral({ ...to, places: chosen.map(seen), decision }))
    },
    /** Who is blocked is unblocked before anybody else is blocked. */
    block: async ({ drawn, place }: Scene) => {
      const who = blocked ?? place?.customer
      if (who === undefined) return 'nothing'
      const act = blocked === null ? 'block' : 'unblock'
      const found = await calls.customers.get({ id: who })
      const show = () => calls.customers.effects({ id: who, act })
      return decided(drawn, show, async (decision) => {
        await calls.customers[act]({ ...seen(found), decision })
        blocked = act === 'block' ? who : null
        unblocked.set(who, today)
      })
    },
  }

  const onPlace = {
    /** Somebody was at one of the sessions of the last days, unless blocked, or at a place that is billed only tonight and may be left before. */
    attend: async ({ drawn }: Scene, { id, batch, customer, nextChargeOn }: Place) => {
      const { rows } = await calls.sessions.list({ from: addDays(today, -4), to: today, batch })
      const session = rows[drawn.who % Math.max(rows.length, 1)]
      if (
        !session ||
        session.state === 'cancelled' ||
        nextChargeOn === today ||
        customer === blocked ||
        session.day < (unblocked.get(customer) ?? '')
      )
        return 'nothing'
      return refusal(attend(app, base, { batch, day: session.day, places: [id] }))
    },
    move: ({ drawn, target }: Scene, place: Place) => {
      const show = () => calls.enrolments.effects({ id: place.id, act: 'move', batch: target.id })
      return decided(drawn, show, (decision) => calls.enrolments.move({ ...seen(place), batch: target.id, decision }))
    },
    /** The end comes earlier or, if the end of a place is past or close, later. */
    dates: ({ drawn }: Scene, place: Place) => {
      const endDate = addDays(today, drawn.days * 4)
      const show = () => calls.enrolments.effects({ id: place.id, act: 'dates', endDate })
      return decided(drawn, show, (decision) => calls.enrolments.update({ ...seen(place), endDate, decision }))
    },
    /** Some days that are over, too. */
    freeze: ({ drawn }: Scene, place: Place) => {
      const span = { from: addDays(today, -(drawn.who % 6)), to: addDays(today, drawn.days) }
      const show = () => calls.enrolments.effects({ id: place.id, act: 'freeze', ...span })
      return decided(drawn, show, (decision) => calls.enrolments.freeze({ ...seen(place), ...span, reason: 'As drawn', decision }))
    },
    discount: ({ drawn }: Scene, place: Place) => {
      const discount = drawn.isReversed ? null : { kind: 'percent' as const, value: 1500, until: addDays(today, 40), reason: 'As drawn' }
      return refusal(calls.enrolments.setDiscount({ ...seen(place), from: today, discount }))
    },
    cancel: ({ drawn }: Scene, place: Place) => {
      const show = () => calls.enrolments.effects({ id: place.id, act: 'cancel' })
      return decided(drawn, show, (decision) => calls.enrolments.cancel({ ...seen(place), when: 'now', reason: '', decision }))
    },
    finish: ({ drawn }: Scene, place: Place) => {
      const show = () => calls.enrolments.effects({ id: place.id, act: 'finish' })
      return decided(drawn, show, (decision) => calls.enrolments.finish({ ...seen(place), decision }))
    },
  }
  const isOnPlace = (kind: Kind): kind is keyof typeof onPlace => kind in onPlace

  async function run(drawn: RandomAct): Promise<string> {
    const { kind, who, batch } = drawn
    const places = await taken()
    const place = places[who % Math.max(places.length, 1)]
    const scene = { drawn, target: batches[batch]!, customer: people[who % people.length]!.id, places, place }
    if (!isOnPlace(kind)) return onBusiness[kind](scene)
    return place ? onPlace[kind](scene, place) : 'nothing'
  }

  return {
    ...base,
    batches,
    today: () => today,
    /** Asserts that trainers are paid a share of what each session earns. */
    expectShared: () => expectShared(app, vendorId, today),
    /** Lets some days pass, with what the business bills in them. */
    async forward(days: number): Promise<void> {
      today = addDays(today, days)
      await year.on(today, base)
    },
    /** @returns what came of an act: a code of refusal, or whether it was accepted, changed nothing or was reversed; throws if the product failed. */
    perform: (drawn: RandomAct): Promise<string> =>
      run(drawn).catch((error: { code?: string }) => {
        if (error.code === undefined || error.code === 'server/error') throw error
        return error.code
      }),
    /** Asserts that documents and ledger agree and no day is paid twice, each attended session is explained, each customer's money adds up, revenue is earned as sessions are held, Home counts as a recount does, and the recurring revenue is what the next bills come to. */
    async expectWhole(): Promise<void> {
      await year.expectSound(vendorId)
      const { rows } = await calls.finance.delivered({ from: first, to: today })
      const unexplained = rows.filter(({ kind, customer }) => (kind === 'unbilled' && customer !== blocked) || kind === 'ended')
      expect(unexplained).toEqual([])
      expect(await unbalanced(app, vendorId)).toEqual([])
      const month = today.slice(0, 7)
      await expectEarned(app, base, today, { from: first, to: today })
      await expectEarned(app, base, today, { from: `${month}-01`, to: addDays(today, 3) })
      const { monthly } = await calls.enrolments.sums({})
      const [recurring] = (await calls.reports.subscriptions({ from: month, to: month })).totals
      await expectCounted(app, { calls, vendorId })
      expect([monthly, recurring?.mrr ?? 0]).toEqual(Array(2).fill(recurringByPlace(await taken(), today)))
    },
  }
}
