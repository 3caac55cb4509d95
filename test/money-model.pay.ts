import { add, endOf, later, plusDays, type Journal } from './money-model.journal.ts'

type Session = { trainer: number; isCancelled: boolean }
type Due = { day: string; trainer: number; month: string; amount: bigint }

/** What trainers earn from the Mondays they teach, and the closed months that fix it, as part of the model in `money-model.ts`. */
export class TrainerPay {
  readonly sessions = new Map<string, Session>()
  readonly #journal: Journal
  readonly #costs: readonly number[]
  /** The pay recorded for each Monday and trainer. */
  readonly #frozen = new Map<string, { day: string; trainer: number; amount: bigint }>()
  /** Everything ever written, on the day that earned it. */
  readonly #written: { day: string; amount: bigint }[] = []
  readonly payable: bigint[]

  /** @param costs of the trainers, in whole currency units per session; initially the first one teaches all sessions */
  constructor(journal: Journal, costs: readonly number[], { from, to }: { from: string; to: string }) {
    this.#journal = journal
    this.#costs = costs
    this.payable = costs.map(() => 0n)
    for (let day = from; day <= to; day = plusDays(day, 1))
      if (new Date(day).getUTCDay() === 1) this.sessions.set(day, { trainer: 0, isCancelled: false })
  }

  /** Whether a session is over: at six in the evening where the business is. */
  #isHeld(day: string, { isCancelled }: Session, now: number): boolean {
    return !isCancelled && Date.parse(`${day}T18:00:00Z`) - this.#journal.terms.hoursEast * 3_600_000 <= now
  }

  cancel(day: string): string {
    ;(this.sessions.get(day) as Session).isCancelled = true
    return 'accepted'
  }

  restore(day: string): string {
    ;(this.sessions.get(day) as Session).isCancelled = false
    return 'accepted'
  }

  give(day: string, trainer: number): string {
    const session = this.sessions.get(day) as Session
    if (session.isCancelled) return 'sessions.change.cancelled'
    session.trainer = trainer
    return 'accepted'
  }

  /** What closing would add and remove, each in its month or the first open month. */
  #due(through: string, now: number): Due[] {
    const open = this.#journal.closedThrough && plusDays(this.#journal.closedThrough, 1).slice(0, 7)
    const unit = 10n ** BigInt(this.#journal.terms.exponent)
    const due: Due[] = []
    for (const [day, session] of this.sessions)
      if (day <= through && this.#isHeld(day, session, now) && !this.#frozen.has(`${day} ${session.trainer}`))
        due.push({
          day,
          trainer: session.trainer,
          month: later(day.slice(0, 7), open),
          amount: BigInt(this.#costs[session.trainer] ?? 0) * unit,
        })
    for (const { day, trainer, amount } of this.#frozen.values()) {
      const session = this.sessions.get(day) as Session
      const stands = session.trainer === trainer && this.#isHeld(day, session, now)
      if (day <= through && !stands) due.push({ day, trainer, month: later(day.slice(0, 7), open), amount: -amount })
    }
    return due
  }

  #owe(trainer: number, day: string, amount: bigint, heldOn = day): void {
    this.#written.push({ day: later(heldOn, `${day.slice(0, 7)}-01`), amount })
    this.payable[trainer] = (this.payable[trainer] ?? 0n) + amount
    this.#journal.move({ day, source: 'payroll' }, 'payrollPayable', 'payroll', amount)
  }

  /** Closes a month and all months before it. */
  close(month: string, now: number): string {
    const through = endOf(month)
    if (through >= this.#journal.today(now)) return 'finance.month.running'
    if (this.#journal.closedThrough >= through) return 'accepted'
    for (const { day, trainer, month: of, amount } of this.#due(through, now)) {
      this.#owe(trainer, endOf(of), amount, day)
      if (amount > 0n) this.#frozen.set(`${day} ${trainer}`, { day, trainer, amount })
      else this.#frozen.delete(`${day} ${trainer}`)
    }
    this.#journal.closedThrough = through
    return 'accepted'
  }

  /** Reopens a month and all months after it. */
  reopen(month: string): string {
    const through = plusDays(`${month}-01`, -1)
    if (this.#journal.closedThrough > through) this.#journal.closedThrough = through
    return 'accepted'
  }

  pay(trainer: number, amount: number, now: number): string {
    if (BigInt(amount) > (this.payable[trainer] ?? 0n)) return 'payroll.amount.over'
    this.payable[trainer] = (this.payable[trainer] ?? 0n) - BigInt(amount)
    this.#journal.move({ day: this.#journal.today(now), source: 'payroll' }, 'cash', 'payrollPayable', BigInt(amount))
    return 'accepted'
  }

  adjust(trainer: number, month: string, amount: number, now: number): string {
    const today = this.#journal.today(now)
    if (month > today.slice(0, 7)) return 'payroll.month.coming'
    const day = today < endOf(month) ? today : endOf(month)
    if (this.#journal.isClosed(day)) return 'month/closed'
    this.#owe(trainer, day, BigInt(amount))
    return 'accepted'
  }

  /** Pay for the days' held sessions that closing would write; a change in a closed month counts on the first open day. */
  earned(from: string, to: string, now: number): number {
    const open = this.#journal.closedThrough && plusDays(this.#journal.closedThrough, 1)
    const due = this.#due(to, now).filter(({ day }) => later(day, open) >= from && later(day, open) <= to)
    return Number(add(due.map(({ amount }) => amount)))
  }

  /** Pay written for closed months, on the days that earned it. */
  written(from: string, to: string): number {
    return Number(add(this.#written.filter(({ day }) => day >= from && day <= to).map(({ amount }) => amount)))
  }

  /** A month's total: what is written on its days, plus, if it is open, what closing would write. */
  monthPay(month: string, now: number): number {
    const written = this.#journal.gained(['payroll'], `${month}-01`, endOf(month))
    if (this.#journal.isClosed(endOf(month))) return Number(written)
    const due = this.#due(endOf(month), now).filter((one) => one.month === month)
    return Number(written + add(due.map(({ amount }) => amount)))
  }
}
