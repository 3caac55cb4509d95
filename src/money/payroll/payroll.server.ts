import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { adjustPay, payTrainer } from './pay.actions.server.ts'
import { readMonth, readOwnMonth, readTrainerMonth } from './pay.row.server.ts'
import { readRates } from '#directory/trainers/rates.server.ts'
import { payrollContract } from './payroll.contract.ts'

const os = handlersOf({ payroll: payrollContract })

export const payrollHandlers = {
  list: os.payroll.list.handler(run(readMonth)),
  lines: os.payroll.lines.handler(run(readTrainerMonth)),
  rates: os.payroll.rates.handler(run(readRates)),
  own: os.payroll.own.handler(run(readOwnMonth)),
  adjust: os.payroll.adjust.handler(run(adjustPay)),
  pay: os.payroll.pay.handler(run(payTrainer)),
}
