import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { adjustPay, payAllTrainers, payTrainer } from './pay.actions.server.ts'
import { readMonth, readOwnMonth, readTrainerMonth } from './pay.row.server.ts'
import { readPayRules, setPayRule } from '#directory/trainers/pay-rule.server.ts'
import { readRates } from '#directory/trainers/rates.server.ts'
import { readEmptyPay, setEmptyPay } from './empty-pay.server.ts'
import { payrollContract } from './payroll.contract.ts'

const os = handlersOf({ payroll: payrollContract })

export const payrollHandlers = {
  list: os.payroll.list.handler(inTenant(readMonth)),
  lines: os.payroll.lines.handler(inTenant(readTrainerMonth)),
  rates: os.payroll.rates.handler(inTenant(readRates)),
  rules: os.payroll.rules.handler(inTenant(readPayRules)),
  setRule: os.payroll.setRule.handler(inTenant(setPayRule)),
  emptyPay: os.payroll.emptyPay.handler(inTenant(readEmptyPay)),
  setEmptyPay: os.payroll.setEmptyPay.handler(inTenant(setEmptyPay)),
  own: os.payroll.own.handler(inTenant(readOwnMonth)),
  adjust: os.payroll.adjust.handler(inTenant(adjustPay)),
  payAll: os.payroll.payAll.handler(inTenant(payAllTrainers)),
  pay: os.payroll.pay.handler(inTenant(payTrainer)),
}
