/**
 * What a business's money must be, told a second time and in another way: it imports nothing of the
 * product, holds a state where the product reads rows, and counts in bigint throughout.
 */

/** How a country counts and taxes; prices include the tax. */
export type Terms = { country: string; currency: string; exponent: number; taxPercent: bigint; hoursEast: number }

export type Role = 'owner' | 'manager' | 'frontDesk'
const discountPercent: Record<Role, bigint> = { owner: 100n, manager: 30n, frontDesk: 10n }
const refundUnits: Record<Role, bigint> = { owner: 10n ** 15n, manager: 1000n, frontDesk: 100n }

type Line = {
  kind: 'batch' | 'free' | 'renewal'
  seat: number | null
  list: bigint
  discount: bigint
  net: bigint
  tax: bigint
  total: bigint
  left: bigint
}
type Payment = { method: string; amount: bigint }
type Credit = { number: string; amount: bigint; tax: bigint; paidBack: bigint; method: string | null }
export type Bill = { number: string; lines: Line[]; payments: Payment[]; credits: Credit[]; isVoid: boolean }

/** What is asked of the model: a place has the batch's price, and `customer` is a place in the test's list. */
export type Wish = {
  customer: number
  items: ('place' | { quantity: number; unit: number })[]
  discount: { kind: 'amount' | 'percent'; value: number } | null
  payments: { method: string; amount: number }[]
  total: number
}

const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

const later = (a: string, b: string) => (a > b ? a : b)

/** How many months begin from a day to another, each on the day of the one before or the last that its month has. */
function monthsFrom(from: string, to: string): number {
  let [count, day] = [0, from]
  for (; day <= to; count++) {
    const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
    day = new Date(Date.UTC(year, month, Math.min(date, last))).toISOString().slice(0, 10)
  }
  return count
}

