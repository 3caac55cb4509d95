import { endOf, later, monthsAfter, plusDays, type Journal } from './money-model.journal.ts'

export type Spending = { day: string; amount: number; tax: number; method: 'cash' | 'card' | 'transfer' }
type Expense = Spending & { isVoid: boolean }
/** Due on a day of each month, or on its last day; `next` is the month of the next one, null once it has ended. */
type Monthly = Spending & { monthDay: number | null; next: string | null }

const same = (a: Spending, b: Spending) => a.day === b.day && a.amount === b.amount && a.tax === b.tax && a.method === b.method

/** What a business spends, as part of the model in `money-model.ts`. */
export class Expenses {
  readonly all = new Map<string, Expense>()
  readonly monthly = new Map<string, Monthly>()
  readonly #journal: Journal

  constructor(journal: Journal) {
    this.#journal = journal
  }

  #spend({ amount, tax }: Spending, day: string, sign: bigint): void {
    this.#journal.move({ day, source: 'expense' }, 'cash', 'expense', BigInt(amount - tax) * sign)
    this.#journal.move({ day, source: 'expense' }, 'cash', 'taxPayable', BigInt(tax) * sign)
  }

  create(id: string, spending: Spending, now: number): string {
    if (spending.day > this.#journal.today(now)) return 'expenses.day.future'
    if (this.#journal.isClosed(spending.day)) return 'month/closed'
    this.enter(id, spending)
    return 'accepted'
  }

  enter(id: string, spending: Spending): void {
    this.all.set(id, { ...spending, isVoid: false })
    this.#spend(spending, spending.day, 1n)
  }

  change(id: string, to: Spending, now: number): string {
    const expense = this.all.get(id) as Expense
    if (expense.isVoid) return 'expense/state'
    if (same(expense, to)) return 'accepted'
    if (to.day > this.#journal.today(now)) return 'expenses.day.future'
    if (this.#journal.isClosed(expense.day) || this.#journal.isClosed(to.day)) return 'month/closed'
    this.#spend(expense, expense.day, -1n)
    this.#spend(to, to.day, 1n)
    Object.assign(expense, to)
    return 'accepted'
  }

  void(id: string, now: number): string {
    const expense = this.all.get(id) as Expense
    if (expense.isVoid) return 'expense/state'
    expense.isVoid = true
    this.#spend(expense, this.#journal.isClosed(expense.day) ? this.#journal.today(now) : expense.day, -1n)
    return 'accepted'
  }

  #dueIn(month: string, monthDay: number | null): string {
    return monthDay === null ? endOf(month) : `${month}-${String(monthDay).padStart(2, '0')}`
  }

  /** Adds a monthly expense from its first day on. */
  agree(id: string, spending: Spending, monthDay: number | null): void {
    const month = spending.day.slice(0, 7)
    const isOver = this.#dueIn(month, monthDay) < spending.day
    this.monthly.set(id, { ...spending, monthDay, next: isOver ? monthsAfter(`${month}-01`, 1).slice(0, 7) : month })
  }

  end(id: string): string {
    const one = this.monthly.get(id) as Monthly
    if (one.next === null) return 'expense/state'
    one.next = null
    return 'accepted'
  }

  /** The expenses that the daily tasks create by now: one for each due month, on its day or the first open day. */
  makeDue(now: number): (Spending & { recurrence: string; period: string })[] {
    const today = this.#journal.today(now)
    const firstOpen = this.#journal.closedThrough && plusDays(this.#journal.closedThrough, 1)
    return [...this.monthly].flatMap(([recurrence, one]) => {
      const created: (Spending & { recurrence: string; period: string })[] = []
      for (; one.next !== null && this.#dueIn(one.next, one.monthDay) <= today; one.next = monthsAfter(`${one.next}-01`, 1).slice(0, 7)) {
        const { amount, tax, method } = one
        const day = later(this.#dueIn(one.next, one.monthDay), firstOpen)
        created.push({ amount, tax, method, day, recurrence, period: `${one.next}-01` })
      }
      return created
    })
  }

  /** Totals of the expenses that count. */
  sums() {
    const booked = [...this.all.values()].filter(({ isVoid }) => !isVoid)
    return { amount: booked.reduce((sum, { amount }) => sum + amount, 0), tax: booked.reduce((sum, { tax }) => sum + tax, 0) }
  }
}
