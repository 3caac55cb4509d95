import { runAs } from '#kernel/context.ts'
import { addDays } from '#lib/days.ts'
import { candidatesFor, type Candidate } from '#money/banking/match-candidates.server.ts'
import { BankNoise, prices } from '#money/banking/bank-noise.sample.ts'
import type { KnownLine } from '#money/banking/bank-checked.sample.ts'
import { seeded } from '../scripts/demo/random.ts'
import type { TestApp } from './app.ts'

/** How a bank writes a document that is no customer's transfer: a supplier, a trainer, a tax authority, an account of the business's own. */
function textsOf(noise: BankNoise, { kind, names, references }: Candidate): Pick<KnownLine, 'name' | 'text' | 'reference'> {
  const [name = ''] = names
  if (kind === 'payment' || kind === 'bill') return noise.transferTexts(name, references[0] ?? '')
  if (kind === 'payout') return { name: name.toUpperCase(), text: 'SETTLEMENT', reference: references[0] ?? '' }
  return { text: `${kind === 'expense' ? 'DD' : 'TFR'} ${name.toUpperCase().slice(0, 18)} ${noise.random.between(100_000, 999_999)}` }
}

/**
 * The newest lines of a bank for the entries and open bills of a demo's account: each entry, the terminals' takings of each day less
 * 1.5 %, some open bills that customers pay, and in twenty lines one that the books do not have.
 * @param size how many lines at most
 */
export async function demoBank(app: TestApp, vendorId: string, bank: string, today: string, size: number): Promise<KnownLine[]> {
  const noise = new BankNoise(seeded(11))
  const { random } = noise
  const candidates = await runAs(app.app, 'system', vendorId, (ctx) => candidatesFor(ctx, bank, { from: addDays(today, -700), to: today }))
  const later = (day: string) => {
    const booked = noise.bankDay(day)
    return booked > today ? today : booked
  }
  const lines: KnownLine[] = []
  const takings = Map.groupBy(
    candidates.filter(({ bundle }) => bundle?.kind === 'terminal'),
    ({ day }) => day,
  )
  for (const [day, taken] of takings) {
    const gross = taken.reduce((sum, { amount }) => sum + amount, 0)
    const truth = taken.map(({ item }) => item.id)
    if (day < today)
      lines.push({ day: addDays(day, 1), amount: gross - Math.round(gross * 0.015), text: 'CARD TERMINAL SETTLEMENT 77120', truth })
  }
  for (const candidate of candidates) {
    if (candidate.bundle?.kind === 'terminal' || candidate.kind === 'supplierBill' || (candidate.kind === 'bill' && random.chance(0.4)))
      continue
    const { day, amount, item } = candidate
    lines.push({ day: later(day), amount, ...textsOf(noise, candidate), truth: [item.id] })
  }
  const newest = lines.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).slice(0, Math.floor(size * 0.95))
  const first = newest.at(-1)?.day ?? today
  const strays = Array.from({ length: Math.min(size - newest.length, Math.ceil(newest.length / 19)) }, (_, at): KnownLine => {
    const day = at % 2 === 0 ? first : today
    if (at % 2 === 0) return { day, amount: -random.between(50, 700), text: `ACCOUNT CHARGE ${random.between(1000, 9999)}`, truth: [] }
    return { day, amount: random.pick(prices), text: `FPI ${noise.person().toUpperCase()} ${random.between(1000, 9999)}`, truth: [] }
  })
  return [...newest, ...strays].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
