import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Place, Plans } from '#lib/addresses.ts'

/** A link to the record of a row or notification. */
export function PlaceLink({ place, children, ...link }: { place: Place | Plans } & Omit<ComponentProps<'a'>, 'href'>) {
  if (place.to === '/plans')
    return (
      <a href={place.to} {...link}>
        {children}
      </a>
    )
  return (
    <Link to={place.to} search={place.search ?? {}} {...link}>
      {children}
    </Link>
  )
}
