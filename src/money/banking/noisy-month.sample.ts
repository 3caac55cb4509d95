import { addDays } from '#lib/days.ts'
import { seeded } from '../../../scripts/demo/random.ts'
import { BankNoise, prices, suppliers } from './bank-noise.sample.ts'
import type { MatchCandidate, MatchLine } from './match-line.rules.ts'

/** A month of a bank account with the noise of banks, of which is known what each line is. */
export type NoisyMonth = { lines: MatchLine[]; candidates: MatchCandidate[]; truth: Map<string, string[]> }

/** Builds a month: each `add…` adds lines with what they are, or candidates that no line is. */
class MonthBuilder extends BankNoise {
  readonly lines: MatchLine[] = []
  readonly candidates: MatchCandidate[] = []
  readonly truth = new Map<string, string[]>()
  private count = 0
  private bills = 0

  constructor(seed: number) {
    super(seeded(seed))
  }

  id(kind: string): string {
    this.count += 1
    return `${kind}-${String(this.count).padStart(5, '0')}`
  }

  /** The next bill's number; those between are of bills that were paid elsewhere. */
  number(): string {
    this.bills += this.random.between(1, 3)
    return `S2026-${String(this.bills).padStart(5, '0')}`
  }

  day(): string {
    return addDays('2026-11-01', this.random.between(0, 29))
  }

  /** Someone who is no customer, though perhaps a relative or with some of the same names. */
  stranger(): string {
    const known = new Set(this.candidates.flatMap(({ names }) => names))
    for (;;) {
      const name = this.person()
      if (!known.has(name)) return name
    }
  }

  candidate(more: Partial<MatchCandidate> & Pick<MatchCandidate, 'kind' | 'amount'>): MatchCandidate {
    const candidate = { id: this.id(more.kind), day: this.day(), names: [], references: [], bundle: null, ...more }
    this.candidates.push(candidate)
    return candidate
  }

  line(amount: number, day: string, texts: Partial<MatchLine>, truth: readonly MatchCandidate[]): void {
    const id = this.id('line')
    this.lines.push({ id, day, amount, name: '', text: '', reference: '', ...texts })
    this.truth.set(id, truth.map((candidate) => candidate.id).toSorted())
  }
}

/** Transfers of customers: entered by the desk already, or paying one or two open bills. */
function addCustomers(builder: MonthBuilder): void {
  const { random } = builder
  for (let at = 0; at < 130; at++) {
    const [name, number, amount] = [builder.person(), builder.number(), random.pick(prices)]
    const payment = builder.candidate({ kind: 'payment', amount, names: [name], references: [number] })
    builder.line(amount, builder.bankDay(payment.day), builder.transferTexts(name, number), [payment])
  }
  for (let at = 0; at < 58; at++) {
    const [name, number, amount] = [builder.person(), builder.number(), random.pick(prices)]
    const bundle = { id: builder.id('party'), kind: 'party' as const }
    const due = (reference: string, price: number) =>
      builder.candidate({ kind: 'bill', day: addDays(builder.day(), -10), amount: price, names: [name], references: [reference], bundle })
    const bills = [due(number, amount), ...(at % 6 === 0 ? [due(builder.number(), random.pick(prices))] : [])]
    const total = bills.reduce((sum, one) => sum + one.amount, 0)
    const last =
      bills
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? ''
    builder.line(
      total,
      addDays(last, random.between(0, 12)),
      builder.transferTexts(name, bills.map(({ references }) => references[0]).join(' ')),
      bills,
    )
  }
}

