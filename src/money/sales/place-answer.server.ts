import { sql } from 'kysely'
import { lockBooks } from '#business/ledger/books.server.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { declinePlace } from '#timetable/enrolments/enrolment.actions.server.ts'
import { enrolmentContract, type Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { acceptedOn } from '#timetable/enrolments/enrolment.rules.ts'
import type { PlaceAnswer, PlaceOffer } from '#timetable/enrolments/place-offer.contract.ts'
import { lockBatchOf } from '#timetable/enrolments/places.server.ts'
import { termsOn } from '#timetable/enrolments/terms.server.ts'
import { fullName } from '#lib/names.ts'
import { trialAt } from '#lib/plans.ts'
import { instant } from '#kernel/app.ts'
import { handlersOf, type Call } from '#kernel/base.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import { failure } from '#kernel/failure.ts'
import { countOrRefuse, limits, type Limit } from '#kernel/limits.ts'
import { sha256 } from '#kernel/secrets.ts'
import { acceptOffer, billOnAccept } from './place-bill.server.ts'

const os = handlersOf({ enrolments: enrolmentContract })

/** Finds the place that a link opens by the hash of its secret alone. @throws document/not-found, auth/too-many-requests */
async function openLink(call: Call, limit: Limit, token: string): Promise<{ vendorId: string; enrolment: string }> {
  const { app } = call
  await countOrRefuse(app, [limit, call.ip])
  const link = await app.db.kysely
    .selectFrom('offerLinks')
    .select(['vendorId', 'enrolment'])
    .where('hash', '=', sha256(token))
    .where('expiresAt', '>', instant(app))
    .executeTakeFirst()
  if (!link) throw failure('document/not-found')
  return link
}

/** Whether the business may not write any more, since its trial is over (product 2.1). */
async function isTrialOver({ trx, call, vendorId }: TenantContext): Promise<boolean> {
  const { plan, trialStartedAt } = await trx
    .selectFrom('vendorPlans')
    .select(['plan', 'trialStartedAt'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  return plan === null && trialAt(trialStartedAt, call.app.now()).daysLeft === 0
}

/**
 * A cancelled place of an open batch was declined, or given up since; with its batch, everything else ends.
 * @param canTake whether the batch and the business take people today
 */
function stateOf({ state, isBlocked }: Enrolment, isBatchOpen: boolean, canTake: boolean): PlaceOffer['state'] {
  if (state === 'offered') return canTake && !isBlocked ? 'open' : 'closed'
  if (state === 'expired') return 'expired'
  if (state === 'cancelled' && isBatchOpen) return 'declined'
  return state === 'cancelled' || state === 'waitlisted' ? 'closed' : 'accepted'
}

/** What the page shows of a batch and its business, besides the place. */
type Shown = Pick<PlaceOffer, 'batchName' | 'serviceEn' | 'serviceAr' | 'trainingDays' | 'startingTime' | 'endingTime' | 'exponent'> &
  Pick<PlaceOffer['vendor'], 'name' | 'logo' | 'country' | 'firstWeekday'> & { batchState: string }

/** An offered place as its link shows it; changes nothing. */
async function readPlace(ctx: TenantContext, id: string): Promise<PlaceOffer> {
  const { trx, vendorId } = ctx
  const row = await readEnrolment(ctx, id)
  const { rows } = await sql<Shown>`
    select coalesce(v."name", m."name") as "name", coalesce(v."logo", '') as "logo", m."code" as "country", country."firstWeekday",
      country."exponent", b."name" as "batchName", b."state" as "batchState", b."trainingDays", b."startingTime", b."endingTime",
      kind."nameEn" as "serviceEn", kind."nameAr" as "serviceAr"
    from "batches" b join "merchants" m on m."vendorId" = ${vendorId} join "countries" country on country."id" = m."code"
    left join "vendors" v on v."vendorId" = ${vendorId}
    join "services" s on s."vendorId" = ${vendorId} and s."id" = b."service"
    join "serviceTypes" kind on kind."id" = s."service"
    where b."vendorId" = ${vendorId} and b."id" = ${row.batch}`.execute(trx)
  const [batch] = rows
  if (!batch) throw failure('document/not-found')
  const { name, logo, country, firstWeekday, batchState, ...shown } = batch
  const today = await ctx.today()
  const isOpen = batchState === 'open'
  const state = stateOf(row, isOpen, isOpen && row.batchEnd >= today && !(await isTrialOver(ctx)))
  const place = state === 'open' ? { ...row, ...acceptedOn(row, today) } : row
  const { price, discount } = await termsOn(ctx, row, place.startDate)
  const bill = state === 'open' ? await billOnAccept(ctx, row) : null
  return {
    ...shown,
    vendor: { name: name || 'Touchline', logo, country, firstWeekday, timeZone: await ctx.zone() },
    startDate: place.startDate,
    endDate: place.endDate,
    price: price - discount,
    priceUnit: row.priceUnit,
    currency: row.currency,
    bill,
    billedFrom: state === 'open' && bill === null && row.priceUnit === 'month' ? place.nextChargeOn : null,
    offeredUntil: state === 'open' ? row.offeredUntil : null,
    state,
  }
}

/** Declines the place for its customer. The desk is notified, since without the rule somebody has to offer it again. */
async function decline(ctx: TenantContext, row: Enrolment): Promise<void> {
  const { id, version, batch: about } = await declinePlace(ctx, row)
  const values = { customer: fullName(row), batch: row.batchName, next: (await billingRules(ctx)).placeOffers }
  await notify(ctx, { kind: 'offerDeclined', cause: `${id}:${version}`, about, values })
}

/**
 * Writes the customer's answer as the desk would; the lock on the batch lets one of two answers win.
 * @throws document/not-found, enrolment/state for another answer than the one that was given, too late, or for another
 * bill than the person saw
 */
async function answer(call: Call, input: PlaceAnswer): Promise<PlaceOffer> {
  const { vendorId, enrolment: id } = await openLink(call, limits.placeAnswerByAddress, input.token)
  const work = async (ctx: TenantContext): Promise<PlaceOffer> => {
    // The books before the batch, in the same order as all billing.
    await lockBooks(ctx.trx, vendorId)
    await lockBatchOf(ctx, id)
    const offer = await readPlace(ctx, id)
    if (offer.state === (input.answer === 'accept' ? 'accepted' : 'declined')) return offer
    const isOtherBill = input.total !== undefined && input.total !== (offer.bill?.total ?? null)
    if (offer.state !== 'open' || (input.answer === 'accept' && isOtherBill)) throw failure('enrolment/state')
    const row = await readEnrolment(ctx, id)
    await (input.answer === 'accept' ? acceptOffer(ctx, row) : decline(ctx, row))
    return readPlace(ctx, id)
  }
  return runAs(call.app, 'customer', vendorId, work, { from: call })
}

/** What a person does who was offered a place and has the link of the email, but no account. */
export const placeAnswerHandlers = {
  place: os.enrolments.place.handler(async ({ context: call, input: { token } }) => {
    const { vendorId, enrolment } = await openLink(call, limits.placeByAddress, token)
    return runAs(call.app, 'customer', vendorId, (ctx) => readPlace(ctx, enrolment), { from: call })
  }),
  answer: os.enrolments.answer.handler(({ context: call, input }) => answer(call, input)),
}
