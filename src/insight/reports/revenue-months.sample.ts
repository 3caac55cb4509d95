import { sql } from 'kysely'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'
import { addDays, addMonths } from '#lib/days.ts'

type Terms = {
  fromDay: string | null
  number: number
  price: number
  discountKind: string | null
  discountValue: number
  discountUntil: string | null
}
type Line = { day: string; fromDay: string | null; toDay: string | null }
export type PaidPlace = {
  id: string
  batch: string
  customer: string
  startDate: string
  endDate: string
  state: string
  freezes: { from: string; to: string }[]
  priceUnit: string
  cancelAtPeriodEnd: boolean
  nextChargeOn: string | null
  billedThrough: string | null
  batchEnd: string
  service: string
  follows: string | null
  blockedOn: string | null
  terms: Terms[]
  lines: Line[]
}
type Tax = { validFrom: string; rate: number; reduced: number | null; isIncluded: boolean }
type ServiceTax = { service: string; validFrom: string; taxClass: string }

const noFigures = {
  openingMrr: 0,
  newMrr: 0,
  reactivatedMrr: 0,
  expansionMrr: 0,
  contractionMrr: 0,
  churnedMrr: 0,
  closingMrr: 0,
  openingCustomers: 0,
  newCustomers: 0,
  reactivatedCustomers: 0,
  churnedCustomers: 0,
  closingCustomers: 0,
  payingCustomers: 0,
  pausedCustomers: 0,
}
export type RevenueMonth = typeof noFigures

/** a ÷ b to the nearest unit, a half upwards. */
const nearest = (a: number, b: number) => Math.floor((2 * a + b) / (2 * b))

