import { currencyOf } from '#business/ledger/books.server.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { readersOf } from '#directory/customers/readers.server.ts'
import { requireVerified } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { claimOrRefuse, limits } from '#kernel/limits.ts'
import { composeMail } from '#kernel/mail.ts'
import { longDay } from '#lib/long-day.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { isWaiting } from '#timetable/enrolments/next-place.rules.ts'
import type { NextPlace } from '#timetable/enrolments/next-place.server.ts'
import { batchText } from '#timetable/sessions/batch.notify.server.ts'
import { sessionNames } from '#timetable/sessions/tell-mail.server.ts'
import type { SeasonPrice } from './season.facts.server.ts'

/**
 * Notifies people by email, in their language, of the place that they have in the next season, with its dates, hours and
 * price and the day of the first bill; who waits, that they still do.
 * @param prices of the places, in their order
 * @throws auth/email-unverified, auth/too-many-requests
 */
export async function notifyOfSeason(
  ctx: TenantContext,
  from: Batch,
  into: Batch,
  next: readonly NextPlace[],
  prices: readonly SeasonPrice[],
): Promise<void> {
  const { trx, call, vendorId } = ctx
  const places = new Map(next.map((one, at) => [one.place.customer, { ...one, ...prices[at] }]))
  const readers = await readersOf(
    trx,
    vendorId,
    next.flatMap(({ place }) => place.customer ?? []),
  )
  if (readers.length === 0) return
  if (call.session) requireVerified(call.session)
  await claimOrRefuse(trx, call.app, [limits.mailByPaper, `${vendorId}:${from.id}`])
  const names = await sessionNames(trx, vendorId, await ctx.zone(), [into])
  const { currency, exponent } = await currencyOf(trx, vendorId)
  for (const { id: customer, email, firstName, language } of readers) {
    const one = places.get(customer)
    if (!one) continue
    const manner = mannerOf(language, names.country)
    const money = (minor: number) => moneyText(minor, currency, exponent, manner)
    const { price = 0, billFrom = null, billTotal = null, isFree, startDate } = one
    const kind = isWaiting(one.place) ? 'effects.mail.seasonWaiting' : 'effects.mail.season'
    const mail = composeMail(email, language, kind, {
      name: firstName,
      vendor: names.vendor,
      before: from.name,
      batch: into.name,
      when: batchText(names, language, into),
      from: longDay(startDate, manner),
      // A period's price counts without tax where prices do not contain it, like everywhere else that it is named.
      price: money(price),
      unit: isFree ? 'free' : one.place.priceUnit,
      hasBill: billFrom === null ? 'no' : 'yes',
      billFrom: longDay(billFrom ?? startDate, manner),
      bill: money(billTotal ?? 0),
    })
    await mailOutside(ctx, { kind: 'nextSeason', customer, about: into.id }, mail)
  }
}
