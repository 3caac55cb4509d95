import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Search } from '#lib/addresses.ts'
import type { SubscriptionFigure } from './subscription.rules.ts'

/** A figure that links to its rows; 0 has none to link to. */
export function FigureLink({
  figure,
  month,
  of,
  after,
  base,
  value,
  children,
}: {
  figure: SubscriptionFigure
  month: string
  of?: string | null
  after?: number
  base: Search
  value: number
  children: ReactNode
}) {
  if (value === 0) return <>{children}</>
  const search = { ...base, figure, month, ...(of ? { of } : {}), ...(after ? { after } : {}) }
  return (
    <Link to="." search={search} hash="rows" resetScroll={false}>
      {children}
    </Link>
  )
}
