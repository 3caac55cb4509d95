import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { nextSpan, partOf, periodShare } from '#timetable/enrolments/enrolment.rules.ts'
import { billingRules } from '#timetable/enrolments/billing-rules.server.ts'
import { taxOn } from '#business/ledger/tax.server.ts'
import { taxRateOf, type TaxClass } from '#business/ledger/tax.rules.ts'
import { taxClassOn } from '#directory/services/service-tax.server.ts'
import { enrol } from '#timetable/enrolments/enrolment.actions.server.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { lockBatch } from '#timetable/enrolments/places.server.ts'
import { addKind, termsOn, type TermsOfDay } from '#timetable/enrolments/terms.server.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import type { Move } from '#business/ledger/ledger.rules.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { SaleItem } from './sale.contract.ts'
import { pricePlaces, type Priced } from './sale.rules.ts'

/** A sale item once its batch and its enrolment are known. */
export type SaleLine = {
  kind: 'batch' | 'free' | 'renewal'
  text: string
  quantity: number
  unit: number
  taxClass: TaxClass
  enrolment: string | null
  batch: string | null
  service: string | null
  hall: string | null
  trainer: string | null
  fromDay: string | null
  toDay: string | null
  /** The next charge and the last billed day of its place before a billing run billed it, which a void restores. */
  chargeBefore?: string | null
  billedBefore?: string | null
}

/** The currency of a vendor's country (product 2.14), and the vendor's tax on a day. */
export async function termsOf(trx: Trx, vendorId: string, day: string) {
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { rateThousandths, reducedThousandths, isIncluded } = await taxOn(trx, vendorId, day)
  return { currency, exponent, tax: { rateThousandths, reducedThousandths, isIncluded } }
}

/** A line for several places of one batch names their enrolments; the bill stores one line per place, so that each counts as billed. */
export type GroupLine = SaleLine & { places?: readonly string[] }

/** A line before it is priced, with the terms of its place, whose recurring discount it has. */
export type SoldLine = { line: GroupLine; terms?: TermsOfDay }

/** The lines as the bill stores them. */
export function eachPlace({ places, ...line }: GroupLine & Priced): (SaleLine & Priced)[] {
  if (!places) return [line]
  return pricePlaces(line, places.length).map((price, at) => ({ ...line, ...price, quantity: 1, enrolment: places[at] ?? null }))
}

/** The columns that a line takes from its batch. @param day of the bill, whose class of tax counts */
export async function aboutBatch(trx: Trx, vendorId: string, id: string, day: string) {
  const batch = await trx
    .selectFrom('batches')
    .select(['name', 'service', 'hall', 'trainer'])
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { name: text, ...about } = batch
  return { quantity: 1, batch: id, text, ...about, taxClass: await taxClassOn(trx, vendorId, about.service, day) }
}

/** How the places of a batch are taxed on a day: the taxes of the business, and the class and rate of the batch's service. */
export async function taxOfBatch({ trx, vendorId }: Pick<TenantContext, 'trx' | 'vendorId'>, batch: string, day: string) {
  const { tax } = await termsOf(trx, vendorId, day)
  const { taxClass } = await aboutBatch(trx, vendorId, batch, day)
  return { tax, taxClass, rateThousandths: taxRateOf(tax, taxClass) }
}

/**
 * The day that a sale of a single session pays for: that of the next session that no bill pays for, or today without
 * any; null if a bill pays for today already.
 */
async function sessionToSell({ trx, vendorId }: TenantContext, place: Enrolment, { fromDay: today }: { fromDay: string }) {
  const isUnbilled = (day: RawBuilder<unknown>) => sql`not exists (
    select 1 from "saleLines" l join "sales" x on x."vendorId" = ${vendorId} and x."id" = l."sale" and x."voidedAt" is null
    where l."vendorId" = ${vendorId} and l."enrolment" = ${place.id} and ${day} between l."fromDay" and l."toDay")`
  const { rows } = await sql<{ day: string | null }>`select coalesce((
      select min(s."day") from "batchSessions" s
      where s."vendorId" = ${vendorId} and s."batch" = ${place.batch} and s."state" <> 'cancelled'
        and s."day" between greatest(${today}::date, ${place.startDate}::date) and ${place.endDate}::date and ${isUnbilled(sql`s."day"`)}
    ), case when ${isUnbilled(sql`${today}::date`)} then ${today}::date end) as "day"`.execute(trx)
  const day = rows[0]?.day ?? null
  return day === null ? null : { fromDay: day, toDay: day }
}

