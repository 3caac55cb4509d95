import { mailOutside } from '#business/notifications/deliver.server.ts'
import { withdrawMails } from '#business/notifications/withdraw.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { readersOf, vendorInMails } from '#directory/customers/readers.server.ts'
import { requireVerified } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { claimOrRefuse, limits } from '#kernel/limits.ts'
import { composeMail } from '#kernel/mail.ts'
import { longDay } from '#lib/long-day.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'
import { fieldsOf } from '#lib/choices.ts'
import type { Batch, PriceEffect } from '#timetable/batches/batch.contract.ts'

/** The values of a delivery about a batch's price: the day from which the batch has it. */
type Values = { batch?: string; planned?: string }

/** What a person pays before and after, in minor units, and the first day that the price after pays for. */
type News = Pick<PriceEffect, 'customer' | 'before' | 'after'> & { from: string }

const keys = { priceChanged: 'enrolments.mail.price', priceKept: 'enrolments.mail.priceKept' } as const

/**
 * Notifies people by email, in their language, what they pay from which day on, or that their price stays.
 * @param planned the day from which the batch has the price; null for the price of one place
 * @returns how many are notified @throws auth/email-unverified
 */
export async function notifyOfPrice(
  ctx: TenantContext,
  kind: keyof typeof keys,
  batch: Pick<Batch, 'id' | 'name' | 'currency' | 'priceUnit'>,
  news: readonly News[],
  planned: string | null,
): Promise<number> {
  const { trx, call, vendorId } = ctx
  if (news.length === 0) return 0
  const readers = await readersOf(
    trx,
    vendorId,
    news.map(({ customer }) => customer),
  )
  const { vendor, country } = await vendorInMails(trx, vendorId)
  const { exponent } = await currencyOf(trx, vendorId)
  if (readers.length > 0 && call.session) requireVerified(call.session)
  let notified = 0
  for (const { id: customer, email, firstName, language } of readers) {
    const effect = news.find((one) => one.customer === customer)
    if (!effect) continue
    const manner = mannerOf(language, country)
    const money = (minor: number) => moneyText(minor, batch.currency, exponent, manner)
    const mail = composeMail(email, language, keys[kind], {
      name: firstName,
      vendor,
      batch: batch.name,
      unit: batch.priceUnit,
      before: money(effect.before),
      after: money(effect.after),
      from: longDay(effect.from, manner),
    })
    const values: Values = planned === null ? {} : { batch: batch.id, planned }
    if (await mailOutside(ctx, { kind, customer, about: batch.id, values }, mail)) notified += 1
  }
  return notified
}

/**
 * Counts that a member notifies people of a price, so that no one fills mailboxes by changing it again and again.
 * @param about id of the batch, or of the only place concerned @throws auth/too-many-requests
 */
export function countPriceMails({ trx, call, vendorId }: TenantContext, about: string): Promise<void> {
  return claimOrRefuse(trx, call.app, [limits.mailByPaper, `${vendorId}:${about}`])
}

/**
 * Withdraws the mails about a planned price that have not left.
 * @param planned the day of the price
 * @returns the customers whose last mail about the batch's price says that it changes on that day
 */
export async function withdrawPriceMails(ctx: TenantContext, batch: string, planned: string): Promise<Set<string>> {
  const { trx, vendorId } = ctx
  const unsent = await withdrawMails<Values>(ctx, ['priceChanged'], ({ values }) => values.batch === batch && values.planned === planned)
  const sent = await trx
    .selectFrom('deliveries')
    .select(['kind', 'customer', 'values'])
    .where('vendorId', '=', vendorId)
    .where('kind', 'in', ['priceChanged', 'priceKept'])
    .where('about', '=', batch)
    .where('state', '<>', 'dropped')
    .orderBy('at')
    .orderBy('id')
    .execute()
  const expecting = new Set<string>()
  for (const { kind, customer, values } of sent)
    if (customer !== null && fieldsOf(values)['planned'] === planned) expecting[kind === 'priceChanged' ? 'add' : 'delete'](customer)
  for (const { customer, wasTried } of unsent) if (wasTried) expecting.add(customer)
  return expecting
}
