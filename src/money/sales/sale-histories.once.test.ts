import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { asEntries, type Move } from '#business/ledger/ledger.rules.ts'
import { taxClasses, taxRateOf, type TaxTerms } from '#business/ledger/tax.rules.ts'
import { isNightly } from '../../../test/rounds.ts'
import { Sales } from '../../../test/money-model.ts'
import { dueOf as dueOfModel, totalOf, type SaleRequest } from '../../../test/money-model.bill.ts'
import { Journal } from '../../../test/money-model.journal.ts'
import { seedOf } from '../../../test/seed.ts'
import { aboutNothing, saleMoves } from './sale.line.server.ts'
import { refundMoves } from './sale.note.server.ts'
import { paymentMove } from './sale.pay.server.ts'
import { creditParts, dueOf, priceSale, sum, taxSums, type LineCredit } from './sale.rules.ts'

const countries = [
  { country: 'JP', currency: 'JPY', exponent: 0 },
  { country: 'GB', currency: 'GBP', exponent: 2 },
  { country: 'BH', currency: 'BHD', exponent: 3 },
]
const rate = fc.oneof(fc.constantFrom(0, 5000, 8875, 19_000, 20_000), fc.integer({ min: 0, max: 30_000 }))
const item = fc.record({
  quantity: fc.integer({ min: 1, max: 9 }),
  unit: fc.oneof(fc.constantFrom(0, 1, 5, 999), fc.nat({ max: 60_000 }), fc.nat({ max: 10 ** 9 })),
  taxClass: fc.constantFrom(...taxClasses),
})
const part = fc.integer({ min: 1, max: 1000 })
const act = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      off: fc.nat({ max: 999 }),
      paid: part,
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), back: fc.nat({ max: 9 }), part }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('refund' as const), back: fc.nat({ max: 9 }), part }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), back: fc.nat({ max: 9 }) }) },
)
const history = fc.record({
  terms: fc.constantFrom(...countries),
  rateThousandths: rate,
  reducedThousandths: fc.option(rate),
  isIncluded: fc.boolean(),
  acts: fc.array(act, { minLength: 20, maxLength: 20 }),
})

const partOf = (amount: number, thousandths: number) => Math.max(1, Number((BigInt(amount) * BigInt(thousandths)) / 1000n))

