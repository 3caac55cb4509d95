import { enrolledOnce } from '#timetable/enrolments/enrolment.actions.server.ts'
import { hundredthsOf } from '#lib/amounts.ts'
import { run, type Inside } from '#kernel/inside.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { readSale, readSales } from './sale.row.server.ts'
import { refund, refundEffect, voidSale } from './sale.refund.server.ts'
import { discountLimits } from './sale.rules.ts'
import { sell } from './sale.sell.server.ts'
import { termsOf } from './sale.line.server.ts'
import { pay, reversePayment } from './sale.pay.server.ts'
import { sendReceipt } from './receipt.server.ts'
import { saleContract } from './sale.contract.ts'

const os = handlersOf({ sales: saleContract })

async function settings({ trx, call, vendorId, moment }: Inside) {
  const { currency, exponent, tax } = await termsOf(trx, vendorId, moment.today)
  return {
    currency,
    exponent,
    taxRate: hundredthsOf(tax.rateThousandths),
    taxRateThousandths: tax.rateThousandths,
    taxIsIncluded: tax.isIncluded,
    discountLimit: discountLimits[memberOf(call).role],
  }
}

export const saleHandlers = {
  settings: os.sales.settings.handler(run(settings)),
  list: os.sales.list.handler(run(readSales)),
  get: os.sales.get.handler(run(({ trx, call }, { id }) => readSale(trx, call, id))),
  sell: os.sales.sell.handler(run(sell, enrolledOnce)),
  pay: os.sales.pay.handler(run(pay)),
  reversePayment: os.sales.reversePayment.handler(run(reversePayment)),
  refundEffect: os.sales.refundEffect.handler(run(refundEffect)),
  refund: os.sales.refund.handler(run(refund)),
  void: os.sales.void.handler(run(voidSale)),
  send: os.sales.send.handler(run(sendReceipt)),
}
