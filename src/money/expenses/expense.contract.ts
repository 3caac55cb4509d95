import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { amountLimit } from '#lib/amounts.ts'
import { changeOf, listInput, listOutput, record, versioned } from '#lib/calls.ts'
import { amount, day, id, imageAddress, withRulesOf, optionalText, text, wholeNumber } from '#lib/fields.ts'
import { categories, expenseStates, payMethods, recurringStates } from './expense.rules.ts'

const calendarDay = (required = 'expenses.day.required') => day({ required, format: required })

/** What is shown of each expense, a single or a monthly one. `amount` includes `tax`; both in minor units. */
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
  hall: z._default(z.nullable(id('expenses.hall.unknown')), null),
  batch: z._default(z.nullable(id('expenses.batch.unknown')), null),
}

/** What the expense form takes; `receipt` is the address of the receipt's picture. */
export const expenseInput = z.strictObject({
  day: calendarDay(),
  ...spent,
  receipt: z._default(z.nullable(imageAddress()), null),
})
export type ExpenseInput = z.output<typeof expenseInput>

/** What is spent every month on a day of it, 1 to 28; without one on the last. */
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
export const untilDayRule = {
  path: 'untilDay',
  error: 'expenses.untilDay.order',
  holds: ({ fromDay, untilDay }: Entered) => !fromDay || !untilDay || untilDay >= fromDay,
}

/** With the rules over several fields, whatever else the schema takes. */
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
  hall: z.nullable(z.string()),
  hallTitle: z.nullable(z.string()),
  batch: z.nullable(z.string()),
  batchName: z.nullable(z.string()),
  currency: z.string(),
  exponent: z.number(),
}

/** An expense as it is sent. */
export const expense = z.object({
  ...commonFields,
  day: z.string(),
  service: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  /** The monthly expense that it was made by. */
  recurrence: z.nullable(z.string()),
  state: z.enum(expenseStates),
  voidedOn: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  /** Whether its month is closed: its money is then corrected by voiding it and entering it again. */
  isClosed: z.boolean(),
})
export type Expense = z.output<typeof expense>

/** A monthly expense with the day of the next one; null once there is none. */
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
  state: z._default(z.enum(['all', ...expenseStates], 'lib.fields.invalid'), 'all'),
  hall: z.optional(id()),
  batch: z.optional(id()),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
})

const reason = text({ required: 'expenses.reason.required', max: 200, long: 'expenses.reason.long' })
/** Why an expense is taken back. */
export const expenseVoidInput = z.strictObject({ ...versioned, reason })

export const expenseContract = {
  /** Found by supplier; with what all that the filters match come to, void ones left out. */
  list: oc
    .route({ method: 'GET', path: '/expenses' })
    .input(expenseList)
    .output(z.object({ ...listOutput(expense).shape, sums: z.object({ amount: z.number(), tax: z.number() }) })),
  get: oc
    .route({ method: 'GET', path: '/expenses/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(expense),
  /** A second call with the same id and the same input answers the expense that the first one made. */
  create: oc
    .route({ method: 'POST', path: '/expenses', successStatus: 201 })
    .input(withExpenseRules(z.strictObject({ ...expenseInput.shape, id: z.optional(id()) }), taxRule))
    .output(expense),
  /** Corrects an expense: other money is posted by entries that take back the old ones, and new ones. */
  update: oc.route({ method: 'PATCH', path: '/expenses/{id}' }).input(changeOf(expenseInput)).output(expense),
  /** Takes an expense back; its row stays. */
  void: oc.route({ method: 'POST', path: '/expenses/{id}/void' }).input(expenseVoidInput).output(expense),
  /** The suppliers of earlier expenses, the latest first, at most 100. */
  suppliers: oc.route({ method: 'GET', path: '/expense-suppliers' }).output(z.array(z.string())),
  /** Every monthly expense, those that go on first. */
  listRecurring: oc.route({ method: 'GET', path: '/recurring-expenses' }).output(z.array(recurringExpense)),
  createRecurring: oc
    .route({ method: 'POST', path: '/recurring-expenses', successStatus: 201 })
    .input(withExpenseRules(z.strictObject({ ...recurringInput.shape, id: z.optional(id()) }), taxRule, untilDayRule))
    .output(recurringExpense),
  /** What was made already stays as it is. While it is paused nothing is made, and those months are not made up for. */
  updateRecurring: oc
    .route({ method: 'PATCH', path: '/recurring-expenses/{id}' })
    .input(z.strictObject({ ...changeOf(recurringInput).shape, isPaused: z.optional(z.boolean('lib.fields.invalid')) }))
    .output(recurringExpense),
  endRecurring: oc
    .route({ method: 'POST', path: '/recurring-expenses/{id}/end' })
    .input(z.strictObject(versioned))
    .output(recurringExpense),
}
