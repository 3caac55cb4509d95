import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { methods } from '#business/ledger/method.rules.ts'
import { text } from '#lib/fields.ts'
import { month } from '#business/ledger/month.contract.ts'
import { accounts, entrySources } from '#business/ledger/ledger.rules.ts'
import { balanceContract } from './balance.contract.ts'
import { monthEndContract } from './month-end.contract.ts'
import { batchMonthsContract } from './batch-months.contract.ts'
import { overviewContract } from './overview.contract.ts'
import { aboutFilter, ordered, range, financeReportContract } from './finance-report.contract.ts'

/** One kind of movement in a statement; `amount` in minor units, positive for money in; `count` of entries, `documents` behind them. */
const movement = z.object({
  source: z.enum(entrySources),
  method: z.nullable(z.string()),
  amount: z.number(),
  count: z.number(),
  documents: z.number(),
})

/** What came in and went out between two balances of the money on hand and at the marketplace (product 6, /finance). */
export const statement = z.object({
  currency: z.string(),
  exponent: z.number(),
  from: z.string(),
  to: z.string(),
  opening: z.number(),
  movements: z.array(movement),
  closing: z.number(),
  /** Where the closing balance is: on hand, at the marketplace, and in payouts in transit. */
  places: z.object({ cash: z.number(), marketplace: z.number(), onItsWay: z.number() }),
  /** Payouts that arrived in these days; they only move money from the marketplace to cash on hand. */
  paidOut: z.number(),
  /** Earned in these days: sales without tax, less discounts and refunds; and their tax. */
  earned: z.object({ sold: z.number(), discounts: z.number(), refunds: z.number(), net: z.number(), tax: z.number() }),
  /** What customers owe at the end of these days. */
  owed: z.number(),
  /** When it was read, UTC. */
  asOf: z.string(),
  /** The last closed day; null while no month is closed. */
  closedThrough: z.nullable(z.string()),
})
export type Statement = z.output<typeof statement>

/** One ledger entry with its source document. */
export const ledgerEntry = z.object({
  id: z.string(),
  sequence: z.number(),
  day: z.string(),
  at: z.string(),
  source: z.enum(entrySources),
  debit: z.enum(accounts),
  credit: z.enum(accounts),
  amount: z.number(),
  currency: z.string(),
  exponent: z.number(),
  method: z.nullable(z.string()),
  /** The sale and its number, if the entry comes from one. */
  sale: z.nullable(z.string()),
  number: z.nullable(z.string()),
  /** The expense, if the entry comes from one. */
  expense: z.nullable(z.string()),
  /** The payout, if the entry comes from one. */
  payout: z.nullable(z.string()),
  /** The trainer, if the entry comes from trainer pay. */
  trainer: z.nullable(z.string()),
  trainerName: z.nullable(z.string()),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

/**
 * The totals of all matching entries, in minor units. `amount` counts each entry once, since one
 * account's gain is another's loss. `in` and `out` are what reached and left the requested account;
 * without one, they are of money on hand, at the marketplace and in transit, as in a statement.
 */
const entriesFound = z.object({
  total: z.number(),
  amount: z.number(),
  in: z.number(),
  out: z.number(),
  /** The names of what the entries are filtered by; a service's name is its type's id. */
  names: z.object({
    batch: z.nullable(z.string()),
    service: z.nullable(z.string()),
    hall: z.nullable(z.string()),
    trainer: z.nullable(z.string()),
  }),
  /** When it was read, UTC. */
  asOf: z.string(),
})
export type EntriesFound = z.output<typeof entriesFound>

const closed = z.object({ closedThrough: z.nullable(z.string()) })

const entriesInput = z.strictObject({
  ...range.shape,
  before: z.optional(z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'))),
  account: z.optional(z.enum(accounts, 'lib.fields.invalid')),
  source: z.optional(z.enum(entrySources, 'lib.fields.invalid')),
  method: z.optional(z.enum(methods, 'lib.fields.invalid')),
  batch: aboutFilter(),
  service: aboutFilter(),
  hall: aboutFilter(),
  trainer: aboutFilter(),
})
export type EntriesInput = z.output<typeof entriesInput>

export const financeContract = {
  statement: oc.route({ method: 'GET', path: '/finance/statement' }).input(ordered(range)).output(statement),
  ...financeReportContract,
  ...balanceContract,
  ...overviewContract,
  ...batchMonthsContract,
  ...monthEndContract,
  /**
   * Newest first, a hundred at a time; `before` is the last sequence of the previous page.
   * An account matches the entries that debit or credit it. Only the first page has `found`.
   */
  entries: oc
    .route({ method: 'GET', path: '/finance/entries' })
    .input(ordered(entriesInput))
    .output(z.object({ rows: z.array(ledgerEntry), hasMore: z.boolean(), found: z.nullable(entriesFound) })),
  /** Closes a month that is over, and all before it: nothing can be posted to their days any more. */
  close: oc
    .route({ method: 'POST', path: '/finance/close' })
    .input(z.strictObject({ month: month() }))
    .output(closed),
  /** Reopens a closed month, and all after it. */
  reopen: oc
    .route({ method: 'POST', path: '/finance/reopen' })
    .input(z.strictObject({ month: month(), reason: text({ required: 'finance.reason.required', max: 200, long: 'finance.reason.long' }) }))
    .output(closed),
}
