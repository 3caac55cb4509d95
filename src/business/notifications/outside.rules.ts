/** An address; `id` says that it names what is shown there. */
export type Opens = { to: string; search?: Record<string, string>; id?: true }

export const saleOf = { to: '/sales/sale', id: true } as const
export const quoteOf = { to: '/sales/quote', id: true } as const
export const sessionOf = { to: '/services/session', id: true } as const
export const batchOf = { to: '/services/batch', id: true } as const

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
export const outsideMails = Object.keys(outsidePlaces) as OutsideMail[]