/** A fraction to the nearest whole, a half upwards. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator
  return (numerator % denominator) * 2n >= denominator ? whole + 1n : whole
}

/** Units handed out one by one to whoever misses the most of theirs, the first of equal ones. */
function shared(amount: bigint, weights: readonly bigint[]): bigint[] {
  const all = add(weights)
  if (all === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const parts = weights.map((weight) => (amount * weight) / all)
  const missing = weights.map((weight) => (amount * weight) % all)
  for (let rest = amount - add(parts); rest > 0n; rest--) {
    let most = 0
    for (const [at, value] of missing.entries()) if (value > (missing[most] ?? 0n)) most = at
    parts[most] = (parts[most] ?? 0n) + 1n
    missing[most] = -1n
  }
  return parts
}

export const totalOf = ({ lines }: Bill) => add(lines.map(({ total }) => total))
export const creditedOf = ({ credits }: Bill) => add(credits.map(({ amount }) => amount))
export const paidOf = ({ payments }: Bill) => add(payments.map(({ amount }) => amount))
export const refundedOf = ({ credits }: Bill) => add(credits.map(({ paidBack }) => paidBack))
export const dueOf = (bill: Bill) => (bill.isVoid ? 0n : totalOf(bill) - creditedOf(bill) - paidOf(bill) + refundedOf(bill))

export function stateOf(bill: Bill): string {
  if (bill.isVoid) return 'void'
  if (creditedOf(bill) > 0n && creditedOf(bill) === totalOf(bill)) return 'refunded'
  if (refundedOf(bill) > 0n) return 'partiallyRefunded'
  if (dueOf(bill) === 0n) return 'paid'
  return paidOf(bill) > 0n ? 'partiallyPaid' : 'open'
}

/** A bill as the product tells it. */
export function told(bill: Bill) {
  const of = (name: 'list' | 'discount' | 'net' | 'tax') => Number(add(bill.lines.map((line) => line[name])))
  return {
    number: bill.number,
    state: stateOf(bill),
    list: of('list'),
    discount: of('discount'),
    net: of('net'),
    tax: of('tax'),
    total: Number(totalOf(bill)),
    paid: Number(paidOf(bill)),
    credited: Number(creditedOf(bill)),
    refunded: Number(refundedOf(bill)),
    due: Number(dueOf(bill)),
  }
}

/** One business: its bills by their ids, its accounts, who has a place, and the numbers it has given. */
export class Business {
  readonly bills = new Map<string, Bill>()
  readonly accounts = new Map<string, bigint>()
  role: Role = 'owner'
  readonly #terms: Terms
  readonly #place: { price: bigint; count: number; from: string; to: string }
  #seats = new Map<number, number>()
  #lastSeat = 0
  readonly #numbers = new Map<string, number>()
  /** The bills of each seat's months, oldest first, and how many months the seat has. */
  #months = new Map<number, { billed: string[]; most: number }>()

  constructor(terms: Terms, place: { price: number; count: number; from: string; to: string }) {
    this.#terms = terms
    this.#place = { ...place, price: BigInt(place.price) }
  }

  #move(from: string, to: string, amount: bigint): void {
    this.accounts.set(to, (this.accounts.get(to) ?? 0n) + amount)
    this.accounts.set(from, (this.accounts.get(from) ?? 0n) - amount)
  }

  #today(now: number): string {
    return new Date(now + this.#terms.hoursEast * 3_600_000).toISOString().slice(0, 10)
  }

  #number(kind: 'S' | 'C', now: number): string {
    const series = `${kind}${this.#today(now).slice(0, 4)}`
    const place = (this.#numbers.get(series) ?? 0) + 1
    this.#numbers.set(series, place)
    return `${series}-${String(place).padStart(5, '0')}`
  }

  #within(amount: bigint): bigint {
    return nearest(amount * this.#terms.taxPercent, 100n + this.#terms.taxPercent)
  }

  /** What the items cost before a discount. */
  gross(items: Wish['items']): bigint[] {
    return items.map((item) => (item === 'place' ? this.#place.price : BigInt(item.quantity) * BigInt(item.unit)))
  }

  #priced({ items, discount }: Wish): Pick<Line, 'list' | 'discount' | 'net' | 'tax' | 'total'>[] {
    const gross = this.gross(items)
    const parts = shared(this.#off(add(gross), discount), gross)
    return gross.map((amount, at) => {
      const total = amount - (parts[at] ?? 0n)
      const tax = this.#within(total)
      const [list, net] = [amount - this.#within(amount), total - tax]
      return { list, discount: list - net, net, tax, total }
    })
  }

  #off(gross: bigint, discount: Wish['discount']): bigint {
    if (!discount) return 0n
    return discount.kind === 'percent' ? nearest(gross * BigInt(discount.value), 10_000n) : BigInt(discount.value)
  }

  /** What the seller would see as the total of a wish whose discount is no more than all of it. */
  priceOf(wish: Wish): number {
    return Number(add(this.#priced(wish).map(({ total }) => total)))
  }

  /** Sells, or tells why not. */
  sell(id: string, wish: Wish, now: number): string {
    const most = 10n ** 12n
    const amounts = [wish.total, ...wish.payments.map(({ amount }) => amount), wish.discount?.value ?? 0]
    if (amounts.some((amount) => amount > most)) return 'lib.fields.invalid'
    const gross = add(this.gross(wish.items))
    const seats = new Map(this.#seats)
    const months = new Map([...this.#months].map(([seat, { billed, most }]) => [seat, { billed: [...billed], most }]))
    let lastSeat = this.#lastSeat
    const lines: Line[] = []
    for (const item of wish.items) {
      const isNew = item === 'place' && !seats.has(wish.customer)
      if (isNew && seats.size >= this.#place.count) return 'batch/full'
      if (isNew) {
        seats.set(wish.customer, ++lastSeat)
        months.set(lastSeat, { billed: [], most: monthsFrom(later(this.#today(now), this.#place.from), this.#place.to) })
      }
      const kind = item === 'place' ? (isNew ? 'batch' : 'renewal') : 'free'
      const seat = item === 'place' ? (seats.get(wish.customer) ?? null) : null
      const own = seat === null ? undefined : months.get(seat)
      if (own && own.billed.push(id) > own.most) return 'sales.batch.billed'
      lines.push({ kind, seat, list: 0n, discount: 0n, net: 0n, tax: 0n, total: 0n, left: 0n })
    }
    if (gross > most) return 'lib.fields.invalid'
    const off = this.#off(gross, wish.discount)
    if (off > nearest(gross * discountPercent[this.role], 100n))
      return this.role === 'owner' ? 'sales.discount.most' : 'sales.discount.limit'
    const priced = this.#priced(wish)
    const total = add(priced.map((price) => price.total))
    if (total !== BigInt(wish.total)) return 'sale/price-changed'
    if (add(wish.payments.map(({ amount }) => BigInt(amount))) > total) return 'sales.payments.over'
    const bill: Bill = {
      number: this.#number('S', now),
      lines: priced.map((price, at) => ({ ...(lines[at] as Line), ...price, left: price.total })),
      payments: [],
      credits: [],
      isVoid: false,
    }
    this.#seats = seats
    this.#months = months
    this.#lastSeat = lastSeat
    this.bills.set(id, bill)
    this.#earn(bill, 1n)
    for (const { method, amount } of wish.payments) this.#take(bill, method, BigInt(amount))
    return 'accepted'
  }

  #earn({ lines }: Bill, sign: bigint): void {
    for (const { net, discount, tax } of lines) {
      this.#move('revenue', 'customerReceivable', net * sign)
      this.#move('revenue', 'discount', discount * sign)
      this.#move('taxPayable', 'customerReceivable', tax * sign)
    }
  }

  #take(bill: Bill, method: string, amount: bigint): void {
    bill.payments.push({ method, amount })
    this.#move('customerReceivable', 'cash', amount)
  }

  pay(bill: Bill, method: string, amount: number): string {
    if (dueOf(bill) === 0n) return 'sale/state'
    if (BigInt(amount) > dueOf(bill)) return 'sales.payments.over'
    this.#take(bill, method, BigInt(amount))
    return 'accepted'
  }

  refund(bill: Bill, wish: { method: string; amount: number; releasesSeat: boolean }, now: number): string {
    const amount = BigInt(wish.amount)
    const left = totalOf(bill) - creditedOf(bill)
    if (bill.isVoid || left === 0n) return 'sale/state'
    if (amount > left) return 'sales.refund.most'
    if (creditedOf(bill) + amount > refundUnits[this.role] * 10n ** BigInt(this.#terms.exponent)) return 'sale/limit'
    const unpaid = dueOf(bill)
    const paidBack = amount > unpaid ? amount - unpaid : 0n
    if (paidBack > 0n && wish.method === 'marketplace') return 'sales.method.marketplace'
    const before = bill.lines.map(({ left }) => left)
    let taxed = 0n
    for (const [at, part] of shared(amount, before).entries()) {
      const line = bill.lines[at] as Line
      const taxSoFar = (gone: bigint) => (line.total === 0n ? 0n : (line.tax * gone) / line.total)
      const tax = taxSoFar(line.total - line.left + part) - taxSoFar(line.total - line.left)
      line.left -= part
      taxed += tax
      this.#move('customerReceivable', 'refund', part - tax)
      this.#move('customerReceivable', 'taxPayable', tax)
    }
    const method = paidBack > 0n ? wish.method : null
    bill.credits.push({ number: this.#number('C', now), amount, tax: taxed, paidBack, method })
    if (method) this.#move('cash', 'customerReceivable', paidBack)
    if (wish.releasesSeat) this.#release(bill.lines)
    return 'accepted'
  }

  void(id: string, bill: Bill): string {
    if (this.role === 'frontDesk') return 'permission/denied'
    if (bill.isVoid || bill.payments.length > 0 || bill.credits.length > 0) return 'sale/state'
    const seats = bill.lines.flatMap(({ seat }) => seat ?? [])
    // Only the last months of a seat can be taken back.
    if (
      seats.some((seat) =>
        this.#months
          .get(seat)
          ?.billed.slice(-seats.length)
          .some((one) => one !== id),
      )
    )
      return 'sale/state'
    for (const seat of seats) this.#months.get(seat)?.billed.pop()
    this.#earn(bill, -1n)
    bill.isVoid = true
    this.#release(bill.lines.filter(({ kind }) => kind === 'batch'))
    return 'accepted'
  }

  #release(lines: readonly Line[]): void {
    for (const [customer, seat] of this.#seats) if (lines.some((line) => line.seat === seat)) this.#seats.delete(customer)
  }
}
