import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { viewCounter, type ViewCount } from './own-views.ts'
import type { ListOf } from './use-views.ts'
import { stateOf, type PlainList } from './view-query.ts'

/** The most views that are counted: those that a wide window shows in one line. */
const most = 8

const minute = 60_000

/** Whether the browser has had nothing else to do since something was there. */
function useIdle(isThere: boolean): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!isThere) return
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 300)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(() => setIdle(true), { timeout: 2000 })
    return () => cancelIdleCallback(id)
  }, [isThere])
  return isIdle
}

/**
 * How many rows the views of a list have: one call for all of them, once the list's own rows are there. The whole list is not
 * counted: its number asks for nothing, and is the costliest.
 * @param found the rows that the list shows, once they are there
 * @returns the count by a view's query: null while it is not known, undefined for a view that is not counted
 */
export function useViewCounts(of: ListOf | undefined, queries: readonly string[], plain: PlainList, found: ViewCount | undefined) {
  const isIdle = useIdle(found !== undefined)
  const count = of ? viewCounter() : null
  const counted = count ? queries.filter((query) => query !== '').slice(0, most) : []
  const { data } = useQuery({
    queryKey: [...(of?.key ?? []), plain.today, counted],
    async queryFn() {
      const calls = counted.map((query) => of?.callOf(stateOf(query, plain).filters) ?? null)
      const counts = (await count?.(calls.filter((call) => call !== null)))?.values()
      return calls.map((call) => (call && counts?.next().value) ?? null)
    },
    enabled: isIdle && counted.length > 0,
    staleTime: minute,
  })
  return (query: string): ViewCount | null | undefined => (counted.includes(query) ? (data?.[counted.indexOf(query)] ?? null) : undefined)
}
