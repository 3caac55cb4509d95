import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { accountField } from '#business/ledger/money-account.contract.ts'
import { amountLimit } from '#lib/amounts.ts'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { amount, day, id, imageAddress, withRulesOf, optionalText, text, wholeNumber } from '#lib/fields.ts'
import { categories, expenseStates, listedStates, payMethods, recurringStates } from './expense.rules.ts'

const calendarDay = (required = 'expenses.day.required') => day({ required, format: required })

/** The fields shared by single and monthly expenses. `amount` includes `tax`; both in minor units. */
const spent = {
  category: z.enum(categories, 'expenses.category.required'),
  supplier: text({ required: 'expenses.supplier.required', max: 80, long: 'expenses.supplier.long' }),
  note: optionalText({ max: 500, long: 'expenses.note.long', lines: true }),
  amount: wholeNumber({
    required: 'expenses.amount.required',
    number: 'expenses.amount.number',
    positive: 'expenses.amount.positive',
    max: amountLimit,
  }),
  tax: amount({ required: 'expenses.tax.required', number: 'expenses.amount.number' }),
  method: z.enum(payMethods, 'expenses.method.required'),
  /** The account that pays; without one it is the first that takes the method. */
  account: accountField,
  hall: z._default(z.nullable(id('expenses.hall.unknown')), null),
  batch: z._default(z.nullable(id('expenses.batch.unknown')), null),
}

/** Input of the expense form; `receipt` is the address of the receipt's picture. */
export const expenseInput = z.strictObject({
  day: calendarDay(),
  ...spent,
  /** Recorded before it is paid: owed to the supplier, on the accrual basis an expense of its day. */
  isUnpaid: z._default(z.boolean('lib.fields.invalid'), false),
  /** When an expense that was recorded before it was paid is due. */
  dueOn: z._default(z.nullable(calendarDay('expenses.dueOn.required')), null),
  /** When it was paid; null for one that was paid on its day. */
  paidOn: z._default(z.nullable(calendarDay('expenses.paidOn.required')), null),
  receipt: z._default(z.nullable(imageAddress()), null),
})
export type ExpenseInput = z.output<typeof expenseInput>

/** An expense repeated every month on a day from 1 to 28, or on the last day if none is given. */
export const recurringInput = z.strictObject({
  ...spent,
  monthDay: z._default(
    z.nullable(
      wholeNumber({
        required: 'expenses.monthDay.required',
        number: 'expenses.monthDay.required',
        min: 1,
        max: 28,
        high: 'expenses.monthDay.required',
      }),
    ),
    null,
  ),
  fromDay: calendarDay('expenses.fromDay.required'),
  untilDay: z._default(z.nullable(calendarDay('expenses.untilDay.required')), null),
})
export type RecurringInput = z.output<typeof recurringInput>

type Entered = Partial<ExpenseInput & RecurringInput>
/** The tax is part of the amount. */
export const taxRule = {
  path: 'tax',
  error: 'expenses.tax.more',
  holds: ({ amount: paid, tax }: Entered) => !paid || !tax || tax <= paid,
}
/** An unpaid expense has no day of payment; one that is paid later is paid on or after its day. */
export const paidRules = [
  { path: 'paidOn', error: 'expenses.paidOn.unpaid', holds: ({ isUnpaid, paidOn }: Entered) => !isUnpaid || !paidOn },
  { path: 'paidOn', error: 'expenses.paidOn.before', holds: ({ day: on, paidOn }: Entered) => !paidOn || !on || paidOn >= on },
  { path: 'dueOn', error: 'expenses.dueOn.paid', holds: ({ isUnpaid, dueOn, paidOn }: Entered) => !dueOn || isUnpaid === true || !!paidOn },
]

export const untilDayRule = {
  path: 'untilDay',
  error: 'expenses.untilDay.order',
  holds: ({ fromDay, untilDay }: Entered) => !fromDay || !untilDay || untilDay >= fromDay,
}

/** Adds the rules that span several fields, whatever else the schema accepts. */
export const withExpenseRules = <Schema extends z.ZodMiniType>(
  schema: Schema,
  ...rules: { path: string; error: string; holds: (value: Entered) => boolean }[]
) => withRulesOf(schema, rules)

export const recurringForm = withExpenseRules(recurringInput, taxRule, untilDayRule)

