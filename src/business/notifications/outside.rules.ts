import { keysOf } from '#lib/choices.ts'
import type { Place, Plans } from '#lib/addresses.ts'

/** An address, or the one of a record by its id. */
export type Opens = Place | Plans | ((id: string) => Place)

export const saleOf = (id: string): Place => ({ to: '/sales/sale', search: { id } })
export const quoteOf = (id: string): Place => ({ to: '/sales/quote', search: { id } })
export const sessionOf = (id: string): Place => ({ to: '/services/session', search: { id } })
export const batchOf = (id: string): Place => ({ to: '/services/batch', search: { id } })

/** The mails to who is no member, which the log of what was sent names beside the kinds, and what shows more of each. */
export const outsidePlaces = {
  receipt: saleOf,
  bill: saleOf,
  reminder: saleOf,
  quoteOffer: quoteOf,
  quoteAgreed: quoteOf,
  quoteDeclined: quoteOf,
  placeOffer: batchOf,
  sessionCancelled: sessionOf,
  sessionChanged: sessionOf,
  sessionRestored: sessionOf,
  scheduleChanged: batchOf,
  invitation: { to: '/staff', search: { tab: 'team' } },
} as const satisfies Record<string, Opens>

export type OutsideMail = keyof typeof outsidePlaces
export const outsideMails = keysOf(outsidePlaces)

/** Whether a mail goes to people outside the business, by its kind. */
export const isOutsideMail = (kind: string): kind is OutsideMail => Object.hasOwn(outsidePlaces, kind)
