import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Figure } from './subscription.rules.ts'

/** A figure that opens its rows; nothing has no rows to open. */
export function FigureLink({
  figure,
  month,
  of,
  after,
  kept,
  value,
  children,
}: {
  figure: Figure
  month: string
  of?: string | null
  after?: number
  kept: Record<string, string>
  value: number
  children: ReactNode
}) {
  if (value === 0) return <>{children}</>
  const search = { ...kept, figure, month, ...(of ? { of } : {}), ...(after ? { after } : {}) }
  return (
    <Link to="." search={search as never} hash="rows" resetScroll={false}>
      {children}
    </Link>
  )
}
