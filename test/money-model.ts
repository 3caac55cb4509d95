import {
  creditedOf,
  dueOf,
  paidOf,
  refundedOf,
  shared,
  totalOf,
  type Bill,
  type Line,
  type Price,
  type SaleRequest,
  type TaxClass,
} from './money-model.bill.ts'
import { add, later, monthsAfter, nearest, type Journal } from './money-model.journal.ts'

/**
 * What a business's money must be, calculated independently of the product: the model imports nothing from
 * it, stores state where the product reads rows, and uses bigint throughout. Sales are
 * in this file; payouts, expenses and trainer pay are in the files next to it.
 */

export type Role = 'owner' | 'manager' | 'frontDesk'
const discountPercent: Record<Role, bigint> = { owner: 100n, manager: 30n, frontDesk: 10n }
const refundUnits: Record<Role, bigint> = { owner: 10n ** 15n, manager: 1000n, frontDesk: 100n }

/** The largest valid amount. */
const most = 10n ** 12n
/** The marketplace's commission is a tenth of the amount without tax. */
const commissionOf = (channel: string, net: bigint) => (channel === 'marketplace' ? nearest(net, 10n) : 0n)

type Place = { price: number; count: number; from: string; to: string }
/** The bills of a place's months, oldest first, and the day on which the first one began. */
type Months = { start: string; billed: string[] }

/** What a business sold: its bills by id, who has a place, and the numbers it has assigned. */
export class Sales {
  readonly bills = new Map<string, Bill>()
  role: Role = 'owner'
  /** The class by which places are taxed, from a day on; the latest change of a day counts. */
  readonly #classesOfPlaces: { from: string; taxClass: TaxClass }[] = [{ from: '', taxClass: 'standard' }]
  readonly #journal: Journal
  readonly #place: Place
  #seats = new Map<number, number>()
  #lastSeat = 0
  readonly #numbers = new Map<string, number>()
  #months = new Map<number, Months>()

  constructor(journal: Journal, place: Place) {
    this.#journal = journal
    this.#place = place
  }

  #number(kind: 'S' | 'C', day: string): string {
    const series = `${kind}${day.slice(0, 4)}`
    const place = (this.#numbers.get(series) ?? 0) + 1
    this.#numbers.set(series, place)
    return `${series}-${String(place).padStart(5, '0')}`
  }

