import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { amountLimit } from '#lib/amounts.ts'
import { fullName } from '#lib/names.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf } from '#kernel/base.ts'
import { withTenant } from '#kernel/context.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { nilId } from '#kernel/ids.ts'
import { countOrRefuse, limits, type Limit } from '#kernel/limits.ts'
import { sha256 } from '#kernel/secrets.ts'
import { lockQuoteForAction, writeQuoteColumns } from './quote.actions.server.ts'
import { quoteContract, type AnswerInput, type QuoteOffer } from './quote.contract.ts'
import { quoteState } from './quote.row.server.ts'

const os = handlersOf({ quotes: quoteContract })

/** The error for a link that is wrong or has ended, or whose quote has ended: always the same. */
const notFound = () => failure('document/not-found')

/** Finds the quote that a link opens by the hash of its secret alone. @throws document/not-found, auth/too-many-requests */
async function openLink(call: Call, limit: Limit, token: string): Promise<{ vendorId: string; quote: string }> {
  const { app } = call
  await countOrRefuse(app, [limit, call.ip])
  const link = await app.db.kysely
    .selectFrom('quoteLinks')
    .select(['vendorId', 'quote'])
    .where('hash', '=', sha256(token))
    .where('expiresAt', '>', instant(app))
    .executeTakeFirst()
  if (!link) throw notFound()
  return link
}

/** A quote as its link shows it. @throws document/not-found if it may not be seen, such as an expired quote */
async function readOffer(trx: Trx, vendorId: string, id: string, today: string): Promise<QuoteOffer> {
  const { rows } = await sql<QuoteOffer & QuoteOffer['vendor']>`
    select q."number", coalesce(v."name", m."name") as "name", coalesce(v."logo", '') as "logo", m."code" as "country", b."name" as "batchName",
      kind."nameEn" as "serviceEn", kind."nameAr" as "serviceAr", q."candidates", q."quote", q."offeredPrice", q."counterPrice", q."counterNote",
      q."agreedPrice", q."currency", country."exponent", q."validUntil", ${quoteState(today)} as "state"
    from "quotes" q join "merchants" m on m."vendorId" = ${vendorId} join "countries" country on country."id" = m."code"
    left join "vendors" v on v."vendorId" = ${vendorId}
    left join "batches" b on b."vendorId" = ${vendorId} and b."id" = q."batch"
    join "services" s on s."vendorId" = ${vendorId} and s."id" = coalesce(q."service", b."service")
    join "serviceTypes" kind on kind."id" = s."service"
    where q."vendorId" = ${vendorId} and q."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row || !['sent', 'countered', 'accepted', 'converted', 'declined'].includes(row.state)) throw notFound()
  const { name, logo, country, ...shown } = row
  return { ...shown, vendor: { name: name || 'Touchline', logo, country } }
}

/** The columns that an answer changes on the quote. */
function columnsOf({ answer, price, note }: AnswerInput, { offeredPrice, candidates }: QuoteOffer): Record<string, unknown> {
  if (answer === 'accept') return { state: 'accepted', agreedPrice: offeredPrice }
  if (answer === 'decline') return { state: 'declined' }
  if ((price ?? 0) * candidates > amountLimit) throw fieldFailure('price', 'offer.price.most')
  return { state: 'countered', counterPrice: price, counterNote: note }
}

/** Notifies the members of the customer's answer; a quote that is sent again is another version. */
async function notifyOfAnswer(
  where: { trx: Trx; call: Call; vendorId: string },
  id: string,
  input: AnswerInput,
  offer: QuoteOffer,
): Promise<void> {
  const { trx, vendorId } = where
  const row = await trx
    .selectFrom('quotes')
    .innerJoin('customers', (join) => join.on('customers.vendorId', '=', vendorId).onRef('customers.id', '=', 'quotes.customer'))
    .select(['quotes.version', 'customers.firstName', 'customers.lastName'])
    .where('quotes.vendorId', '=', vendorId)
    .where('quotes.id', '=', id)
    .executeTakeFirstOrThrow()
  const { number, currency, exponent } = offer
  const price = { minor: input.price ?? offer.offeredPrice, currency, exponent }
  const values = { customer: fullName(row), number, answer: input.answer, price }
  await notify(where, { kind: 'quoteAnswered', cause: `${id}:${row.version}`, about: id, values })
}

/** Writes the customer's only answer. @throws document/not-found, quote/state after an earlier answer */
async function answer(call: Call, input: AnswerInput): Promise<QuoteOffer> {
  const { vendorId, quote: id } = await openLink(call, limits.answerByAddress, input.token)
  return withTenant(call, vendorId, async (ctx) => {
    const { trx, now } = ctx
    const today = await ctx.today()
    await lockQuoteForAction(ctx, id)
    const offer = await readOffer(trx, vendorId, id, today)
    if (offer.state !== 'sent') throw failure('quote/state')
    const columns = columnsOf(input, offer)
    await writeQuoteColumns(ctx, id, { ...columns, answeredAt: now })
    await notifyOfAnswer(ctx, id, input, offer)
    await audit(
      trx,
      call,
      { action: input.answer, entity: 'quote', target: id, before: { state: offer.state }, after: columns },
      { vendorId, userId: nilId, role: 'customer' },
    )
    return readOffer(trx, vendorId, id, today)
  })
}

export const offerHandlers = {
  offer: os.quotes.offer.handler(async ({ context: call, input: { token } }) => {
    const { vendorId, quote } = await openLink(call, limits.offerByAddress, token)
    return withTenant(call, vendorId, async ({ trx, today }) => readOffer(trx, vendorId, quote, await today()))
  }),
  answer: os.quotes.answer.handler(({ context: call, input }) => answer(call, input)),
}
