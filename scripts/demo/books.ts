import { createPayout, markFailed, markPaid, processPayout, retryPayout } from '#money/payouts/payout.actions.server.ts'
import { taxWithin } from '#lib/amounts.ts'
import { addDays, addMonths, lastDayOf } from '#lib/days.ts'
import { runAs, type TenantContext } from '#kernel/context.ts'
import type { Office } from './office.ts'
import { receipt } from './pictures.ts'

/** Sets up what the books of a business need before its first sale: its bank account and its monthly expenses. */
export async function openBooks({ calls, business, pass }: Office, day: string): Promise<string[]> {
  await calls.payouts.setAccount(business.bank)
  for (const { amount, ...costs } of business.monthly) {
    pass()
    await calls.expenses.createRecurring({ ...costs, note: '', amount, tax: 0, method: 'transfer', fromDay: day })
  }
  const receipts: string[] = []
  for (let number = 0; number < 3; number++) {
    const file = new File([Uint8Array.from(await receipt(number))], 'receipt.png', { type: 'image/png' })
    receipts.push((await calls.images.upload({ purpose: 'receipt', file })).image)
  }
  return receipts
}

/** How long a supplier waits for the money of an unpaid bill, in days. */
const dueAfter = 14

/** Records a purchase, usually with a receipt; some are paid later. */
export async function spend({ calls, random, business, pass }: Office, receipts: readonly string[], halls: readonly string[], day: string) {
  pass()
  const { category, supplier, amount } = random.pick(business.spent)
  const paid = Math.round((amount * random.between(40, 140)) / 100)
  const { taxRateThousandths } = await calls.sales.settings()
  const tax = taxWithin(paid, taxRateThousandths)
  const hall = category === 'maintenance' ? random.pick(halls) : null
  const method = random.pick(['card', 'cash', 'transfer'] as const)
  const isUnpaid = method === 'transfer' && random.chance(0.5)
  await calls.expenses.create({
    day,
    isUnpaid,
    dueOn: isUnpaid ? addDays(day, dueAfter) : null,
    category,
    supplier,
    amount: paid,
    tax,
    method,
    hall,
    receipt: random.chance(0.7) ? random.pick(receipts) : null,
  })
}

/** The marketplace pays out a month: sent to the bank one day, arrived the next; one payout fails. */
async function payOut({ app, vendorId, business }: Office, day: string, month: string): Promise<void> {
  const act = <Output>(work: (ctx: TenantContext) => Promise<Output>) => runAs(app, 'operator', vendorId, work)
  const created = await act((ctx) => createPayout(ctx, { until: lastDayOf(month) }))
  if ('waits' in created) return
  const { id } = created
  await act((ctx) => processPayout(ctx, { id }))
  if (month.endsWith('-06')) {
    await act((ctx) => markFailed(ctx, { id, reason: business.words.failed }))
    await act((ctx) => retryPayout(ctx, { id }))
    await act((ctx) => processPayout(ctx, { id }))
  }
  await act((ctx) => markPaid(ctx, { id, reference: `TL-${day.replaceAll('-', '')}` }))
}

/** Pays each trainer who held sessions in a closed month. */
async function payTrainers({ calls, pass }: Office, month: string): Promise<void> {
  for (const { trainer, payable } of (await calls.payroll.list({ month })).rows) {
    pass()
    if (payable > 0) await calls.payroll.pay({ trainer, amount: payable, method: 'transfer', reference: month })
  }
}

/** The monthly tasks for the previous month: closes it, pays its trainers and creates the marketplace's payout. */
export async function closeMonth(office: Office, day: string, first: string): Promise<void> {
  const month = addMonths(day, -1).slice(0, 7)
  if (month < first.slice(0, 7)) return
  office.pass()
  if (day.endsWith('-06')) await office.calls.finance.close({ month })
  if (day.endsWith('-07')) await payTrainers(office, month)
  if (day.endsWith('-10')) await payOut(office, day, month)
}

/** Cashes up in the evening; occasionally a little is missing. */
export async function countTill({ calls, random, business, pass }: Office, day: string): Promise<void> {
  pass()
  const { tills } = await calls.reports.dayExpected({ day })
  const till = tills[0]?.id
  const { methods } = await calls.reports.dayExpected({ day, ...(till && { till }) })
  const of = (name: string) => methods.find(({ method }) => method === name)?.expected ?? 0
  const short = of('cash') > 1000 && random.chance(0.12) ? random.between(1, 4) * 50 : 0
  const counted = {
    cash: Math.max(of('cash') - short, 0),
    card: Math.max(of('card'), 0),
    transfer: Math.max(of('transfer'), 0),
    wallet: Math.max(of('wallet'), 0),
  }
  const isOther = methods.some(({ method, expected }) => counted[method] !== expected)
  await calls.reports.closeDay({ day, ...(till && { till }), ...counted, note: isOther ? business.words.short : '' })
}

/** Number of days before today whose till is counted. */
const countedDays = 30

/** Whether the till of a day is counted. */
export const isCounted = (day: string, today: string) => day >= addDays(today, -countedDays)
