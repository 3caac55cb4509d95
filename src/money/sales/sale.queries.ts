import { queryOptions } from '@tanstack/react-query'
import { api } from './sales.client.ts'

/** A bill as its page and the list's dialogs show it. */
export const saleQuery = (id: string) => queryOptions({ queryKey: ['sales', 'page', id], queryFn: () => api.sales.get({ id }) })

/** How many bills of a customer are shown with the person. */
const lastBills = 20

/** The last bills of one customer, with the sums of all. */
export const customerSalesQuery = (customer: string) => {
  const input = { customer, size: lastBills } as const
  return queryOptions({ queryKey: ['sales', 'list', input], queryFn: () => api.sales.list(input) })
}

/** The unpaid bills of one customer, the oldest first. */
export const unpaidQuery = (customer: string) => {
  const input = { customer, state: 'unpaid', sort: 'day', direction: 'asc', size: lastBills } as const
  return queryOptions({ queryKey: ['sales', 'list', input], queryFn: () => api.sales.list(input) })
}

/** What the business owes a customer, with its latest changes. */
export const creditQuery = (customer: string) =>
  queryOptions({ queryKey: ['sales', 'credit', customer], queryFn: () => api.sales.credit({ customer }) })
