import { mailByHand, readerOf } from '#directory/customers/customer.mail.server.ts'
import { mailOutside } from '#business/notifications/deliver.server.ts'
import { midnightAfter, zoneOf } from '#business/setup/zone.server.ts'
import { longDay } from '#lib/long-day.ts'
import { contentOf, mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { randomToken, sha256 } from '#kernel/secrets.ts'
import type { Language } from '#kernel/texts.ts'
import type { QuoteDetail } from './quote.contract.ts'

/** The name of a service type, or of the quoted batch, in a language. */
export async function quotedName(
  { trx }: Pick<TenantContext, 'trx'>,
  row: Pick<QuoteDetail, 'batchName' | 'serviceType'>,
  language: Language,
) {
  if (row.batchName !== null) return row.batchName
  const type = await trx.selectFrom('serviceTypes').select(['nameEn', 'nameAr']).where('id', '=', row.serviceType).executeTakeFirstOrThrow()
  return contentOf(type, 'name', language)
}

/** The customer's address and language, and the values of a mail about a quote. */
async function addressed({ trx, vendorId }: TenantContext, row: QuoteDetail) {
  const { email, language, firstName } = await readerOf(trx, vendorId, row.customer)
  const vendor = await trx.selectFrom('merchants').select(['name', 'code']).where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
  const locale = mannerOf(language, vendor.code)
  const money = (minor: number) => moneyText(minor, row.currency, row.exponent, locale)
  const values = {
    name: firstName,
    vendor: vendor.name || 'Touchline',
    number: row.number,
    what: await quotedName({ trx }, row, language),
    quote: row.quote.replaceAll(/\n+/g, ' '),
    candidates: row.candidates,
    price: money(row.counterPrice ?? row.offeredPrice),
    total: money((row.counterPrice ?? row.offeredPrice) * row.candidates),
    until: longDay(row.validUntil, locale),
  }
  return { email, language, values }
}

/** Deletes the link of a quote, so that its secret stops working. */
export async function endQuoteLink({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>, quote: string): Promise<void> {
  await trx.deleteFrom('quoteLinks').where('vendorId', '=', vendorId).where('quote', '=', quote).execute()
}

/**
 * Mails the customer the offer in their language with a new secret link, of which only the SHA-256 is stored; the
 * previous link ends. The secret follows the #, so that it appears in no log and no Referer.
 * @returns the address
 * @throws request/invalid at `email` if there is none, auth/too-many-requests
 */
export async function mailOffer(ctx: TenantContext, row: QuoteDetail): Promise<string> {
  const { trx, call, vendorId } = ctx
  const { email, language, values } = await addressed(ctx, row)
  if (!email) throw fieldFailure('email', 'sales.receipt.noAddress')
  const token = randomToken()
  const expiresAt = midnightAfter(row.validUntil, await zoneOf(trx, vendorId))
  await endQuoteLink(ctx, row.id)
  await trx
    .insertInto('quoteLinks')
    .values({ hash: sha256(token), vendorId, quote: row.id, expiresAt })
    .execute()
  const link = `${call.origin}/quote?lang=${language}#${token}`
  const mail = composeMail(email, language, 'quotes.mail.offer', { ...values, link }, { link })
  await mailByHand(ctx, { kind: 'quoteOffer', customer: row.customer, about: row.id }, mail, expiresAt)
  return email
}

/** Mails the customer the outcome of the counter-offer; does nothing without an address. */
export async function mailCounterAnswer(
  ctx: TenantContext,
  row: QuoteDetail,
  key: 'quotes.mail.agreed' | 'quotes.mail.declined',
): Promise<void> {
  const { email, language, values } = await addressed(ctx, row)
  if (!email) return
  const kind = key === 'quotes.mail.agreed' ? 'quoteAgreed' : 'quoteDeclined'
  await mailOutside(ctx, { kind, customer: row.customer, about: row.id }, composeMail(email, language, key, values))
}
