import { expect } from 'vitest'
import type { SaleDetail } from '../src/money/sales/sale.contract.ts'
import { newId } from '../src/kernel/ids.ts'
import { refusal } from './floor.ts'
import { costStep } from './money-steps.costs.ts'
import { marketStep } from './money-steps.market.ts'
import { assertAlike } from './money-same.ts'
import { creditedOf, dueOf, stateOf, totalOf, type Bill, type SaleRequest } from './money-model.bill.ts'
import { quietFrom, type Of, type Operation } from './money-operations.ts'
import { partOf, pick, type Pair } from './money-pair.ts'

function requestOf({ model: { sales } }: Pair, operation: Of<'sell'>): SaleRequest {
  const { customer, discount: off } = operation
  const places = operation.items.filter((item) => item === 'place').length
  const isQuiet = (customer >= quietFrom && sales.isSeated(customer)) || !sales.hasMonths(customer, places)
  const items = operation.items.map((item) =>
    item === 'place' && isQuiet ? { quantity: 1, unit: 35_000, taxClass: 'standard' as const } : item,
  )
  const gross = sales.gross(items).reduce((sum, amount) => sum + amount, 0n)
  const value = off && (off.kind === 'percent' ? Math.min(10_000, off.part * 10) : partOf(gross, off.part))
  const request: SaleRequest = { customer, items, discount: off && value ? { kind: off.kind, value } : null, payments: [], total: 0 }
  const total = Math.max(0, sales.priceOf(request))
  const payments = operation.payments.map(({ method, part }) => ({ method, amount: partOf(BigInt(total), part) }))
  return { ...request, payments, total: Math.max(0, total + operation.wrong) }
}

const isRight = {
  pay: (bill: Bill) => dueOf(bill) > 0n,
  refund: (bill: Bill) => !bill.isVoid && creditedOf(bill) < totalOf(bill),
  reverse: (bill: Bill) => bill.payments.some(({ amount, isReversed }) => amount > 0n && !isReversed),
  void: (bill: Bill) => stateOf(bill) === 'open' && bill.credits.length === 0,
}

/** Applies one operation to both and compares their results. @returns the outcome */
export async function step(both: Pair, operation: Operation): Promise<string> {
  const { app, base, model, sent } = both
  const { sales } = model
  const { calls } = base
  const now = app.clock.now()
  const decide = async (sale: string, expected: string, send: (isOther: boolean) => Promise<SaleDetail>) => {
    let answer: SaleDetail | undefined
    const work = send(false).then((detail) => (answer = detail))
    expect(await refusal(work), JSON.stringify({ operation, sale })).toBe(expected)
    if (!answer) return expected
    assertAlike(answer, sales.bills.get(sale) as Bill)
    sent.push({ sale, send, isForbidden: operation.kind === 'reverse' ? () => sales.role === 'frontDesk' : () => false })
    return 'accepted'
  }
  switch (operation.kind) {
    case 'role':
      await both.become(operation.role)
      return 'role'
    case 'classify': {
      const { version } = await calls.services.get({ id: base.service.id })
      const answer = await refusal(calls.services.update({ id: base.service.id, version, taxClass: operation.taxClass }))
      expect(answer).toBe(sales.role === 'frontDesk' ? 'permission/denied' : 'accepted')
      if (answer === 'accepted') sales.classify(operation.taxClass, now)
      return answer
    }
    case 'sell': {
      const request = requestOf(both, operation)
      const id = newId()
      const input = {
        ...request,
        id,
        customer: both.customers[request.customer]?.id ?? null,
        items: request.items.map((item) =>
          item === 'place' ? { kind: 'batch' as const, batch: both.batch } : { kind: 'free' as const, text: 'A football', ...item },
        ),
        discountReason: request.discount ? 'A friend' : '',
        payments: request.payments.map((taken) => ({ ...taken, method: taken.method as 'cash', reference: '' })),
      }
      return decide(id, sales.sell(id, request, now), (isOther) => calls.sales.sell({ ...input, note: isOther ? 'Other' : '' }))
    }
    case 'again': {
      const { sale, send, isForbidden } = pick(sent, operation.back) ?? {}
      if (!sale || !send) return 'none'
      if (isForbidden?.()) expect(await refusal(send(false))).toBe('permission/denied')
      else if (operation.isOther) expect(await refusal(send(true))).toBe('request/reused')
      else assertAlike(await send(false), sales.bills.get(sale) as Bill)
      return 'again'
    }
    case 'pay':
    case 'refund':
    case 'void':
    case 'reverse':
      break
    case 'order':
    case 'giveBack':
    case 'payout':
    case 'payoutStep':
    case 'quote':
      return marketStep(both, operation)
    default:
      return costStep(both, operation)
  }
  const latest = [...sales.bills.values()].slice(-40)
  const apt = latest.filter(isRight[operation.kind])
  const bill = pick(operation.isApt && apt.length > 0 ? apt : latest, operation.back)
  if (!bill) return 'none'
  const [id, sale] = [newId(), bill.id]
  if (operation.kind === 'pay') {
    const { method } = operation
    const amount = partOf(dueOf(bill), operation.part)
    const send = (isOther: boolean) => calls.sales.pay({ id, sale, method, amount, reference: isOther ? 'Other' : '' })
    return decide(sale, sales.pay(bill, method, amount, now), send)
  }
  if (operation.kind === 'refund') {
    const { method, releasesSeat } = operation
    const amount = partOf(totalOf(bill) - creditedOf(bill), operation.part)
    const send = (isOther: boolean) => calls.sales.refund({ id, sale, method, amount, releasesSeat, reason: isOther ? 'Other' : 'Torn' })
    return decide(sale, sales.refund(bill, { method, amount, releasesSeat }, now), send)
  }
  if (operation.kind === 'reverse') {
    if (bill.payments.length === 0) return 'none'
    const at = operation.which % bill.payments.length
    const { payments } = await calls.sales.get({ id: sale })
    const payment = payments[at]?.id ?? ''
    const send = (isOther: boolean) => calls.sales.reversePayment({ id, sale, payment, reason: isOther ? 'Other' : 'Bounced' })
    return decide(sale, sales.reverse(bill, at, now), send)
  }
  const answer = await decide(sale, sales.void(bill, now), () => calls.sales.void({ id: sale, reason: 'By mistake' }))
  // A void bill refuses another void, so there is nothing to send twice.
  if (answer === 'accepted') sent.pop()
  return answer
}