  /** The day on which a place's next month begins; null if all are billed. */
  #nextMonth({ start, billed }: Months): string | null {
    const day = monthsAfter(start, billed.length)
    return day > this.#place.to ? null : day
  }

  /** Whether that many more months of a customer's place are whole ones: the last one before the end of the batch costs less. */
  hasMonths(customer: number, count: number): boolean {
    const months = this.#months.get(this.#seats.get(customer) ?? -1)
    return !months || monthsAfter(months.start, months.billed.length + count) <= this.#place.to
  }

  isSeated(customer: number): boolean {
    return this.#seats.has(customer)
  }

  /** The price of the items before discount. */
  gross(items: SaleRequest['items']): bigint[] {
    return items.map((item) => (item === 'place' ? BigInt(this.#place.price) : BigInt(item.quantity) * BigInt(item.unit)))
  }

  /** Places are taxed by another class from today on. */
  classify(taxClass: TaxClass, now: number): void {
    this.#classesOfPlaces.push({ from: this.#journal.today(now), taxClass })
  }

  /** The class of places on a day, by default the latest one: a month that is billed late has the class of its bill's day. */
  #classOn(day?: string): TaxClass {
    return this.#classesOfPlaces.findLast(({ from }) => day === undefined || from <= day)?.taxClass ?? 'standard'
  }

  #rateOf(taxClass: TaxClass): bigint {
    const { rate, reduced } = this.#journal.terms.tax
    if (taxClass === 'zero' || taxClass === 'exempt') return 0n
    return taxClass === 'reduced' && reduced !== null ? reduced : rate
  }

  #classes(items: SaleRequest['items']): TaxClass[] {
    return items.map((item) => (item === 'place' ? this.#classOn() : item.taxClass))
  }

  #priced(
    gross: readonly bigint[],
    classes: readonly TaxClass[],
    discount: SaleRequest['discount'],
    { isIncluded } = this.#journal.terms.tax,
  ): Price[] {
    const parts = shared(this.#off(add(gross), discount), gross)
    return gross.map((amount, at) => {
      const paid = amount - (parts[at] ?? 0n)
      const taxClass = classes[at] ?? 'standard'
      const rate = this.#rateOf(taxClass)
      const within = (all: bigint) => nearest(all * rate, 100_000n + rate)
      if (!isIncluded) {
        const tax = nearest(paid * rate, 100_000n)
        return { list: amount, discount: amount - paid, net: paid, tax, total: paid + tax, taxClass, rate }
      }
      const total = paid
      const tax = within(total)
      const [list, net] = [amount - within(amount), total - tax]
      return { list, discount: list - net, net, tax, total, taxClass, rate }
    })
  }

  #off(gross: bigint, discount: SaleRequest['discount']): bigint {
    if (!discount) return 0n
    return discount.kind === 'percent' ? nearest(gross * BigInt(discount.value), 10_000n) : BigInt(discount.value)
  }

  /** The total that the seller would see for a request whose discount is at most the full amount. */
  priceOf({ items, discount }: SaleRequest): number {
    return Number(add(this.#priced(this.gross(items), this.#classes(items), discount).map(({ total }) => total)))
  }

  /** Writes a bill on a day. */
  #write(id: string, day: string, channel: string, lines: readonly (Price & Pick<Line, 'kind' | 'seat'>)[]): Bill {
    const own = lines.map((line) => ({ ...line, left: line.total, commission: commissionOf(channel, line.net) }))
    const bill = { id, number: this.#number('S', day), lines: own, payments: [], credits: [], isVoid: false }
    this.bills.set(id, bill)
    this.#earn(bill, 'sale', day, 1n)
    return bill
  }

  /** Sells, or returns the reason for refusal. */
  sell(id: string, request: SaleRequest, now: number, channel = 'desk'): string {
    const amounts = [request.total, ...request.payments.map(({ amount }) => amount), request.discount?.value ?? 0]
    if (amounts.some((amount) => amount > most)) return 'lib.fields.invalid'
    const today = this.#journal.today(now)
    const gross = this.gross(request.items)
    const seats = new Map(this.#seats)
    const months = new Map([...this.#months].map(([seat, { start, billed }]) => [seat, { start, billed: [...billed] }]))
    let lastSeat = this.#lastSeat
    const lines: Pick<Line, 'kind' | 'seat'>[] = []
    for (const item of request.items) {
      const isNew = item === 'place' && !seats.has(request.customer)
      if (isNew && seats.size >= this.#place.count) return 'batch/full'
      if (isNew) {
        seats.set(request.customer, ++lastSeat)
        months.set(lastSeat, { start: later(today, this.#place.from), billed: [] })
      }
      const kind = item === 'place' ? (isNew ? 'batch' : 'renewal') : 'free'
      const seat = item === 'place' ? (seats.get(request.customer) ?? null) : null
      const own = seat === null ? undefined : months.get(seat)
      if (own && this.#nextMonth(own) === null) return 'sales.batch.billed'
      own?.billed.push(id)
      lines.push({ kind, seat })
    }
    if (add(gross) > most) return 'lib.fields.invalid'
    const off = this.#off(add(gross), request.discount)
    if (off > nearest(add(gross) * discountPercent[this.role], 100n))
      return this.role === 'owner' ? 'sales.discount.most' : 'sales.discount.limit'
    const priced = this.#priced(gross, this.#classes(request.items), request.discount)
    const total = add(priced.map((price) => price.total))
    if (total !== BigInt(request.total)) return 'sale/price-changed'
    if (add(request.payments.map(({ amount }) => BigInt(amount))) > total) return 'sales.payments.over'
    this.#seats = seats
    this.#months = months
    this.#lastSeat = lastSeat
    const bill = this.#write(
      id,
      today,
      channel,
      priced.map((price, at) => ({ ...price, ...(lines[at] as Line) })),
    )
    for (const { method, amount } of request.payments) this.#take(bill, method, BigInt(amount), today)
    return 'accepted'
  }

  /** Bills what a quote agreed on; its price includes tax even if the business's prices don't. */
  convert(id: string, { candidates, price }: { candidates: number; price: number }, now: number): void {
    const [line] = this.#priced([BigInt(candidates) * BigInt(price)], [this.#classOn()], null, {
      ...this.#journal.terms.tax,
      isIncluded: true,
    })
    if (line) this.#write(id, this.#journal.today(now), 'desk', [{ ...line, kind: 'free', seat: null }])
  }

  /** The customers with months to be billed by a day, each listed once per month due. */
  dueMonths(now: number): number[] {
    const today = this.#journal.today(now)
    return [...this.#seats].flatMap(([customer, seat]) => {
      const { start, billed } = this.#months.get(seat) as Months
      const due: number[] = []
      for (let at = billed.length; monthsAfter(start, at) <= today && monthsAfter(start, at) <= this.#place.to; at++) due.push(customer)
      return due
    })
  }

  /** Bills the next month of a customer's place, as the daily tasks do: on the month's first day, or today if that day is closed. */
  renew(id: string, customer: number, now: number): Bill {
    const seat = this.#seats.get(customer)
    const months = seat === undefined ? undefined : this.#months.get(seat)
    const begins = months && this.#nextMonth(months)
    const today = this.#journal.today(now)
    if (seat === undefined || !months || !begins || begins > today) throw new Error(`Customer ${customer} has no month to bill`)
    months.billed.push(id)
    const day = this.#journal.isClosed(begins) ? today : begins
    const [price] = this.#priced([BigInt(this.#place.price)], [this.#classOn(day)], null)
    return this.#write(id, day, 'online', [{ ...(price as Price), kind: 'renewal', seat }])
  }

  #earn({ id, lines }: Bill, source: string, day: string, sign: bigint): void {
    for (const { net, discount, tax, commission, taxClass, rate } of lines) {
      const about = { day, source, taxed: `${taxClass} ${rate}` }
      this.#journal.move(about, 'revenue', 'customerReceivable', net * sign)
      this.#journal.move(about, 'revenue', 'discount', discount * sign)
      this.#journal.move(about, 'taxPayable', 'customerReceivable', tax * sign)
      this.#journal.move({ day, source: 'commission', sale: id }, 'marketplaceReceivable', 'commission', commission * sign)
    }
  }

  #take(bill: Bill, method: string, amount: bigint, day: string): void {
    bill.payments.push({ method, amount })
    const account = method === 'marketplace' ? 'marketplaceReceivable' : 'cash'
    this.#journal.move({ day, source: 'payment', sale: bill.id }, 'customerReceivable', account, amount)
  }

  pay(bill: Bill, method: string, amount: number, now: number): string {
    if (dueOf(bill) === 0n) return 'sale/state'
    if (BigInt(amount) > dueOf(bill)) return 'sales.payments.over'
    this.#take(bill, method, BigInt(amount), this.#journal.today(now))
    return 'accepted'
  }

  /** Reverses the payment at an index of the bill, or returns the reason for refusal. */
  reverse(bill: Bill, at: number, now: number): string {
    if (this.role === 'frontDesk') return 'permission/denied'
    const taken = bill.payments[at]
    if (!taken || taken.amount < 0n || taken.isReversed || taken.method === 'marketplace' || refundedOf(bill) > 0n) return 'sale/state'
    taken.isReversed = true
    this.#take(bill, taken.method, -taken.amount, this.#journal.today(now))
    return 'accepted'
  }

  refund(bill: Bill, request: { method: string; amount: number; releasesSeat: boolean }, now: number): string {
    const amount = BigInt(request.amount)
    const left = totalOf(bill) - creditedOf(bill)
    if (bill.isVoid || left === 0n) return 'sale/state'
    if (amount > left) return 'sales.refund.most'
    if (creditedOf(bill) + amount > refundUnits[this.role] * 10n ** BigInt(this.#journal.terms.exponent)) return 'sale/limit'
    const unpaid = dueOf(bill)
    const paidBack = amount > unpaid ? amount - unpaid : 0n
    const isOfMarketplace = bill.payments.some(({ method }) => method === 'marketplace')
    if (paidBack > 0n && request.method === 'marketplace' && !isOfMarketplace) return 'sales.method.marketplace'
    const day = this.#journal.today(now)
    const before = bill.lines.map((line) => line.left)
    let taxed = 0n
    for (const [at, part] of shared(amount, before).entries()) {
      const line = bill.lines[at] as Line
      const soFar = (whole: bigint, used: bigint) => (line.total === 0n ? 0n : (whole * used) / line.total)
      const portion = (whole: bigint) => soFar(whole, line.total - line.left + part) - soFar(whole, line.total - line.left)
      const [tax, commission] = [portion(line.tax), portion(line.commission)]
      line.left -= part
      taxed += tax
      const about = { day, source: 'refund', taxed: `${line.taxClass} ${line.rate}` }
      this.#journal.move(about, 'customerReceivable', 'refund', part - tax)
      this.#journal.move(about, 'customerReceivable', 'taxPayable', tax)
      this.#journal.move({ day, source: 'commission', sale: bill.id }, 'commission', 'marketplaceReceivable', commission)
    }
    const method = paidBack > 0n ? request.method : null
    bill.credits.push({ number: this.#number('C', day), amount, tax: taxed, paidBack, method })
    const account = method === 'marketplace' ? 'marketplaceReceivable' : 'cash'
    this.#journal.move({ day, source: 'refund', sale: bill.id }, account, 'customerReceivable', paidBack)
    if (request.releasesSeat) this.#release(bill.lines)
    return 'accepted'
  }

  void(bill: Bill, now: number): string {
    if (this.role === 'frontDesk') return 'permission/denied'
    if (bill.isVoid || paidOf(bill) > 0n || bill.credits.length > 0) return 'sale/state'
    const seats = bill.lines.flatMap(({ seat }) => seat ?? [])
    const isLast = (seat: number) =>
      this.#months
        .get(seat)
        ?.billed.slice(-seats.length)
        .every((one) => one === bill.id)
    // Only the last months of a place can be voided.
    if (!seats.every(isLast)) return 'sale/state'
    for (const seat of seats) this.#months.get(seat)?.billed.pop()
    this.#earn(bill, 'void', this.#journal.today(now), -1n)
    bill.isVoid = true
    this.#release(bill.lines.filter(({ kind }) => kind === 'batch'))
    return 'accepted'
  }

  #release(lines: readonly Line[]): void {
    for (const [customer, seat] of this.#seats) if (lines.some((line) => line.seat === seat)) this.#seats.delete(customer)
  }
}