/** MRR and its movement, by walking through the days of every place; the rules of decision 47 in plain words. */
export class SlowRevenue {
  readonly #places: PaidPlace[]
  readonly #taxes: Tax[]
  readonly #classes: ServiceTax[]
  readonly #since = new Map<string, string>()
  constructor(places: PaidPlace[], taxes: Tax[], classes: ServiceTax[]) {
    this.#places = places
    this.#taxes = taxes
    this.#classes = classes
    for (const place of places) {
      let day = place.startDate
      while (day <= place.endDate && !this.recurs(place, day)) day = addDays(day, 1)
      const first = this.#since.get(place.customer)
      if (day <= place.endDate && (first === undefined || day < first)) this.#since.set(place.customer, day)
    }
  }
  /** Whether a place is paid for by the month or the season, and at all. */
  isSubscription({ state, priceUnit, startDate, endDate, nextChargeOn, billedThrough }: PaidPlace): boolean {
    const isTaken = ['active', 'completed', 'cancelled'].includes(state)
    return isTaken && priceUnit !== 'session' && startDate !== endDate && (nextChargeOn !== null || billedThrough !== null)
  }
  /** The first day of the customer in the next season, if this place lasts to the end of its batch. */
  nextSeason(place: PaidPlace): string | null {
    if (place.state === 'cancelled' || place.cancelAtPeriodEnd || place.endDate < place.batchEnd) return null
    const next = this.#places.filter(
      (other) => other.follows === place.batch && other.customer === place.customer && this.isSubscription(other),
    )
    const [first] = next.map(({ startDate }) => startDate).toSorted()
    return first !== undefined && first > place.batchEnd ? first : null
  }
  /** Whether more billing is expected for a place on one of its days. */
  goesOn(place: PaidPlace, day: string): boolean {
    const { priceUnit, state, nextChargeOn, billedThrough, endDate, batchEnd, cancelAtPeriodEnd, lines } = place
    const last = endDate < batchEnd ? endDate : batchEnd
    const isDue = nextChargeOn !== null && nextChargeOn <= last
    if (priceUnit === 'term') return billedThrough !== null || isDue
    if (state === 'cancelled' || this.nextSeason(place) !== null || (state === 'active' && isDue && !cancelAtPeriodEnd)) return true
    return lines.some((line) => line.day > day)
  }
  recurs(place: PaidPlace, day: string): boolean {
    const { startDate, endDate, state, batchEnd, blockedOn } = place
    if (!this.isSubscription(place) || day < startDate || day > endDate || (day === endDate && state === 'cancelled')) return false
    if (day > batchEnd || (blockedOn !== null && day >= blockedOn)) return false
    return this.goesOn(place, day) && this.monthly(place, day) > 0
  }
  frozen({ freezes }: PaidPlace, day: string): boolean {
    return freezes.some(({ from, to }) => from <= day && day <= to)
  }
  /** Between the end of a season and the first day of the next. */
  waits(place: PaidPlace, day: string): boolean {
    const next = this.nextSeason(place)
    return next !== null && day > place.batchEnd && day < next && this.recurs(place, place.batchEnd)
  }
  /** The days that a season's price pays for. */
  season({ lines, startDate, endDate, batchEnd, nextChargeOn }: PaidPlace) {
    const days = (name: 'fromDay' | 'toDay') => lines.flatMap((line) => line[name] ?? []).toSorted()
    const due = nextChargeOn !== null && nextChargeOn > startDate ? nextChargeOn : startDate
    return { from: days('fromDay')[0] ?? due, to: days('toDay').at(-1) ?? (endDate < batchEnd ? endDate : batchEnd) }
  }
  gross({ terms }: PaidPlace, day: string): number {
    const begun = terms.filter(({ fromDay }) => fromDay === null || fromDay <= day)
    const latest = begun.toSorted((a, b) => (a.fromDay ?? '').localeCompare(b.fromDay ?? '') || a.number - b.number).at(-1)
    if (!latest) return 0
    const { price, discountKind, discountValue, discountUntil } = latest
    if (discountKind === null || (discountUntil !== null && discountUntil < day)) return price
    return price - (discountKind === 'percent' ? nearest(price * discountValue, 10_000) : Math.min(price, discountValue))
  }
  net(place: PaidPlace, day: string): number {
    const tax = this.#taxes.filter(({ validFrom }) => validFrom <= day).at(-1)
    const gross = this.gross(place, day)
    if (!tax?.isIncluded) return gross
    const given = this.#classes.filter(({ service, validFrom }) => service === place.service && validFrom <= day).at(-1)
    const rates: Record<string, number> = { standard: tax.rate, reduced: tax.reduced ?? tax.rate, zero: 0, exempt: 0 }
    const rate = rates[given?.taxClass ?? 'standard'] ?? tax.rate
    return gross - nearest(gross * rate, 100_000 + rate)
  }
  monthly(place: PaidPlace, day: string): number {
    if (place.priceUnit !== 'term') return this.net(place, day)
    const { from, to } = this.season(place)
    const after = addDays(to, 1)
    let months = 0
    while (addMonths(from, months + 1) <= after) months++
    if (months === 0) return this.net(place, from)
    const between = (a: string, b: string) => Math.round((Date.parse(b) - Date.parse(a)) / 86_400_000)
    const [begun, next] = [addMonths(from, months), addMonths(from, months + 1)]
    const days = between(begun, next)
    return nearest(this.net(place, from) * days, months * days + between(begun, after))
  }
  mrr(place: PaidPlace, day: string): number {
    return this.recurs(place, day) && !this.frozen(place, day) ? this.monthly(place, day) : 0
  }
  /** The figures of all batches or of one, for the days of a month. */
  month(first: string, last: string, batch: string | null): RevenueMonth {
    const of = { ...noFigures }
    const eve = addDays(first, -1)
    for (const customer of new Set(this.#places.map((place) => place.customer))) {
      const places = this.#places.filter((place) => place.customer === customer)
      const own = places.filter((place) => batch === null || place.batch === batch)
      const has = (some: PaidPlace[], day: string) => some.some((place) => this.recurs(place, day) || this.waits(place, day))
      const sum = (day: string) => own.reduce((all, place) => all + this.mrr(place, day), 0)
      const [before, after] = [sum(eve), sum(last)]
      const [was, is] = [has(places, eve), has(places, last)]
      of.openingMrr += before
      of.closingMrr += after
      of.openingCustomers += Number(has(own, eve))
      of.closingCustomers += Number(has(own, last))
      of.payingCustomers += Number(after > 0)
      of.pausedCustomers += Number(has(own, last) && after === 0)
      if (was && is) {
        of.expansionMrr += Math.max(after - before, 0)
        of.contractionMrr += Math.max(before - after, 0)
      } else if (was) {
        of.churnedMrr += before
        of.churnedCustomers += Number(has(own, eve))
      } else if (is) {
        const isBack = (this.#since.get(customer) ?? '') < first
        of[isBack ? 'reactivatedMrr' : 'newMrr'] += after
        of[isBack ? 'reactivatedCustomers' : 'newCustomers'] += Number(has(own, last))
      }
    }
    return of
  }
  places(): readonly PaidPlace[] {
    return this.#places
  }
}

/** Reads a vendor's places with their terms and bills, and its taxes, into the slow counter. */
export async function slowRevenue(db: Database, vendorId: string): Promise<SlowRevenue> {
  return tenant(db, vendorId, async (trx) => {
    const { rows } = await sql<PaidPlace>`select e.*, b."endDate" as "batchEnd", b."follows", b."service",
      (select max(a."at")::date::text from "audit" a join "customers" c on c."vendorId" = ${vendorId} and c."id" = e."customer" and c."state" = 'blocked'
        where a."vendorId" = ${vendorId} and a."action" = 'block' and a."target" = e."customer"::text) as "blockedOn",
      (select jsonb_agg(w) from "enrolmentTerms" w where w."vendorId" = ${vendorId} and w."enrolment" = e."id") as "terms",
      coalesce((select jsonb_agg(jsonb_build_object('day', s."day", 'fromDay', l."fromDay", 'toDay', l."toDay")) from "saleLines" l
        join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
        where l."vendorId" = ${vendorId} and l."enrolment" = e."id"), '[]') as "lines"
      from "enrolments" e join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch" where e."vendorId" = ${vendorId}`.execute(
      trx,
    )
    const own =
      await sql<Tax>`select "validFrom", "rateThousandths" as "rate", "reducedThousandths" as "reduced", "isIncluded" from "taxSettings"
      where "vendorId" = ${vendorId} order by "validFrom"`.execute(trx)
    const country = await sql<{ taxRate: number }>`select c."taxRate" from "merchants" m join "countries" c on c."id" = m."code"
      where m."vendorId" = ${vendorId}`.execute(trx)
    const [{ taxRate } = { taxRate: 0 }] = country.rows
    const classes = await sql<ServiceTax>`select "service", "validFrom", "taxClass" from "serviceTaxes"
      where "vendorId" = ${vendorId} order by "validFrom"`.execute(trx)
    return new SlowRevenue(
      rows,
      [{ validFrom: '', rate: Math.round(taxRate * 1000), reduced: null, isIncluded: true }, ...own.rows],
      classes.rows,
    )
  })
}
