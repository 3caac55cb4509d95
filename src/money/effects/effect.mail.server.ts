import { mailOutside } from '#business/notifications/deliver.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { readersOf, vendorInMails } from '#directory/customers/readers.server.ts'
import type { Act, EffectLine } from '#business/acts/act-effects.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'

const keys = { creditPosted: 'effects.mail.posted', creditReversed: 'effects.mail.reversed' } as const

/**
 * Notifies people by email, in their language, of what an act credited or refunded to them, or that it was reversed. A charge has a
 * bill, which is mailed on its own.
 */
export async function notifyOfCredit(
  ctx: TenantContext,
  kind: keyof typeof keys,
  act: Act,
  lines: readonly (Pick<EffectLine, 'kind' | 'customer' | 'amount' | 'batch' | 'batchName' | 'method'> & { paidBack?: number })[],
): Promise<void> {
  const { trx, vendorId } = ctx
  const credits = Map.groupBy(
    lines.filter((line) => line.kind !== 'charge' && line.amount > 0),
    ({ customer }) => customer,
  )
  if (credits.size === 0) return
  const readers = await readersOf(trx, vendorId, [...credits.keys()])
  const { vendor, country } = await vendorInMails(trx, vendorId)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  for (const { id: customer, email, firstName, language } of readers) {
    const own = credits.get(customer) ?? []
    const [first] = own
    if (!first) continue
    const refunded = own.reduce((sum, { method, paidBack = 0 }) => sum + (method === null ? 0 : paidBack), 0)
    const amount = own.reduce((sum, line) => sum + line.amount, 0) - refunded
    const text = (minor: number) => moneyText(minor, currency, exponent, mannerOf(language, country))
    const mail = composeMail(email, language, keys[kind], {
      name: firstName,
      vendor,
      batch: first.batchName,
      act,
      amount: text(amount),
      refunded: text(refunded),
      how: refunded === 0 ? 'credit' : amount === 0 ? 'refund' : 'both',
    })
    await mailOutside(ctx, { kind, customer, about: first.batch }, mail)
  }
}
