import { tenant } from '#db/tenant.ts'
import type { Inside } from '#features/enrolments/enrolment.server.ts'
import { dayIn, zoneOf } from '#features/setup/zone.server.ts'
import { instant } from '#server/app.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { withConstraints } from '#server/failure.ts'
import { readSale, readSales } from './sale.row.server.ts'
import { refund, refundEffect, voidSale } from './sale.refund.server.ts'
import { discountLimits } from './sale.rules.ts'
import { sell } from './sale.sell.server.ts'
import { termsOf } from './sale.line.server.ts'
import { pay } from './sale.pay.server.ts'
import { sendReceipt } from './receipt.server.ts'

/** Runs an action on money in one transaction of the vendor. */
function run<Input, Output>(action: (inside: Inside, input: Input) => Promise<Output>) {
  return ({ context: call, input }: { context: Call; input: Input }): Promise<Output> => {
    const { vendorId } = memberOf(call)
    return withConstraints({ enrolmentsOnce: { field: 'customer', key: 'enrolments.customer.enrolled' } }, () =>
      tenant(call.app.db, vendorId, async (trx) => {
        const moment = { now: instant(call.app), today: dayIn(call.app, await zoneOf(trx, vendorId)) }
        return action({ trx, call, vendorId, moment }, input)
      }),
    )
  }
}

async function settings({ trx, call, vendorId }: Inside) {
  const { currency, exponent, tax } = await termsOf(trx, vendorId)
  return { currency, exponent, taxRate: tax.rate, taxIsIncluded: tax.isIncluded, discountLimit: discountLimits[memberOf(call).role] }
}

export const saleHandlers = {
  settings: os.sales.settings.handler(run(settings)),
  list: os.sales.list.handler(run(({ trx, call }, input) => readSales(trx, call, input))),
  get: os.sales.get.handler(run(({ trx, call }, { id }) => readSale(trx, call, id))),
  sell: os.sales.sell.handler(run(sell)),
  pay: os.sales.pay.handler(run(pay)),
  refundEffect: os.sales.refundEffect.handler(run(refundEffect)),
  refund: os.sales.refund.handler(run(refund)),
  void: os.sales.void.handler(run(voidSale)),
  send: os.sales.send.handler(run(sendReceipt)),
}
