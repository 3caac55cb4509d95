import type { Move } from '#business/ledger/ledger.rules.ts'
import { addDays, addMonths } from '#lib/days.ts'

/** What money is spent on; the profit and loss is grouped by these (product 6, /finance). */
export const categories = [
  'rent',
  'utilities',
  'equipment',
  'marketing',
  'travel',
  'salaries',
  'software',
  'insurance',
  'maintenance',
  'fees',
  'other',
] as const
export type Category = (typeof categories)[number]

/** How an expense is paid. */
export const payMethods = ['cash', 'card', 'transfer'] as const

/** A booked expense counts; a void one stays visible and counts for nothing. */
export const expenseStates = ['booked', 'void'] as const

/** The states that a list shows and filters by: a booked expense may still be owed to its supplier. */
export const listedStates = ['booked', 'unpaid', 'void'] as const

/** The state that a list shows of an expense. */
export const listedState = ({ state, isUnpaid }: { state: (typeof expenseStates)[number]; isUnpaid: boolean }) =>
  state === 'booked' && isUnpaid ? 'unpaid' : state

/** `active ↔ paused`, and `ended` manually or after its last month. */
export const recurringStates = ['active', 'paused', 'ended'] as const

/** The part of an expense that is posted to the ledger; a change of any of these is corrected by new entries (product 3). */
export type Spent = {
  amount: number
  tax: number
  method: string
  account: string | null
  day: string
  isUnpaid: boolean
  paidOn: string | null
  hall: string | null
  batch: string | null
  service: string | null
}

/** Moves of one day. */
export type ExpensePosting = { day: string; moves: Move[] }

/**
 * The postings of an expense (product 3): its cost without tax, and its tax, which reduces the tax payable. What is
 * not paid on its day is owed to the supplier until it is.
 */
export function expensePostings({ amount, tax, method, account, day, isUnpaid, paidOn, hall, batch, service }: Spent): ExpensePosting[] {
  const about = { hall, batch, service }
  const paid = { credit: 'cash', method, from: account } as const
  const isOwed = isUnpaid || paidOn !== null
  const from = isOwed ? ({ credit: 'supplierPayable', method: null } as const) : paid
  const cost: ExpensePosting = {
    day,
    moves: [
      { ...about, ...from, debit: 'expense', amount: amount - tax },
      { ...about, ...from, debit: 'taxPayable', amount: tax },
    ],
  }
  if (paidOn === null) return [cost]
  return [cost, { day: paidOn, moves: [{ ...about, ...paid, debit: 'supplierPayable', amount }] }]
}

/** The postings that are in the first list and not in the second. */
export function postingsWithout(postings: readonly ExpensePosting[], others: readonly ExpensePosting[]): ExpensePosting[] {
  const known = new Set(others.map((other) => JSON.stringify(other)))
  return postings.filter((posting) => !known.has(JSON.stringify(posting)))
}

/** What postings take from each money account on each day, in minor units. */
function paidBy(postings: readonly ExpensePosting[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { day, moves } of postings) {
    for (const { credit, method, from, amount } of moves) {
      const key = JSON.stringify([day, method, from])
      if (credit === 'cash') sums.set(key, (sums.get(key) ?? 0) + amount)
    }
  }
  return sums
}

/** Whether two lists of postings take the same money from the same accounts on the same days. */
export function paysTheSame(postings: readonly ExpensePosting[], others: readonly ExpensePosting[]): boolean {
  const [one, other] = [paidBy(postings), paidBy(others)]
  return one.size === other.size && [...one].every(([key, amount]) => other.get(key) === amount)
}

/** The first day of a day's month: the period of a monthly expense. */
export const periodOf = (day: string) => `${day.slice(0, 7)}-01`

/** The day on which a month's expense is due. @param monthDay 1 to 28, or null for the last day */
export function dueIn(period: string, monthDay: number | null): string {
  return monthDay === null ? addDays(addMonths(period, 1), -1) : `${period.slice(0, 8)}${String(monthDay).padStart(2, '0')}`
}

/** The first due day on or after a day; null if that is after the agreed last day. */
export function firstDue(from: string, monthDay: number | null, until: string | null): string | null {
  const here = dueIn(periodOf(from), monthDay)
  const due = here >= from ? here : dueIn(addMonths(periodOf(from), 1), monthDay)
  return until !== null && due > until ? null : due
}

/** The due day in the month after the given due day's month. */
export const nextDue = (due: string, monthDay: number | null, until: string | null) =>
  firstDue(addMonths(periodOf(due), 1), monthDay, until)

/** How many months back a monthly expense may begin. */
export const startMonthsBack = 12

/** The due days of a monthly expense up to a day. @param first its first due day, or null */
export function dueDays(first: string | null, through: string, monthDay: number | null, until: string | null): string[] {
  const days: string[] = []
  for (let on = first; on !== null && on <= through; on = nextDue(on, monthDay, until)) days.push(on)
  return days
}
