import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, useMay } from './app.client.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import type { ListPage } from '#ui/lists/list-state.ts'
import type { Debt } from '#money/sales/debt.contract.ts'
import type { RecentAttendance } from '#timetable/attendance/attendance.contract.ts'

const minute = 60_000

/** What rooms above know of customers, by the names of their calls. */
type Facts = { debts: Debt; recent: RecentAttendance }
const entities = { debts: 'sales', recent: 'attendance' } as const

/** What the rooms above know of the customers of a page: what they owe, and when they last came. */
export function useCustomerFacts(rows: readonly Customer[] | undefined) {
  const client = useQueryClient()
  const may = { debts: useMay('sales.debts'), recent: useMay('attendance.recent') }
  const keyOf = (fact: keyof Facts, id: string) => [entities[fact], fact, 'of', id]
  /** Stores what is known of each customer, also those of whom nothing is. */
  async function read<Fact extends keyof Facts>(fact: Fact, customers: string[], found: Promise<Facts[Fact][]>): Promise<Facts[Fact][]> {
    const known = await found
    for (const id of customers) client.setQueryData(keyOf(fact, id), known.find(({ customer }) => customer === id) ?? null)
    return known
  }
  const readDebts = (customers: string[]) => read('debts', customers, api.sales.debts({ customers }))
  const readRecent = (customers: string[]) => read('recent', customers, api.attendance.recent({ customers }))
  const ids = (rows ?? []).map(({ id }) => id)
  const isAsked = ids.length > 0
  const debts = useQuery({
    queryKey: ['sales', 'debts', ids],
    queryFn: () => readDebts(ids),
    enabled: may.debts && isAsked,
    staleTime: minute,
  })
  const recent = useQuery({
    queryKey: ['attendance', 'recent', ids],
    queryFn: () => readRecent(ids),
    enabled: may.recent && isAsked,
    staleTime: minute,
  })
  /** What is known of someone on another page, unless something has changed since. */
  function known<Fact extends keyof Facts>(fact: Fact, id: string): Facts[Fact] | null | undefined {
    const state = client.getQueryState<Facts[Fact] | null>(keyOf(fact, id))
    return state?.isInvalidated ? undefined : state?.data
  }
  const debtOf = (id: string) =>
    debts.data && ids.includes(id) ? (debts.data.find(({ customer }) => customer === id) ?? null) : known('debts', id)
  const recentOf = (id: string) =>
    recent.data && ids.includes(id) ? (recent.data.find(({ customer }) => customer === id) ?? null) : known('recent', id)
  return {
    mayOwe: may.debts,
    mayCome: may.recent,
    debtOf,
    recentOf,
    /** Reads a page with what is known of its customers, for a file or for paper. */
    async withFacts(page: Promise<ListPage<Customer>>): Promise<ListPage<Customer>> {
      const found = await page
      const customers = found.rows.map(({ id }) => id)
      if (customers.length > 0) await Promise.all([may.debts && readDebts(customers), may.recent && readRecent(customers)])
      return found
    },
  }
}
