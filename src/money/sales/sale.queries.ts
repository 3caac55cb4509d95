import { queryOptions } from '@tanstack/react-query'
import { api } from './sales.client.ts'

/** A bill as its page and the list's dialogs show it. */
export const saleQuery = (id: string) => queryOptions({ queryKey: ['sales', 'page', id], queryFn: () => api.sales.get({ id }) })

/** What the business owes a customer, with its latest changes. */
export const creditQuery = (customer: string) =>
  queryOptions({ queryKey: ['sales', 'credit', customer], queryFn: () => api.sales.credit({ customer }) })
