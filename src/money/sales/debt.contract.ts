import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { customer, customerList } from '#directory/customers/customer.contract.ts'
import { listOutput, pageLimit } from '#lib/calls.ts'
import { id } from '#lib/fields.ts'

/** What a customer owes on all bills, minor units, and when the oldest of them is due, YYYY-MM-DD. */
export const debt = z.object({
  customer: z.string(),
  amount: z.number(),
  dueOn: z.string(),
  currency: z.string(),
  exponent: z.number(),
})
export type Debt = z.output<typeof debt>

/** As the list of customers; `late` for those with a bill past due alone. */
export const debtorList = z.extend(customerList, { debt: z._default(z.enum(['owes', 'late'], 'lib.fields.invalid'), 'owes') })

/** Customers of one page. */
export const customersAsked = z.strictObject({
  customers: z.array(id()).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(pageLimit, 'lib.fields.invalid')),
})

export const debtContract = {
  /** The customers who owe something. In no key's scope: it would take that of customers and that of sales. */
  debtors: oc.route({ method: 'GET', path: '/debtors' }).input(debtorList).output(listOutput(customer)),
  /** What some customers owe; those who owe nothing are left out. */
  debts: oc.route({ method: 'POST', path: '/customer-debts' }).input(customersAsked).output(z.array(debt)),
}
