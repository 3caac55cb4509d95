import { customers } from '#directory/customers/customer.row.server.ts'
import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { hundredthsOf } from '#lib/amounts.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { readAccount } from './account-statement.server.ts'
import { runHandlers } from './billing-run.void.server.ts'
import { readCredit } from './credit.row.server.ts'
import { payOutCredit } from './credit.server.ts'
import { readSale, readSales } from './sale.row.server.ts'
import { refundSale, readRefundEffect, voidSale } from './sale.refund.server.ts'
import { discountLimits } from './sale.rules.ts'
import { paymentDetailsHandlers } from './payment-details.server.ts'
import { sell } from './sale.sell.server.ts'
import { termsOf } from './sale.line.server.ts'
import { pay, reversePayment } from './sale.pay.server.ts'
import { sendReceipt } from './receipt.server.ts'
import { otherTaxClasses } from '#directory/services/service-tax.server.ts'
import { readDebts } from './debt.server.ts'
import { remindOfBills } from './reminder.server.ts'
import { saleContract } from './sale.contract.ts'

const os = handlersOf({ sales: saleContract })

async function settings(ctx: TenantContext) {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { currency, exponent, tax } = await termsOf(trx, vendorId, today)
  return {
    currency,
    exponent,
    taxRate: hundredthsOf(tax.rateThousandths),
    taxRateThousandths: tax.rateThousandths,
    taxIsIncluded: tax.isIncluded,
    reducedThousandths: tax.reducedThousandths,
    taxClasses: await otherTaxClasses(trx, vendorId),
    discountLimit: discountLimits[memberOf(call).role],
  }
}

export const saleHandlers = {
  settings: os.sales.settings.handler(inTenant(settings)),
  list: os.sales.list.handler(inTenant(readSales)),
  get: os.sales.get.handler(inTenant(({ trx, call }, { id }) => readSale(trx, call, id))),
  sell: os.sales.sell.handler(inTenant(sell, enrolledOnce)),
  pay: os.sales.pay.handler(inTenant(pay)),
  reversePayment: os.sales.reversePayment.handler(inTenant(reversePayment)),
  refundEffect: os.sales.refundEffect.handler(inTenant(readRefundEffect)),
  refund: os.sales.refund.handler(inTenant(refundSale)),
  void: os.sales.void.handler(inTenant(voidSale)),
  send: os.sales.send.handler(inTenant(sendReceipt)),
  debtors: os.sales.debtors.handler(({ context, input }) => customers.list(context, input)),
  debts: os.sales.debts.handler(inTenant(readDebts)),
  remind: os.sales.remind.handler(inTenant(remindOfBills)),
  credit: os.sales.credit.handler(inTenant(readCredit)),
  account: os.sales.account.handler(inTenant(readAccount)),
  ...runHandlers,
  ...paymentDetailsHandlers,
  payOutCredit: os.sales.payOutCredit.handler(inTenant(payOutCredit)),
}
