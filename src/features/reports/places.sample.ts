import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { churnFigures, placeFigures, recurringFigures, type Figure } from './subscription.rules.ts'

type Place = {
  id: string
  batch: string
  customer: string
  startDate: string
  endDate: string
  state: string
  freezes: { from: string; to: string }[]
  price: number
  priceUnit: string
  cancelAtPeriodEnd: boolean
}

/** The same figures by walking through the days of every single place. */
export class Slow {
  readonly #places: Place[]
  readonly #moves: Map<string, string>
  readonly #held = new Map<string, Set<string>>()
  constructor(places: Place[], moves: Map<string, string>) {
    this.#places = places
    this.#moves = moves
    for (const place of places) {
      const days = new Set<string>()
      if (['active', 'completed', 'cancelled'].includes(place.state))
        for (
          let day = place.startDate;
          day < place.endDate || (day === place.endDate && place.state !== 'cancelled');
          day = addDays(day, 1)
        )
          days.add(day)
      this.#held.set(place.id, days)
    }
  }
  held(place: Place | undefined, day: string): boolean {
    return place !== undefined && (this.#held.get(place.id)?.has(day) ?? false)
  }
  frozen(place: Place, day: string): boolean {
    return place.freezes.some(({ from, to }) => from <= day && day <= to)
  }
  monthly(place: Place, day: string): number {
    return this.held(place, day) && place.priceUnit === 'month' && !this.frozen(place, day) ? place.price : 0
  }
  /** The place that one follows, or that follows it, by a move on that very day. */
  pair(place: Place, day: string, side: 'old' | 'new'): Place | undefined {
    const entry = [...this.#moves].find(([to, from]) => (side === 'old' ? to : from) === place.id)
    const other = this.#places.find(({ id }) => id === entry?.[side === 'old' ? 1 : 0])
    const [from, to] = side === 'old' ? [other, place] : [place, other]
    const eve = addDays(day, -1)
    return this.held(from, eve) && !this.held(from, day) && this.held(to, day) && !this.held(to, eve) ? other : undefined
  }
  joined(place: Place, day: string): Figure | null {
    if (!this.held(place, day) || this.held(place, addDays(day, -1))) return null
    if (this.pair(place, day, 'old')) return 'movedIn'
    const before = this.#places.some(
      (other) => other.customer === place.customer && [...(this.#held.get(other.id) ?? [])].toSorted().at(-1)! < day,
    )
    return before ? 'returning' : 'new'
  }
  left(place: Place, day: string): Figure | null {
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
      const price = place.priceUnit === 'month' ? place.price : 0
      add('opening', Number(this.held(place, eve)))
      add('closing', Number(this.held(place, last)))
      add('mrrOpening', this.monthly(place, eve))
      add('mrr', this.monthly(place, last))
      const wasFrozen = this.held(place, eve) && this.frozen(place, eve)
      const isFrozen = this.held(place, last) && this.frozen(place, last)
      if (wasFrozen && !isFrozen) add('mrrThawed', price)
      if (isFrozen && !wasFrozen) add('mrrFrozen', price)
      for (let day = first; day <= last; day = addDays(day, 1))
        for (const name of [this.joined(place, day), this.left(place, day)])
          if (name) {
            add(name, 1)
            add(`mrr${name[0]?.toUpperCase()}${name.slice(1)}`, price)
          }
    }
    const active = new Set(own.filter((place) => this.held(place, eve)).map(({ customer }) => customer))
    const staying = new Set(this.#places.filter((place) => this.held(place, last)).map(({ customer }) => customer))
    return { ...of, active: active.size, lost: [...active].filter((customer) => !staying.has(customer)).length }
  }
  cohort(month: string, ends: string[]) {
    const firsts = new Map<string, string>()
    for (const place of this.#places)
      for (const day of this.#held.get(place.id) ?? []) if (day < (firsts.get(place.customer) ?? '9')) firsts.set(place.customer, day)
    const members = [...firsts].filter(([, day]) => day.startsWith(month)).map(([customer]) => customer)
    const at = (day: string) =>
      members.filter((customer) => this.#places.some((place) => place.customer === customer && this.held(place, day))).length
    return { size: members.length, after: ends.map(at) }
  }
}

/** Reads a vendor's places and moves for the slow counter. */
export async function slow(db: Database, vendorId: string): Promise<Slow> {
  return tenant(db, vendorId, async (trx) => {
    const { rows } = await sql<Place>`select * from "enrolments" where "vendorId" = ${vendorId}`.execute(trx)
    const moved = await sql<{ target: string; before: { enrolment: string } }>`
      select "target", "before" from "audit" where "vendorId" = ${vendorId} and "action" = 'move'`.execute(trx)
    return new Slow(rows, new Map(moved.rows.map(({ target, before }) => [target, before.enrolment])))
  })
}
