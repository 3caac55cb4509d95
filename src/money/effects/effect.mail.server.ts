import { mailOutside } from '#business/notifications/deliver.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { readersOf, vendorInMails, type Reader } from '#directory/customers/readers.server.ts'
import type { Act, EffectLine } from '#business/acts/act-effects.contract.ts'
import type { TenantContext } from '#kernel/context.ts'
import { composeMail } from '#kernel/mail.ts'
import { catalogueText, type Language } from '#kernel/texts.ts'
import { mannerOf } from '#lib/manner.ts'
import { moneyText } from '#lib/money.ts'

const keys = { creditPosted: 'effects.mail.posted', creditReversed: 'effects.mail.reversed' } as const

type Line = Pick<EffectLine, 'kind' | 'customer' | 'amount' | 'batch' | 'batchName' | 'method'> & { paidBack?: number }

/** Credits per customer, as mails name them. */
type Credits = { of: ReadonlyMap<string, readonly Line[]>; vendor: string; text: (minor: number, language: Language) => string }

async function creditsIn({ trx, vendorId }: TenantContext, lines: readonly Line[]): Promise<Credits> {
  const of = Map.groupBy(
    lines.filter((line) => line.kind !== 'charge' && line.amount > 0),
    ({ customer }) => customer,
  )
  const { vendor, country } = await vendorInMails(trx, vendorId)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  return { of, vendor, text: (minor, language) => moneyText(minor, currency, exponent, mannerOf(language, country)) }
}

/** The values of what was credited and refunded to a reader, with the sentence that says it. */
function sumsFor({ of, text }: Credits, { id, language }: Pick<Reader, 'id' | 'language'>) {
  const own = of.get(id) ?? []
  const refunded = own.reduce((sum, { method, paidBack = 0 }) => sum + (method === null ? 0 : paidBack), 0)
  const amount = own.reduce((sum, line) => sum + line.amount, 0) - refunded
  const how = refunded === 0 ? 'credit' : amount === 0 ? 'refund' : 'both'
  const sums = { amount: text(amount, language), refunded: text(refunded, language), how }
  return { ...sums, money: catalogueText(language, 'effects.mail.money', sums) }
}

/** A paragraph for each reader's mail about a cancelled batch, and mails to those who get no such mail. */
export async function creditNotes(ctx: TenantContext, act: Act, lines: readonly Line[]) {
  const credits = await creditsIn(ctx, lines)
  const notified = new Set<string>()
  return {
    noteFor(reader: Reader): string {
      if (!credits.of.has(reader.id) || notified.has(reader.id)) return ''
      notified.add(reader.id)
      return sumsFor(credits, reader).money
    },
    notifyOthers: () =>
      notifyOfCredit(
        ctx,
        'creditPosted',
        act,
        lines.filter(({ customer }) => !notified.has(customer)),
      ),
  }
}

/**
 * Notifies people by email, in their language, of what an act credited or refunded to them, or that it was reversed. A charge has a
 * bill, which is mailed on its own.
 */
export async function notifyOfCredit(ctx: TenantContext, kind: keyof typeof keys, act: Act, lines: readonly Line[]): Promise<void> {
  const credits = await creditsIn(ctx, lines)
  if (credits.of.size === 0) return
  const { vendor } = credits
  for (const reader of await readersOf(ctx.trx, ctx.vendorId, [...credits.of.keys()])) {
    const { id: customer, email, firstName, language } = reader
    const [first] = credits.of.get(customer) ?? []
    if (!first) continue
    const values = { name: firstName, vendor, batch: first.batchName, act, ...sumsFor(credits, reader) }
    await mailOutside(ctx, { kind, customer, about: first.batch }, composeMail(email, language, keys[kind], values))
  }
}