const commonFields = {
  ...record,
  category: z.enum(categories),
  supplier: z.string(),
  note: z.string(),
  amount: z.number(),
  tax: z.number(),
  method: z.enum(payMethods),
  account: z.nullable(z.string()),
  hall: z.nullable(z.string()),
  hallTitle: z.nullable(z.string()),
  batch: z.nullable(z.string()),
  batchName: z.nullable(z.string()),
  currency: z.string(),
  exponent: z.number(),
}

/** An expense as the API returns it. */
export const expense = z.object({
  ...commonFields,
  day: z.string(),
  service: z.nullable(z.string()),
  isUnpaid: z.boolean(),
  dueOn: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** The monthly expense that created it. */
  recurrence: z.nullable(z.string()),
  state: z.enum(expenseStates),
  voidedOn: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  /** Whether its month is closed: its money can then be corrected only by voiding it and entering it again. */
  isClosed: z.boolean(),
})
export type Expense = z.output<typeof expense>

/** A monthly expense with the day of the next one; null once none follows. */
export const recurringExpense = z.object({
  ...commonFields,
  monthDay: z.nullable(z.number()),
  fromDay: z.string(),
  untilDay: z.nullable(z.string()),
  nextOn: z.nullable(z.string()),
  state: z.enum(recurringStates),
})
export type RecurringExpense = z.output<typeof recurringExpense>

export const expenseList = listInput(['day', 'amount'], {
  category: z._default(z.enum(['all', ...categories], 'lib.fields.invalid'), 'all'),
  /** `unpaid` are booked and owed to their suppliers. */
  state: z._default(z.enum(['all', ...listedStates], 'lib.fields.invalid'), 'all'),
  hall: z.optional(id()),
  batch: z.optional(id()),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
})

const reason = text({ required: 'expenses.reason.required', max: 200, long: 'expenses.reason.long' })
/** Voiding an expense, with the reason. */
export const expenseVoidInput = z.strictObject({ ...versioned, reason })

export const expenseContract = {
  /** Found by supplier; includes the totals of all expenses that match the filters, void ones left out. */
  list: oc
    .route({ method: 'GET', path: '/expenses' })
    .input(expenseList)
    .output(z.object({ ...listOutput(expense).shape, sums: z.object({ amount: z.number(), tax: z.number() }) })),
  get: oc
    .route({ method: 'GET', path: '/expenses/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(expense),
  /** A second call with the same id and the same input returns the expense that the first one created. */
  create: oc
    .route({ method: 'POST', path: '/expenses', successStatus: 201 })
    .input(withExpenseRules(z.strictObject({ ...expenseInput.shape, id: z.optional(id()) }), taxRule, ...paidRules))
    .output(expense),
  /** Corrects an expense: a change of money is posted as entries that reverse the old ones, and new ones. */
  update: oc.route({ method: 'PATCH', path: '/expenses/{id}' }).input(changeOf(expenseInput)).output(expense),
  /** Voids an expense; its row stays. */
  void: oc.route({ method: 'POST', path: '/expenses/{id}/void' }).input(expenseVoidInput).output(expense),
  /** The suppliers of earlier expenses, the latest first, at most 100. */
  suppliers: oc.route({ method: 'GET', path: '/expense-suppliers' }).output(z.array(z.string())),
  /** Every monthly expense, running ones first. */
  listRecurring: oc.route({ method: 'GET', path: '/recurring-expenses' }).output(z.array(recurringExpense)),
  createRecurring: oc
    .route({ method: 'POST', path: '/recurring-expenses', successStatus: 201 })
    .input(withExpenseRules(z.strictObject({ ...recurringInput.shape, id: z.optional(id()) }), taxRule, untilDayRule))
    .output(recurringExpense),
  /** Expenses already created stay as they are. While it is paused none are created, and those months are not made up for. */
  updateRecurring: oc
    .route({ method: 'PATCH', path: '/recurring-expenses/{id}' })
    .input(z.strictObject({ ...changeOf(recurringInput).shape, isPaused: z.optional(z.boolean('lib.fields.invalid')) }))
    .output(recurringExpense),
  endRecurring: oc
    .route({ method: 'POST', path: '/recurring-expenses/{id}/end' })
    .input(z.strictObject(versioned))
    .output(recurringExpense),
}
