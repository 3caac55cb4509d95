import { auditMoney, currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { taxRateOf } from '#business/ledger/tax.rules.ts'
import { taxWithin } from '#lib/amounts.ts'
import { inChunks } from '#lib/chunks.ts'
import { addDays, later } from '#lib/days.ts'
import type { Act, ChangedLine, Decision, EffectsShown } from '#business/acts/act-effects.contract.ts'
import { memberOf } from '#kernel/base.ts'
import type { TenantContext } from '#kernel/context.ts'
import { failure, withConstraints, type Constraints, type PlainCode } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { digestOf } from '#kernel/retry.ts'
import { catalogueText } from '#kernel/texts.ts'
import { applyCredit } from '#money/sales/credit.server.ts'
import { noteBill } from '#money/sales/owed-bills.server.ts'
import { mailBill } from '#money/sales/receipt.server.ts'
import { renewalGraceDays } from '#money/sales/renewal.rules.ts'
import { writeBill } from '#money/sales/sale.bill.server.ts'
import { aboutBatch, termsOf } from '#money/sales/sale.line.server.ts'
import { creditLine, voidBill } from '#money/sales/sale.note.server.ts'
import { refundLimitOf } from '#money/sales/sale.refund.server.ts'
import { priceSale, refundLimits } from '#money/sales/sale.rules.ts'
import { readEnrolment } from '#timetable/enrolments/enrolment.row.server.ts'
import { giverRoles } from '#timetable/enrolments/enrolment.rules.ts'
import { writeEnrolmentColumns } from '#timetable/enrolments/enrolment.write.server.ts'
import { notifyOfCredit } from './effect.mail.server.ts'
import { decideLines, type Decided, type Proposal } from './effects.rules.ts'

/** What a member decided about an act, or the request to see what it would mean; by default the proposal is posted. */
export type ActChoice = Decision | 'preview' | undefined

/** Ends an act that was only to be shown: its transaction is rolled back. */
class Shown extends Error {
  readonly effects: EffectsShown
  constructor(effects: EffectsShown) {
    super('shown')
    this.effects = effects
  }
}

/**
 * Performs an act as far as its effects, undoes it all, and returns them: what is shown is what would be posted.
 * @param perform the act in a transaction of its own, with the choice `preview`
 * @param over the code where the act was done already
 */
export async function showEffects(perform: () => Promise<unknown>, over: PlainCode, constraints: Constraints = {}): Promise<EffectsShown> {
  try {
    await withConstraints(constraints, perform)
  } catch (error) {
    if (error instanceof Shown) return error.effects
    throw error
  }
  throw failure(over)
}

/** The act that effects follow from, the batch that it was about, null for a closure or several batches, and the sessions that it cancelled. */
export type Cause = { act: Act; batch: string | null; sessions?: readonly string[] }

const digest = (lines: readonly Proposal[]) =>
  digestOf(lines.map(({ id, proposed, fromDay, toDay }) => [id, proposed, fromDay, toDay])).toString('hex')

async function shownBy(ctx: TenantContext, proposals: readonly Proposal[]): Promise<EffectsShown> {
  const { trx, call, vendorId } = ctx
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { role } = memberOf(call)
  const most = refundLimits[role]
  return {
    digest: digest(proposals),
    currency,
    exponent,
    lines: decideLines(proposals, []).map(
      ({ enrolment: _enrolment, position: _position, most: _most, days: _days, net: _net, line: _line, ...line }) => line,
    ),
    mayChange: giverRoles.includes(role),
    limit: most === null ? null : most * 10 ** exponent,
  }
}

/**
 * Checks changes against the limit of the role: of each line, and of all lines of one bill together, as for refunds.
 * @throws permission/denied, sale/limit also for a refund in money, effects/changed for a change of a line that there is not
 */
async function assertMayChange(
  ctx: TenantContext,
  { mayChange, limit }: EffectsShown,
  lines: readonly Proposal[],
  { lines: changed }: Decision,
): Promise<void> {
  if (changed.length > 0 && !mayChange) throw failure('permission/denied')
  for (const { id, amount, method } of changed) {
    const line = lines.find((one) => one.id === id)
    if (!line) throw failure('effects/changed')
    const most = limit === null ? line.most : Math.min(line.most, line.proposed + limit)
    const least = limit === null ? 0 : line.proposed - limit
    if (amount > most || amount < least) throw failure('sale/limit', { limit: most })
    if (method !== undefined && limit !== null && amount > limit) throw failure('sale/limit', { limit })
  }
  if (limit === null) return
  const lineOf = new Map(lines.map((line) => [line.id, line]))
  const bills = Map.groupBy(changed, ({ id }) => {
    const line = lineOf.get(id)
    return line && (line.sale ?? billOf(line))
  })
  for (const own of bills.values()) {
    const sale = lineOf.get(own[0]?.id ?? '')?.sale ?? null
    const sumOf = (part: (change: ChangedLine, proposed: number) => number) =>
      own.reduce((sum, change) => sum + Math.max(part(change, lineOf.get(change.id)?.proposed ?? 0), 0), 0)
    const more = sumOf(({ amount }, proposed) => amount - proposed)
    const less = sumOf(({ amount }, proposed) => proposed - amount)
    if (Math.max(more, less) > limit) throw failure('sale/limit', { limit })
    const refunded = sumOf(({ amount, method }) => (method === undefined ? 0 : amount))
    const most = sale === null || refunded === 0 ? limit : ((await refundLimitOf(ctx, sale)) ?? limit)
    if (refunded > most) throw failure('sale/limit', { limit: most })
  }
}

/**
 * Posts what an act means in money, in the act's transaction, as the member decided. The books must be locked.
 * @param options.isNotified whether each person who was credited gets an email about it
 * @returns the posted lines
 * @throws effects/changed, with the present effects, if the member saw others; permission/denied and sale/limit for lines
 * that they may not change
 */
export async function postEffects(
  ctx: TenantContext,
  cause: Cause,
  proposals: readonly Proposal[],
  choice: ActChoice,
  { isNotified = true }: { isNotified?: boolean } = {},
): Promise<readonly Posted[]> {
  const shown = await shownBy(ctx, proposals)
  if (choice === 'preview') throw new Shown(shown)
  if (choice && choice.digest !== shown.digest) throw failure('effects/changed', { effects: shown })
  if (choice) await assertMayChange(ctx, shown, proposals, choice)
  return postLines(ctx, cause, decideLines(proposals, choice?.lines ?? []), { isNotified })
}

/** Posts effects as they were decided about. The books must be locked. @returns the posted lines */
export async function postLines(
  ctx: TenantContext,
  cause: Cause,
  lines: readonly Decided[],
  { isNotified = true }: { isNotified?: boolean } = {},
): Promise<readonly Posted[]> {
  const { trx, call, vendorId, now } = ctx
  if (lines.length === 0) return []
  const id = newId(call.app.now())
  const row = {
    act: cause.act,
    batch: cause.batch,
    sessions: cause.sessions ? [...cause.sessions] : null,
    day: await ctx.today(),
    at: now,
    actor: memberOf(call).userId,
  }
  await trx
    .insertInto('effects')
    .values({ vendorId, id, ...row })
    .execute()
  const posted: Posted[] = []
  for (const line of lines)
    posted.push(line.kind === 'charge' ? { ...line, note: null, paidBack: 0 } : await postCredit(ctx, cause.act, line))
  const charged = Map.groupBy(
    lines.filter(({ kind, amount }) => kind === 'charge' && amount > 0),
    billOf,
  )
  const sales = new Map<string, string>()
  for (const [bill, own] of charged) {
    const [first] = own
    if (first) sales.set(bill, await charge(ctx, first, own))
  }
  const rows = posted.map((line, position) => ({
    ...columnsOf(line),
    vendorId,
    effect: id,
    position,
    sale: line.sale ?? sales.get(billOf(line)) ?? null,
  }))
  for (const chunk of inChunks(rows)) await trx.insertInto('effectLines').values(chunk).execute()
  for (const customer of new Set(lines.map((line) => line.customer))) await applyCredit(ctx, customer)
  for (const sale of sales.values()) await mailBill(ctx, sale)
  if (isNotified) await notifyOfCredit(ctx, 'creditPosted', cause.act, posted)
  const sums = { credited: sumOf(lines, false), charged: sumOf(lines, true), lines: lines.length }
  await auditMoney(trx, call, {
    action: 'post',
    entity: 'effect',
    target: id,
    ...(cause.batch !== null && { subject: cause.batch }),
    after: { act: cause.act, ...sums },
  })
  return posted
}

/** A posted line, with its credit note and what of it was paid before, in minor units. */
type Posted = Decided & { note: string | null; paidBack: number }

const sumOf = (lines: readonly Decided[], isCharge: boolean) =>
  lines.reduce((sum, { kind, amount }) => sum + ((kind === 'charge') === isCharge ? amount : 0), 0)

/** The columns that a line is stored in. */
const columnsOf = ({ kind, customer, enrolment, note, proposed, amount, price, unit, count, of, fromDay, toDay, reason }: Posted) => {
  const formula = { price, unit, count, of, fromDay, toDay }
  return { kind, customer, enrolment, refund: note, proposed, amount, ...formula, reason }
}

/** Credits a line or voids its bill; a line that was changed is credited by its amount, one that was waived not at all. */
async function postCredit(ctx: TenantContext, act: Act, line: Decided): Promise<Posted> {
  const { sale, position, amount } = line
  const plain = { ...line, note: null, paidBack: 0 }
  if (sale === null || amount === 0) return plain
  const reason = line.reason === '' ? catalogueText(ctx.call.language, `effects.reason.${act}`) : line.reason
  if (line.kind !== 'void' || amount !== line.proposed) {
    const credit = { amount, reason, method: line.method ?? 'credit' } as const
    return { ...line, kind: 'credit', ...(await creditLine(ctx, { sale, line: position }, credit)) }
  }
  await voidBill(ctx, sale, reason)
  await noteBill(ctx, sale)
  return plain
}

/** Which lines are charged by one bill: those of a place and of who pays. */
const billOf = ({ enrolment, customer }: Pick<Proposal, 'enrolment' | 'customer'>) => `${enrolment} ${customer}`

/** Bills the days that a place has gained to who pays for them, and notes them as billed. @returns the bill */
async function charge(ctx: TenantContext, { enrolment, customer }: Decided, lines: readonly Decided[]): Promise<string> {
  const { trx, call, vendorId } = ctx
  const today = await ctx.today()
  const { currency, tax } = await termsOf(trx, vendorId, today)
  const place = await readEnrolment(ctx, enrolment)
  const about = { ...(await aboutBatch(trx, vendorId, place.batch, today)), kind: 'renewal', enrolment: place.id } as const
  const request = lines.map(({ fromDay, toDay, amount }) => ({ enrolment, fromDay, toDay, amount }))
  const bill = {
    id: newId(call.app.now()),
    day: today,
    dueOn: addDays(today, renewalGraceDays),
    customer,
    channel: 'desk',
    currency,
    tax,
    lines: lines.map(({ amount, net, fromDay, toDay }) => {
      const taxed = taxWithin(amount, taxRateOf(tax, about.taxClass))
      const unit = tax.isIncluded ? amount : net
      const [priced] = priceSale([{ quantity: 1, unit, taxClass: about.taxClass }], null, tax)
      const changed = { list: amount - taxed, discount: 0, net: amount - taxed, tax: taxed, total: amount }
      return { ...about, unit, fromDay, toDay, ...(priced?.total === amount ? priced : changed) }
    }),
    paid: 0,
    discountReason: '',
    note: '',
    inputDigest: digestOf(request),
  } as const
  const sale = await writeBill(ctx, bill)
  await auditMoney(trx, call, { action: 'sell', entity: 'sale', target: bill.id, after: { ...sale, enrolment: place.id } })
  const billedThrough = lines.reduce((day, { toDay }) => later(day, toDay), '')
  // The end of a block charges days that a bill was credited for: the next bill stays where it is.
  if (place.billedThrough !== null && place.billedThrough >= billedThrough) return bill.id
  const next = addDays(billedThrough, 1)
  await writeEnrolmentColumns(ctx, place, {
    billedThrough,
    nextChargeOn: place.priceUnit === 'month' && next <= place.endDate ? next : null,
  })
  return bill.id
}

/** Locks the books before an act does anything else, in the order of all billing. */
export async function beforeAct({ trx, vendorId }: TenantContext): Promise<void> {
  await lockBooks(trx, vendorId)
}
