import type { Trx } from '#db/tenant.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { readerOf } from '#directory/customers/customer.mail.server.ts'
import { mannerOf } from '#lib/manner.ts'
import { instant, type App } from '#kernel/app.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import type { Enrolment } from './enrolment.contract.ts'

/** How long after the end of its offer a link still says what became of it, in milliseconds. */
const linkMs = 30 * 86_400_000

/** Deletes the links to an offered place, so that their secrets stop working. */
async function endOfferLinks({ trx, vendorId }: TenantContext, enrolment: string): Promise<void> {
  await trx.deleteFrom('offerLinks').where('vendorId', '=', vendorId).where('enrolment', '=', enrolment).execute()
}

/** Deletes links of offers that ended a while ago. */
export const dropOfferLinks = (trx: Trx, app: App) => trx.deleteFrom('offerLinks').where('expiresAt', '<=', instant(app)).execute()

/** The links of an offer: to take the place, and to decline it. The secret follows the #, so that it appears in no log and no Referer. */
async function linksTo(ctx: TenantContext, enrolment: string, language: string, offeredUntil: string) {
  const { trx, call, vendorId } = ctx
  // Outside a request only the configured origin is known; without one the customer answers the business.
  if (!call.origin) return null
  const token = randomToken()
  await endOfferLinks(ctx, enrolment)
  const expiresAt = new Date(Date.parse(offeredUntil) + linkMs).toISOString()
  await trx
    .insertInto('offerLinks')
    .values({ hash: sha256(token), vendorId, enrolment, expiresAt })
    .execute()
  const page = `${call.origin}/place?lang=${language}`
  return { link: `${page}#${token}`, declineLink: `${page}&answer=decline#${token}` }
}

/**
 * Mails a waiting person the offer of a place in their language, with a secret link of which only the SHA-256 is stored.
 * @param offeredUntil when the offer ends, UTC
 * @returns whether the mail is queued; false without an address
 */
export async function mailPlaceOffer(ctx: TenantContext, row: Enrolment, offeredUntil: string): Promise<boolean> {
  const { trx, vendorId } = ctx
  const { email, language, firstName } = await readerOf(trx, vendorId, row.customer)
  if (!email) return false
  const vendor = await trx.selectFrom('merchants').select(['name', 'code']).where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: await ctx.zone() } as const
  const until = new Intl.DateTimeFormat(mannerOf(language, vendor.code), format).format(new Date(offeredUntil))
  const values = { name: firstName, batch: row.batchName, vendor: vendor.name || 'Touchline', until }
  const links = await linksTo(ctx, row.id, language, offeredUntil)
  const mail = links
    ? composeMail(email, language, 'enrolments.mail.offer', { ...values, ...links }, { link: links.link, second: links.declineLink })
    : composeMail(email, language, 'enrolments.mail.offerUnlinked', values)
  return mailOutside(ctx, { kind: 'placeOffer', customer: row.customer, about: row.batch }, mail, offeredUntil)
}
