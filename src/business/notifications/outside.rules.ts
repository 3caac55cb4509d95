import { keysOf } from '#lib/choices.ts'
import type { Place, Plans } from '#lib/addresses.ts'

/** A page, or the page of a record by its id. */
export type Opens = Place | Plans | ((id: string) => Place)

export const saleOf = (id: string): Place => ({ to: '/sales/sale', search: { id } })
export const quoteOf = (id: string): Place => ({ to: '/sales/quote', search: { id } })
export const sessionOf = (id: string): Place => ({ to: '/services/session', search: { id } })
export const batchOf = (id: string): Place => ({ to: '/services/batch', search: { id } })

/** The mails to non-members, which the delivery log lists in addition to the kinds, each with the page that shows more. */
export const outsidePlaces = {
  receipt: saleOf,
  bill: saleOf,
  reminder: saleOf,
  billVoided: saleOf,
  quoteOffer: quoteOf,
  quoteAgreed: quoteOf,
  quoteDeclined: quoteOf,
  placeOffer: batchOf,
  sessionAdded: sessionOf,
  sessionCancelled: sessionOf,
  sessionChanged: sessionOf,
  sessionRestored: sessionOf,
  scheduleChanged: batchOf,
  priceChanged: batchOf,
  priceKept: batchOf,
  nextSeason: batchOf,
  creditPosted: batchOf,
  creditReversed: batchOf,
  invitation: { to: '/staff', search: { tab: 'team' } },
} as const satisfies Record<string, Opens>

export type OutsideMail = keyof typeof outsidePlaces
export const outsideMails = keysOf(outsidePlaces)

/** Whether a kind of mail goes to people outside the business. */
export const isOutsideMail = (kind: string): kind is OutsideMail => Object.hasOwn(outsidePlaces, kind)
