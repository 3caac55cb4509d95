import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { moneyAccount } from '#business/ledger/money-account.contract.ts'
import { entrySources } from '#business/ledger/ledger.rules.ts'
import { amountLimit } from '#lib/amounts.ts'
import { pageLimit, versioned } from '#lib/calls.ts'
import { day, id, optionalText, text, withRules, wholeNumber, type Rule } from '#lib/fields.ts'
import { comes, leaves, moveKinds, recordKinds } from './move.rules.ts'

const calendarDay = () => day({ required: 'cashbook.day.required', format: 'cashbook.day.required' })
const note = optionalText({ max: 200, long: 'cashbook.note.long' })
const account = () => z._default(z.nullable(id('cashbook.account.unknown')), null)

/** Money moved by hand; `from` and `into` are money accounts, each where the kind has one. */
const recorded = z.strictObject({
  kind: z.enum(recordKinds, 'cashbook.move.required'),
  amount: wholeNumber({
    required: 'cashbook.amount.required',
    number: 'cashbook.amount.number',
    positive: 'cashbook.amount.positive',
    max: amountLimit,
  }),
  day: calendarDay(),
  from: account(),
  into: account(),
  note,
})
type Recorded = z.output<typeof recorded>

const rules: Rule<Recorded>[] = [
  { path: 'from', error: 'cashbook.from.required', holds: ({ kind, from }) => !kind || leaves(kind) === (from !== null) },
  { path: 'into', error: 'cashbook.into.required', holds: ({ kind, into }) => !kind || comes(kind) === (into !== null) },
  { path: 'into', error: 'cashbook.into.same', holds: ({ from, into }) => from === null || from !== into },
]

/** The input of the form for money that moves between accounts, to the tax office, the owner or a lender. */
export const recordInput = withRules(recorded, rules)
export type RecordInput = Recorded

/** The balance that an account had at the end of a day, in minor units, below 0 for an overdraft. */
export const balanceInput = z.strictObject({
  account: id('cashbook.account.required'),
  day: calendarDay(),
  balance: wholeNumber({
    required: 'cashbook.balance.required',
    number: 'cashbook.amount.number',
    min: -amountLimit,
    max: amountLimit,
  }),
  note,
})
export type BalanceInput = z.output<typeof balanceInput>

/** A move by hand; `balance` is what an opening balance or a count set. */
export const moneyMove = z.object({
  id: z.string(),
  kind: z.enum(moveKinds),
  day: z.string(),
  amount: z.number(),
  from: z.nullable(z.string()),
  into: z.nullable(z.string()),
  balance: z.nullable(z.number()),
  note: z.string(),
  reversedOn: z.nullable(z.string()),
  reverseReason: z.nullable(z.string()),
  version: z.number(),
})
export type MoneyMove = z.output<typeof moneyMove>

/** An account with its balance at the end of the day, and the day of its last entry. */
const accountBalance = z.object({ ...moneyAccount.shape, balance: z.number(), lastOn: z.nullable(z.string()) })
export type AccountWithBalance = z.output<typeof accountBalance>

/** All accounts at the end of a day, in minor units; `taxDue` is owed to the tax office, `suppliers` for unpaid expenses. */
export const cashbookAccounts = z.object({
  currency: z.string(),
  exponent: z.number(),
  day: z.string(),
  asOf: z.string(),
  rows: z.array(accountBalance),
  total: z.number(),
  taxDue: z.number(),
  suppliers: z.object({ count: z.number(), amount: z.number() }),
})
export type CashbookAccounts = z.output<typeof cashbookAccounts>

/** An entry of an account: what came in, or below 0 what left, and the balance after it. Its document is one of the ids. */
const bookRow = z.object({
  id: z.string(),
  day: z.string(),
  source: z.enum(entrySources),
  amount: z.number(),
  balance: z.number(),
  sale: z.nullable(z.string()),
  number: z.nullable(z.string()),
  expense: z.nullable(z.string()),
  payout: z.nullable(z.string()),
  trainer: z.nullable(z.string()),
  /** The customer, supplier or trainer. */
  name: z.string(),
  move: z.nullable(z.object({ id: z.string(), kind: z.enum(moveKinds), note: z.string(), version: z.number(), isReversed: z.boolean() })),
})
export type BookRow = z.output<typeof bookRow>

/** An account's entries of some days in order, with its balance before and after them. */
export const book = z.object({
  account: moneyAccount,
  currency: z.string(),
  exponent: z.number(),
  asOf: z.string(),
  opening: z.number(),
  in: z.number(),
  out: z.number(),
  closing: z.number(),
  rows: z.array(bookRow),
  total: z.number(),
})
export type Book = z.output<typeof book>

/** Reversing a move, with the reason. */
export const reverseMoveInput = z.strictObject({
  ...versioned,
  reason: text({ required: 'cashbook.reason.required', max: 200, long: 'cashbook.reason.long' }),
})

export const cashbookContract = {
  /** Each account with its balance at the end of a day, today without one. */
  accounts: oc
    .route({ method: 'GET', path: '/cashbook/accounts' })
    .input(z.strictObject({ day: z.optional(calendarDay()) }))
    .output(cashbookAccounts),
  /** An account's entries of some days, both included, oldest first. */
  book: oc
    .route({ method: 'GET', path: '/cashbook/accounts/{account}/book' })
    .input(
      withRules(
        z.strictObject({
          account: id(),
          from: calendarDay(),
          to: calendarDay(),
          page: z._default(z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(100_000, 'lib.fields.invalid')), 1),
          size: z._default(
            z.int('lib.fields.invalid').check(z.gte(1, 'lib.fields.invalid'), z.lte(pageLimit, 'lib.fields.invalid')),
            pageLimit,
          ),
        }),
        [{ path: 'to', error: 'cashbook.to.order', holds: ({ from, to }) => !from || !to || to >= from }],
      ),
    )
    .output(book),
  /** Moves money between accounts, to or from the tax office, the owner or a lender. */
  record: oc
    .route({ method: 'POST', path: '/cashbook/moves', successStatus: 201 })
    .input(withRules(z.strictObject({ ...recorded.shape, id: z.optional(id()) }), rules))
    .output(moneyMove),
  /** Posts what is missing for an account to have a balance at the end of a day. */
  setBalance: oc
    .route({ method: 'POST', path: '/cashbook/balances', successStatus: 201 })
    .input(z.strictObject({ ...balanceInput.shape, id: z.optional(id()) }))
    .output(moneyMove),
  /** Reverses a move on its own day, or today where that month is closed. */
  reverse: oc.route({ method: 'POST', path: '/cashbook/moves/{id}/reversal' }).input(reverseMoveInput).output(moneyMove),
}