/** Enrols the customer in the item's batch, or bills the next period of the place that they already have there. */
export async function batchLine(
  ctx: TenantContext,
  customer: string,
  item: Extract<SaleItem, { kind: 'batch' }>,
  at: number,
): Promise<SoldLine & { line: SaleLine }> {
  const { trx, vendorId } = ctx
  const today = await ctx.today()
  const path = ['items', at, 'batch']
  const batch = await lockBatch(ctx, item.batch, () => fieldFailure(path, 'sales.batch.required'))
  const running = await trx
    .selectFrom('enrolments')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('batch', '=', batch.id)
    .where('customer', '=', customer)
    .where('state', '=', 'active')
    .executeTakeFirst()
  const enrolment =
    running?.id ?? (await enrol(ctx, { batch: batch.id, customer, startDate: item.startDate, nextChargeOn: null, ifFull: 'refuse' })).id
  const row = await readEnrolment(ctx, enrolment)
  if (row.isBlocked) throw failure('customer/blocked')
  const span = nextSpan(row, batch.endDate, today)
  if (!span) throw fieldFailure(path, 'sales.batch.billed')
  const { after } = span
  const days = row.priceUnit === 'session' ? await sessionToSell(ctx, row, span) : span
  if (!days) throw fieldFailure(path, 'sales.batch.billed')
  const { fromDay, toDay } = days
  if (row.priceUnit !== 'session') await writeEnrolmentColumns(ctx, row, after)
  if (running) await addKind(ctx, row, fromDay, 'paid', null)
  const terms = partOf(await termsOn(ctx, row, fromDay), periodShare(row, span, (await billingRules(ctx)).proration))
  const about = await aboutBatch(trx, vendorId, batch.id, today)
  return { line: { ...about, kind: running ? 'renewal' : 'batch', unit: terms.price, enrolment, fromDay, toDay }, terms }
}

/** The subject of a line that is for nothing on the floor. */
export const aboutNothing = { enrolment: null, batch: null, service: null, hall: null, trainer: null, fromDay: null, toDay: null }

type Subject = Pick<SaleLine, 'batch' | 'service' | 'hall' | 'trainer'>

/** The class and the rate of a stored line; null in one that the previous version wrote. */
export type LineTax = { taxClass: TaxClass | null; taxRateThousandths: number | null }

/** The subject of a line, for reports. */
export function about(line: Subject, customer: string | null) {
  return { customer, batch: line.batch, service: line.service, hall: line.hall, trainer: line.trainer }
}

/** The subject of a line with its class of tax, as the tax report counts it. */
export function taxedAs(line: Subject & LineTax, customer: string | null) {
  const { taxClass, taxRateThousandths } = line
  return { ...about(line, customer), taxClass, taxRateThousandths }
}

/** The ledger moves of a commission: the marketplace owes that much less. */
export function commissionMoves(lines: readonly (Subject & { commission: number })[], customer: string | null): Move[] {
  return lines.map((line) => ({
    ...about(line, customer),
    debit: 'commission',
    credit: 'marketplaceReceivable',
    amount: line.commission,
  }))
}

/** The ledger moves of a sale: what the customer owes against revenue and the tax owed. */
export function saleMoves(lines: readonly (Subject & LineTax & Priced)[], customer: string | null): Move[] {
  return lines.flatMap((line) => {
    const of = taxedAs(line, customer)
    return [
      { ...of, debit: 'customerReceivable', credit: 'revenue', amount: line.net },
      { ...of, debit: 'discount', credit: 'revenue', amount: line.discount },
      { ...of, debit: 'customerReceivable', credit: 'taxPayable', amount: line.tax },
    ] satisfies Move[]
  })
}
