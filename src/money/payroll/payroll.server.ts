import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { adjustPay, payTrainer } from './pay.actions.server.ts'
import { readMonth, readOwnMonth, readTrainerMonth } from './pay.row.server.ts'
import { readRates } from '#directory/trainers/rates.server.ts'
import { payrollContract } from './payroll.contract.ts'

const os = handlersOf({ payroll: payrollContract })

export const payrollHandlers = {
  list: os.payroll.list.handler(inTenant(readMonth)),
  lines: os.payroll.lines.handler(inTenant(readTrainerMonth)),
  rates: os.payroll.rates.handler(inTenant(readRates)),
  own: os.payroll.own.handler(inTenant(readOwnMonth)),
  adjust: os.payroll.adjust.handler(inTenant(adjustPay)),
  pay: os.payroll.pay.handler(inTenant(payTrainer)),
}
