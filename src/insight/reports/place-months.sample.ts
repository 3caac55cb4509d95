import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { addDays } from '#lib/days.ts'
import { churnFigures, placeFigures, recurringFigures, type SubscriptionFigure } from './subscription.rules.ts'

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
  nextChargeOn: string | null
  billedThrough: string | null
  batchEnd: string
  lastBill: string | null
  blockedOn: string | null
}

/** The same figures, computed by walking through the days of every single place. */
export class Slow {
  readonly #places: Place[]
  readonly #moves: Map<string, string>
  readonly #held = new Map<string, Set<string>>()
  constructor(places: Place[], moves: Map<string, string>) {
    this.#places = places
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
  held(place: Place | undefined, day: string): boolean {
    return place !== undefined && (this.#held.get(place.id)?.has(day) ?? false)
  }
  frozen(place: Place, day: string): boolean {
    return place.freezes.some(({ from, to }) => from <= day && day <= to)
  }
  /** Whether a monthly place is still to be billed again on a day. */
  billed(place: Place, day: string): boolean {
    const { state, nextChargeOn, billedThrough, batchEnd, endDate, blockedOn, lastBill } = place
    if (!this.held(place, day) || place.priceUnit !== 'month' || (nextChargeOn === null && billedThrough === null)) return false
    if (day > batchEnd || (blockedOn !== null && day >= blockedOn)) return false
    const isDue = nextChargeOn !== null && nextChargeOn <= endDate && nextChargeOn <= batchEnd
    const goesOn = isDue && state !== 'completed' && !place.cancelAtPeriodEnd
    return state === 'cancelled' || goesOn || (lastBill !== null && day < lastBill)
  }
  /** The monthly price without the 5 % tax in it. */
  net(place: Place): number {
    return place.price - Math.round((place.price * 5) / 105)
  }
  monthly(place: Place, day: string): number {
    return this.billed(place, day) && !this.frozen(place, day) ? this.net(place) : 0
  }
  /** How a place started or stopped being billed on a day. */
  turned(place: Place, day: string): SubscriptionFigure | null {
    const [was, is] = [this.billed(place, addDays(day, -1)), this.billed(place, day)]
    if (was === is) return null
    if (is) return this.joined(place, day)
    if (!this.held(place, day)) return this.left(place, day)
    return place.cancelAtPeriodEnd ? 'cancelled' : 'expired'
  }
  /** The place that this one replaces, or that replaces it, by a move on that very day. */
  pair(place: Place, day: string, side: 'old' | 'new'): Place | undefined {
    const entry = [...this.#moves].find(([to, from]) => (side === 'old' ? to : from) === place.id)
    const other = this.#places.find(({ id }) => id === entry?.[side === 'old' ? 1 : 0])
    const [from, to] = side === 'old' ? [other, place] : [place, other]
    const eve = addDays(day, -1)
    return this.held(from, eve) && !this.held(from, day) && this.held(to, day) && !this.held(to, eve) ? other : undefined
  }
  joined(place: Place, day: string): SubscriptionFigure | null {
    if (!this.held(place, day) || this.held(place, addDays(day, -1))) return null
    if (this.pair(place, day, 'old')) return 'movedIn'
    const before = this.#places.some(
      (other) => other.customer === place.customer && [...(this.#held.get(other.id) ?? [])].toSorted().at(-1)! < day,
    )
    return before ? 'returning' : 'new'
  }
  left(place: Place, day: string): SubscriptionFigure | null {
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
      const price = this.net(place)
      add('opening', Number(this.held(place, eve)))
      add('closing', Number(this.held(place, last)))
      add('mrrOpening', this.monthly(place, eve))
      add('mrr', this.monthly(place, last))
      const wasFrozen = this.billed(place, eve) && this.frozen(place, eve)
      const isFrozen = this.billed(place, last) && this.frozen(place, last)
      if (wasFrozen && !isFrozen) add('mrrThawed', price)
      if (isFrozen && !wasFrozen) add('mrrFrozen', price)
      for (let day = first; day <= last; day = addDays(day, 1)) {
        for (const name of [this.joined(place, day), this.left(place, day)]) if (name) add(name, 1)
        const turn = this.turned(place, day)
        if (turn) add(`mrr${turn[0]?.toUpperCase()}${turn.slice(1)}`, price)
        const isHeldOnce = place.startDate === place.endDate && ['active', 'completed'].includes(place.state)
        if (isHeldOnce && place.startDate === day) add('singleDays', 1)
      }
    }
    const active = new Set(own.filter((place) => this.held(place, eve)).map(({ customer }) => customer))
    const staying = new Set(this.#places.filter((place) => this.held(place, last)).map(({ customer }) => customer))
    return { ...of, active: active.size, lost: [...active].filter((customer) => !staying.has(customer)).length }
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
  return tenant(db, vendorId, async (trx) => {
    const { rows } = await sql<Place>`select e.*, b."endDate" as "batchEnd",
      (select max(s."day") from "sales" s join "saleLines" l on l."sale" = s."id" and l."vendorId" = ${vendorId}
        where s."vendorId" = ${vendorId} and l."enrolment" = e."id" and s."state" <> 'void') as "lastBill",
      (select max(a."at")::date::text from "audit" a join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."state" = 'blocked'
        where a."vendorId" = ${vendorId} and a."action" = 'block' and a."target" = e."customer"::text) as "blockedOn"
      from "enrolments" e join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch" where e."vendorId" = ${vendorId}`.execute(
      trx,
    )
    const moved = await sql<{ target: string; before: { enrolment: string } }>`
      select "target", "before" from "audit" where "vendorId" = ${vendorId} and "action" in ('move','rollOver')`.execute(trx)
    return new Slow(rows, new Map(moved.rows.map(({ target, before }) => [target, before.enrolment])))
  })
}
