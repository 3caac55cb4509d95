import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { slowRevenue, type PaidPlace, type SlowRevenue } from './revenue-months.sample.ts'
import { churnFigures, placeFigures, recurringFigures, type RecurringFigure, type SubscriptionFigure } from './subscription.rules.ts'

/** The same figures, computed by walking through the days of every single place. */
export class Slow {
  readonly #places: PaidPlace[]
  readonly #moves: Map<string, string>
  readonly #held = new Map<string, Set<string>>()
  readonly #revenue: SlowRevenue
  constructor(revenue: SlowRevenue, moves: Map<string, string>) {
    const places = [...revenue.places()]
    this.#places = places
    this.#revenue = revenue
    this.#moves = moves
    for (const place of places) {
      const days = new Set<string>()
      if (['active', 'completed', 'cancelled'].includes(place.state) && place.startDate !== place.endDate)
        for (
          let day = place.startDate;
          day < place.endDate || (day === place.endDate && place.state !== 'cancelled');
          day = addDays(day, 1)
        )
          days.add(day)
      this.#held.set(place.id, days)
    }
  }
  held(place: PaidPlace | undefined, day: string): boolean {
    return place !== undefined && (this.#held.get(place.id)?.has(day) ?? false)
  }
  /** Why the MRR of a place differs at the end of a month from that at its beginning. */
  cause(place: PaidPlace, eve: string, last: string): RecurringFigure {
    const of = this.#revenue
    const [before, after] = [of.mrr(place, eve), of.mrr(place, last)]
    if (before > 0 && after > 0) return 'mrrRepriced'
    if (after > 0 && of.recurs(place, eve)) return 'mrrThawed'
    if (before > 0 && of.recurs(place, last)) return 'mrrFrozen'
    const days: string[] = []
    for (let day = addDays(eve, 1); day <= last; day = addDays(day, 1)) days.push(day)
    const turns = days.flatMap((day) => (after > 0 ? this.joined(place, day) : this.left(place, day)) ?? [])
    const [turn] = turns
    if (turn) return `mrr${turn.charAt(0).toUpperCase()}${turn.slice(1)}` as RecurringFigure
    if (after > 0 || (of.goesOn(place, last) && place.batchEnd >= last && (place.blockedOn === null || place.blockedOn > last)))
      return 'mrrRepriced'
    return place.cancelAtPeriodEnd ? 'mrrCancelled' : 'mrrExpired'
  }
  /** The place that this one replaces, or that replaces it, by a move on that very day. */
  pair(place: PaidPlace, day: string, side: 'old' | 'new'): PaidPlace | undefined {
    const entry = [...this.#moves].find(([to, from]) => (side === 'old' ? to : from) === place.id)
    const other = this.#places.find(({ id }) => id === entry?.[side === 'old' ? 1 : 0])
    const [from, to] = side === 'old' ? [other, place] : [place, other]
    const eve = addDays(day, -1)
    return this.held(from, eve) && !this.held(from, day) && this.held(to, day) && !this.held(to, eve) ? other : undefined
  }
  joined(place: PaidPlace, day: string): SubscriptionFigure | null {
    if (!this.held(place, day) || this.held(place, addDays(day, -1))) return null
    if (this.pair(place, day, 'old')) return 'movedIn'
    const before = this.#places.some(
      (other) => other.customer === place.customer && [...(this.#held.get(other.id) ?? [])].toSorted().at(-1)! < day,
    )
    return before ? 'returning' : 'new'
  }
  left(place: PaidPlace, day: string): SubscriptionFigure | null {
    if (this.held(place, day) || !this.held(place, addDays(day, -1))) return null
    if (this.pair(place, day, 'new')) return 'movedOut'
    return place.state === 'cancelled' || place.cancelAtPeriodEnd ? 'cancelled' : 'expired'
  }
  month(first: string, last: string, batch: string | null) {
    const eve = addDays(first, -1)
    const own = this.#places.filter((place) => batch === null || place.batch === batch)
    const of = Object.fromEntries([...placeFigures, ...recurringFigures, ...churnFigures].map((name) => [name, 0])) as Record<
      string,
      number
    >
    const add = (name: string, amount: number) => (of[name] = (of[name] ?? 0) + amount)
    for (const place of own) {
      add('opening', Number(this.held(place, eve)))
      add('closing', Number(this.held(place, last)))
      add('bySession', Number(this.held(place, last) && place.priceUnit === 'session'))
      const [before, after] = [this.#revenue.mrr(place, eve), this.#revenue.mrr(place, last)]
      add('mrrOpening', before)
      add('mrr', after)
      if (before !== after) {
        const cause = this.cause(place, eve, last)
        add(cause, cause === 'mrrRepriced' ? after - before : Math.abs(after - before))
      }
      for (let day = first; day <= last; day = addDays(day, 1)) {
        for (const name of [this.joined(place, day), this.left(place, day)]) if (name) add(name, 1)
        const isHeldOnce = place.startDate === place.endDate && ['active', 'completed'].includes(place.state)
        if (isHeldOnce && place.startDate === day) add('singleDays', 1)
      }
    }
    const active = new Set(own.filter((place) => this.held(place, eve)).map(({ customer }) => customer))
    const staying = new Set(this.#places.filter((place) => this.held(place, last)).map(({ customer }) => customer))
    const lost = [...active].filter((customer) => !staying.has(customer)).length
    return { ...of, ...this.#revenue.month(first, last, batch), active: active.size, lost }
  }
  /** Customers who first came in a month, up to today: future ones are in no cohort yet. */
  cohort(month: string, ends: string[], today: string) {
    const firsts = new Map<string, string>()
    for (const place of this.#places)
      for (const day of this.#held.get(place.id) ?? []) if (day < (firsts.get(place.customer) ?? '9')) firsts.set(place.customer, day)
    const members = [...firsts].filter(([, day]) => day.startsWith(month) && day <= today).map(([customer]) => customer)
    const at = (day: string) =>
      members.filter((customer) => this.#places.some((place) => place.customer === customer && this.held(place, day))).length
    return { size: members.length, after: ends.map(at) }
  }
}

/** Reads a vendor's places and moves into the slow counter. */
export async function slow(db: Database, vendorId: string): Promise<Slow> {
  const revenue = await slowRevenue(db, vendorId)
  return tenant(db, vendorId, async (trx) => {
    const moved = await sql<{ target: string; before: { enrolment: string } }>`
      select "target", "before" from "audit" where "vendorId" = ${vendorId} and "entity" = 'enrolment' and "action" in ('move','rollOver')`.execute(
      trx,
    )
    return new Slow(revenue, new Map(moved.rows.map(({ target, before }) => [target, before.enrolment])))
  })
}
