import { lockBooks, auditMoney } from '#business/ledger/books.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { fieldFailure } from '#kernel/failure.ts'
import type { DiscountCall, Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { lockEnrolment, occupyingStates, writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { loggedDiscount } from '#timetable/enrolments/terms.rules.ts'
import { addTerms } from '#timetable/enrolments/terms.server.ts'
import { assertDiscount } from './sale.sell.server.ts'

/**
 * Gives a place another recurring discount, or ends it, for the periods that begin on or after a day. Issued bills stay.
 * @throws request/invalid at `discount` beyond the role's limit, at `from` for a day after the place's end
 */
export async function setDiscount(ctx: TenantContext, { from, discount, ...seen }: DiscountCall): Promise<Enrolment> {
  const { trx, call, vendorId } = ctx
  await lockBooks(trx, vendorId)
  const { row } = await lockEnrolment(ctx, seen, [...occupyingStates, 'waitlisted', 'offered'])
  if (from > row.endDate) throw fieldFailure('from', 'enrolments.discount.late')
  if (discount) assertDiscount(ctx, row.price, discount)
  await addTerms(ctx, row, from, discount)
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