/** The product's rules over bills in memory, in place of its tables: what it would post, and what each bill comes to. */
class Bills {
  readonly moves: Move[] = []
  readonly all: { lines: ReturnType<Bills['priced']>; credits: LineCredit[]; paid: number; refunded: number; isVoid: boolean }[] = []
  readonly #tax: TaxTerms
  constructor(tax: TaxTerms) {
    this.#tax = tax
  }
  priced(items: readonly { quantity: number; unit: number; taxClass: (typeof taxClasses)[number] }[], discount: number) {
    const prices = priceSale(items, discount > 0 ? { kind: 'percent', value: discount } : null, this.#tax)
    return prices.map((price, at) => {
      const { taxClass = 'standard' } = items[at] ?? {}
      return { ...aboutNothing, ...price, taxClass, taxRateThousandths: taxRateOf(this.#tax, taxClass), commission: 0 }
    })
  }
  sell(lines: ReturnType<Bills['priced']>) {
    this.all.push({ lines, credits: [], paid: 0, refunded: 0, isVoid: false })
    this.moves.push(...saleMoves(lines, null))
  }
  due(at: number) {
    const bill = this.all[at]
    if (!bill || bill.isVoid) return 0
    const [total, credited] = [sum(bill.lines.map((line) => line.total)), sum(bill.credits.map(({ amount }) => amount))]
    return dueOf({ total, credited, paid: bill.paid, refunded: bill.refunded })
  }
  pay(at: number, amount: number) {
    const bill = this.all[at]
    if (bill) bill.paid += amount
    this.moves.push(paymentMove({ method: 'cash', account: null, amount }, null))
  }
  refund(at: number, amount: number) {
    const bill = this.all[at]
    if (!bill) return
    const credit = { amount, line: null }
    const paidBack = amount - Math.min(amount, this.due(at))
    const parts = creditParts(bill.lines, bill.credits, credit)
    this.moves.push(...refundMoves({ customer: null }, { lines: bill.lines, parts, paidBack }, { method: 'cash' }))
    bill.credits.push(credit)
    bill.refunded += paidBack
  }
  void(at: number) {
    const bill = this.all[at]
    if (!bill) return
    bill.isVoid = true
    this.moves.push(...saleMoves(bill.lines, null).map((move) => ({ ...move, amount: -move.amount })))
  }
  balances(): Record<string, number> {
    const of: Record<string, number> = {}
    for (const { debit, credit, amount } of asEntries(this.moves)) {
      of[debit] = (of[debit] ?? 0) + amount
      of[credit] = (of[credit] ?? 0) - amount
    }
    return Object.fromEntries(Object.entries(of).filter(([, balance]) => balance !== 0))
  }
  /** Net and tax of everything posted, by class and rate. */
  taxes() {
    const sign = ({ debit, credit, amount }: Move, account: string) => (credit === account ? amount : debit === account ? -amount : 0)
    const lines = asEntries(this.moves).flatMap((move) =>
      move.taxClass === undefined || move.taxClass === null
        ? []
        : [
            {
              taxClass: move.taxClass,
              taxRateThousandths: move.taxRateThousandths ?? 0,
              net: sign(move, 'revenue') + sign(move, 'discount') + sign(move, 'refund'),
              tax: sign(move, 'taxPayable'),
            },
          ],
    )
    return Object.fromEntries(
      taxSums(lines)
        .filter(({ net, tax }) => net !== 0 || tax !== 0)
        .map(({ taxClass, taxRateThousandths: of, net, tax }) => [`${taxClass} ${of}`, { net, tax }]),
    )
  }
}

test('thousands of histories of twenty acts in memory are what the independent model says, in currencies of no, two and three digits', () => {
  const now = Date.UTC(2026, 9, 5, 9)
  const done: Record<string, number> = {}
  const histories = fc.sample(history, { numRuns: isNightly ? 50_000 : 5000, seed: seedOf('MONEY_SEED') })
  for (const { terms, acts, ...tax } of histories) {
    const { rateThousandths, reducedThousandths, isIncluded } = tax
    const reduced = reducedThousandths === null ? null : BigInt(reducedThousandths)
    const journal = new Journal({ ...terms, tax: { rate: BigInt(rateThousandths), reduced, isIncluded }, hoursEast: 0 })
    const model = new Sales(journal, { price: 0, count: 0, from: '2026-01-01', to: '2026-12-31' })
    const ours = new Bills(tax)
    for (const one of acts) {
      const bills = [...model.bills.values()]
      const at = one.kind === 'sell' ? -1 : bills.length - 1 - (one.back % Math.max(1, bills.length))
      const bill = bills[at]
      let answer = 'none'
      if (one.kind === 'sell') {
        const lines = ours.priced(one.items, one.off)
        const total = sum(lines.map((line) => line.total))
        const discount = one.off > 0 ? { kind: 'percent' as const, value: one.off } : null
        const request: SaleRequest = { customer: 0, items: one.items, discount, payments: [], total }
        answer = model.sell(String(bills.length), request, now)
        if (answer === 'accepted') ours.sell(lines)
      } else if (bill && one.kind === 'pay' && dueOfModel(bill) > 0n) {
        const amount = partOf(ours.due(at), one.part)
        answer = model.pay(bill, 'cash', amount, now)
        if (answer === 'accepted') ours.pay(at, amount)
      } else if (bill && one.kind === 'refund') {
        const amount = partOf(Number(totalOf(bill)), one.part)
        answer = model.refund(bill, { method: 'cash', amount, releasesSeat: false }, now)
        if (answer === 'accepted') ours.refund(at, amount)
      } else if (bill && one.kind === 'void') {
        answer = model.void(bill, now)
        if (answer === 'accepted') ours.void(at)
      }
      done[`${one.kind} ${answer}`] = (done[`${one.kind} ${answer}`] ?? 0) + 1
    }
    const owed = [...model.bills.values()].map((bill) => Number(dueOfModel(bill)))
    expect(owed).toEqual(owed.map((_, at) => ours.due(at)))
    expect(ours.balances()).toEqual(journal.balances())
    const taxed = Object.entries(journal.taxes('', '9999')).map(([key, sums]) => [key.split(' ').slice(1).join(' '), sums] as const)
    const bySource = new Map<string, { net: number; tax: number }>()
    for (const [key, { net, tax: amount }] of taxed)
      bySource.set(key, { net: (bySource.get(key)?.net ?? 0) + net, tax: (bySource.get(key)?.tax ?? 0) + amount })
    const expected = [...bySource].filter(([key, { net, tax: amount }]) => key !== 'standard 0' && (net !== 0 || amount !== 0))
    expect(ours.taxes()).toEqual(Object.fromEntries(expected))
  }
  for (const kind of ['sell', 'pay', 'refund', 'void']) expect(done[`${kind} accepted`], kind).toBeGreaterThan(histories.length / 2)
})
