import { addDays, earlier, later } from '#lib/days.ts'
import type { SeasonException } from '#timetable/batches/season.contract.ts'
import { chargeWithin } from './enrolment.rules.ts'

/** A place of a batch, or somebody on its waiting list, as the next season finds them. */
export type PlaceInSeason = {
  customer: string | null
  customerState: string | null
  isErased: boolean
  /** Whether they have a place in a batch that follows this one, or wait for one. */
  isThere: boolean
  state: string
  startDate: string
  endDate: string
  nextChargeOn: string | null
  billedThrough: string | null
  priceUnit: 'month' | 'term' | 'session'
  cancelAtPeriodEnd: boolean
  /** Whether a quote agreed its price. */
  isQuoted: boolean
}

/** Whether somebody waits for a place, also with an offer of one that they have not accepted. */
export const isWaiting = ({ state }: Pick<PlaceInSeason, 'state'>) => state === 'waitlisted' || state === 'offered'

/**
 * Why somebody does not continue in the next season; null if they can.
 * @param batchEnd the last day of their batch
 */
export function seasonException(place: PlaceInSeason, batchEnd: string): SeasonException | null {
  if (place.customer === null) return 'unnamed'
  if (place.isErased) return 'erased'
  if (place.isThere) return 'there'
  if (place.customerState === 'blocked') return 'blocked'
  if (place.customerState === 'archived') return 'archived'
  if (isWaiting(place)) return null
  if (place.cancelAtPeriodEnd) return 'leaving'
  if (place.endDate < batchEnd) return 'ended'
  // The buyer of the quote paid for the term; the person has agreed to no bill for another one.
  return place.isQuoted && place.priceUnit === 'term' ? 'quote' : null
}

/**
 * Whether the first charge of a place was postponed past its end. Its terms say that it is free, which is true of its own
 * days alone.
 * @param batchEnd the last day of its batch
 */
export const isPostponed = ({ nextChargeOn, endDate }: Pick<PlaceInSeason, 'nextChargeOn' | 'endDate'>, batchEnd: string): boolean =>
  nextChargeOn !== null && nextChargeOn > earlier(endDate, batchEnd)

/** The first day of a place in the next season: the batch's, but after the last day of the old place, so that no day has two. */
export function seasonStart(place: Pick<PlaceInSeason, 'state' | 'endDate'>, batchEnd: string, startDate: string): string {
  return isWaiting(place) ? startDate : later(startDate, addDays(earlier(place.endDate, batchEnd), 1))
}

/**
 * The first charge of a place in the next season. The old place is billed to its end, so this one is billed from its own
 * start, and not before a later day that was agreed. Free places have none,
 * and single sessions are billed one by one.
 * @param from the first day of the new place
 */
export function seasonCharge(place: PlaceInSeason, isFree: boolean, from: string): string | null {
  if (isFree) return null
  if (place.priceUnit === 'session') return isWaiting(place) ? chargeWithin(from, place.nextChargeOn) : null
  const { billedThrough, nextChargeOn } = place
  // A freeze moves the next charge with the billed days; any other day after them was agreed.
  const isAgreed = nextChargeOn !== null && (billedThrough === null || nextChargeOn > addDays(billedThrough, 1))
  return later(from, isAgreed ? nextChargeOn : '')
}