/** A card terminal's takings of each day, paid the next less 1.5 %. */
function addTerminal(builder: MonthBuilder): void {
  const bundle = { id: 'terminal', kind: 'terminal' as const }
  for (let at = 0; at < 24; at++) {
    const day = addDays('2026-11-01', at)
    const takings = Array.from({ length: builder.random.between(2, 6) }, () =>
      builder.candidate({ kind: 'payment', day, amount: builder.random.pick(prices), names: ['Cardwise'], bundle }),
    )
    const gross = takings.reduce((sum, one) => sum + one.amount, 0)
    builder.line(
      gross - Math.round(gross * 0.015),
      addDays(day, builder.random.between(1, 2)),
      { text: 'CARDWISE SETTLEMENT 77120' },
      takings,
    )
  }
}

/** Money out, payouts, and transfers between own accounts. */
function addOthers(builder: MonthBuilder): void {
  const { random } = builder
  const add = (candidate: MatchCandidate, texts: Partial<MatchLine>) =>
    builder.line(candidate.amount, builder.bankDay(candidate.day), texts, [candidate])
  for (let at = 0; at < 30; at++) {
    const name = random.pick(suppliers)
    const expense = builder.candidate({ kind: 'expense', amount: -random.between(800, 60_000), names: [name] })
    add(expense, { text: `DD ${name.toUpperCase().slice(0, 18)} ${random.between(100_000, 999_999)}` })
  }
  for (let at = 0; at < 12; at++) {
    const name = builder.person()
    add(builder.candidate({ kind: 'trainerPayment', amount: -random.between(200, 900) * 100, names: [name] }), {
      name: builder.bankName(name),
      text: 'PAY NOV',
    })
  }
  for (let at = 0; at < 8; at++) {
    const name = builder.person()
    add(builder.candidate({ kind: 'refund', amount: -random.pick(prices), names: [name], references: [builder.number()] }), {
      name: name.toUpperCase(),
    })
  }
  for (let at = 0; at < 4; at++) {
    const reference = `PO-${random.between(100_000, 999_999)}`
    add(builder.candidate({ kind: 'payout', amount: random.between(50_000, 300_000), names: ['Marketplace'], references: [reference] }), {
      text: `MARKETPLACE ${reference}`,
    })
  }
  for (let at = 0; at < 5; at++) {
    add(builder.candidate({ kind: 'transfer', amount: -random.between(1, 20) * 10_000, names: ['Savings'] }), {
      text: 'TRANSFER TO SAVINGS',
    })
  }
  for (let at = 0; at < 4; at++) {
    add(builder.candidate({ kind: 'taxPayment', amount: -random.between(30_000, 90_000), names: ['HMRC'] }), { text: 'HMRC VAT 123456789' })
  }
}

/** Lines that are none of the candidates, also of usual amounts, and candidates that no line is. */
function addStrays(builder: MonthBuilder): void {
  const { random } = builder
  for (let at = 0; at < 100; at++) {
    const owed = { amount: random.pick(prices), names: [builder.person()], references: [builder.number()] }
    if (at < 80) builder.candidate({ ...owed, kind: 'bill', day: addDays(builder.day(), -10) })
    else builder.candidate({ ...owed, kind: 'payment', day: addDays('2026-12-03', at % 5) })
  }
  for (let at = 0; at < 10; at++) builder.line(-random.between(50, 900), builder.day(), { text: 'ACCOUNT CHARGE' }, [])
  for (let at = 0; at < 6; at++) builder.line(random.pick(prices), builder.day(), { name: builder.stranger(), text: 'FASTER PAYMENT' }, [])
  for (let at = 0; at < 4; at++) builder.line(random.pick(prices), builder.day(), { text: `FPI ${builder.stranger().toUpperCase()}` }, [])
  for (let at = 0; at < 5; at++) builder.line(random.pick(prices), builder.day(), { text: `FPI ${builder.number()}` }, [])
}

/** A month of 300 lines. */
export function noisyMonth(seed: number): NoisyMonth {
  const builder = new MonthBuilder(seed)
  for (const add of [addCustomers, addTerminal, addOthers, addStrays]) add(builder)
  return { lines: builder.lines, candidates: builder.candidates, truth: builder.truth }
}
