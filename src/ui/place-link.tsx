import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Place, Plans } from '#lib/addresses.ts'

/** A link to what a row or a notification tells of. */
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
