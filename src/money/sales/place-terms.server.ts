import { lockBooks, auditMoney } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { DiscountCall, Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { lockEnrolment, writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { loggedDiscount } from '#timetable/enrolments/terms.rules.ts'
import { addDiscount, termsOn } from '#timetable/enrolments/terms.server.ts'
import { firstPeriodFrom, occupyingStates } from '#timetable/enrolments/enrolment.rules.ts'
import { countPriceMails, notifyOfPrice } from '#timetable/enrolments/price.mail.server.ts'
import { assertDiscount } from './sale.sell.server.ts'

/** What a place costs in a period that begins on a day, in minor units. */
async function paidOn(ctx: TenantContext, row: Enrolment, day: string): Promise<number> {
  const { price, discount } = await termsOn(ctx, row, day)
  return price - discount
}

/**
 * Gives a place another recurring discount, or ends it, for the periods that begin on or after a day. Issued bills stay.
 * If asked to, notifies the person by email of what they pay from which day on.
 * @throws auth/too-many-requests, request/invalid at `discount` beyond the role's limit, at `from` for a day after the place's end
 */
export async function setDiscount(ctx: TenantContext, { from, discount, tell, ...seen }: DiscountCall): Promise<Enrolment> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const { row } = await lockEnrolment(ctx, seen, [...occupyingStates, 'waitlisted', 'offered'])
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.discount.late')
  const { price } = await termsOn(ctx, row, from)
  if (discount) assertDiscount(ctx, price, discount)
  const first = occupyingStates.includes(row.state) ? firstPeriodFrom(row, from) : null
  const before = await paidOn(ctx, row, first ?? from)
  await addDiscount(ctx, row, from, discount)
  const after = await paidOn(ctx, row, first ?? from)
  const batch = { id: row.batch, name: row.batchName, currency: row.currency, priceUnit: row.priceUnit }
  if (tell && first !== null && before !== after) {
    await countPriceMails(ctx, row.id)
    await notifyOfPrice(ctx, 'priceChanged', batch, [{ customer: row.customer, before, after, from: first }], null)
  }
  await writeEnrolmentColumns(ctx, row, {})
  await auditMoney(trx, call, {
    action: 'discount',
    entity: 'enrolment',
    target: row.id,
    subject: row.batch,
    after: { startDate: from, customer: row.customer, ...(discount ? loggedDiscount(discount) : { discountPercent: 0 }) },
  })
  return readEnrolment(ctx, row.id)
}
