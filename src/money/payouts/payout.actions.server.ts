import { keysOf } from '#lib/choices.ts'
import { auditMoney, currencyOf, lockBooks, postEntries } from '#business/ledger/books.server.ts'
import type { Move } from '#business/ledger/ledger.rules.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { sum } from '#money/sales/sale.rules.ts'
import { inChunks } from '#lib/chunks.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { readAccounts } from './payout-account.server.ts'
import type { PayoutDetail } from './payout.contract.ts'
import { netOf, readAvailable, readOpen, readPayout, type Open } from './payout.row.server.ts'
import type { PayoutState } from './payout.rules.ts'

/** Why no payout was created: there is nothing to pay out, or no bank account is in effect yet. */
export type Waiting = { waits: 'balance' | 'account'; available: number; currency: string; exponent: number }

const of = (lines: readonly Open[], kind: Open['kind']) => sum(lines.filter((line) => line.kind === kind).map(({ amount }) => amount))

/**
 * The lines of a payout up to a day: everything posted through that day, and of the days since each sale
 * with a negative sum, such as a refund, so that the payout never exceeds what is available. If the
 * total is not above 0, all of it waits for the next payout.
 */
function linesUntil(open: readonly Open[], until: string): Open[] {
  const since = new Map<string, number>()
  for (const { day, sale, amount } of open) if (day > until) since.set(sale, (since.get(sale) ?? 0) + amount)
  const lines = open.filter(({ day, sale }) => day <= until || (since.get(sale) ?? 0) < 0)
  return sum(lines.map(({ amount }) => amount)) > 0 ? lines : []
}

const sent = (amount: number): Move[] => [{ debit: 'payoutClearing', credit: 'marketplaceReceivable', amount }]
const arrived = (amount: number): Move[] => [{ debit: 'cash', credit: 'payoutClearing', amount }]
const returned = (amount: number): Move[] => [{ debit: 'marketplaceReceivable', credit: 'payoutClearing', amount }]

async function postMoves({ trx, call, now, today }: TenantContext, { id, currency }: { id: string; currency: string }, moves: Move[]) {
  await postEntries(trx, call, { source: 'payout', sourceId: id, day: await today(), at: now, currency, moves })
}

/**
 * Creates a payout of the marketplace balance up to a day, never more than is available and
 * nothing twice: the books are locked. A balance of 0 or less carries forward to the next payout (product 3).
 * @param until YYYY-MM-DD, the period's last day; @throws request/invalid at `until` for a future day
 */
export async function createPayout(ctx: TenantContext, { until }: { until: string }): Promise<PayoutDetail | Waiting> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  await lockBooks(trx, vendorId)
  if (until > today) throw fieldFailure('until', 'payouts.until.future')
  const open = await readOpen(trx, vendorId)
  const lines = linesUntil(open, until)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const available = sum(open.map(({ amount }) => amount))
  if (lines.length === 0) return { waits: 'balance', available, currency, exponent }
  const { current } = await readAccounts(ctx)
  if (!current) return { waits: 'account', available, currency, exponent }
  const id = newId(call.app.now())
  const sums = { gross: of(lines, 'payment'), refunds: -of(lines, 'refund'), commission: -of(lines, 'commission') }
  const net = sums.gross - sums.refunds - sums.commission
  const fromDay = lines.reduce((first, { day }) => (day < first ? day : first), until)
  const row = { fromDay, toDay: until, currency, ...sums, net, state: 'pending', account: current.id } as const
  await trx
    .insertInto('payouts')
    .values({ vendorId, id, ...row, stateAt: now, createdAt: now, updatedAt: now })
    .execute()
  const rows = lines.map((line, position) => ({ vendorId, payout: id, position, ...line }))
  for (const some of inChunks(rows)) await trx.insertInto('payoutLines').values(some).execute()
  await postMoves(ctx, { id, currency }, sent(net))
  await auditMoney(trx, call, { action: 'create', entity: 'payout', target: id, after: { ...row, lines: rows.length } })
  return readPayout(ctx, { id })
}

type Step = {
  action: string
  from: PayoutState
  to: PayoutState
  moves: (net: number) => Move[]
  columns?: { reference?: string; failureReason?: string | null; account?: string }
}

/** Advances a payout to its next state. A repeated step with the same input returns the payout. @throws document/not-found, payout/state */
async function advance(ctx: TenantContext, id: string, { action, from, to, moves, columns = {} }: Step): Promise<PayoutDetail> {
  const { trx, call, vendorId, now } = ctx
  const before = await trx
    .selectFrom('payouts')
    .selectAll()
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw failure('document/not-found')
  const isSame = keysOf(columns).every((name) => before[name] === columns[name])
  if (before.state === to && isSame) return readPayout(ctx, { id })
  if (before.state !== from) throw failure('payout/state')
  if (to === 'pending' && before.net > (await readAvailable(trx, vendorId)) + (await netOf(trx, vendorId, 'failed')))
    throw failure('payout/short')
  await trx
    .updateTable('payouts')
    .set({ state: to, stateAt: now, ...columns, version: before.version + 1, updatedAt: now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .execute()
  await postMoves(ctx, before, moves(before.net))
  const changed = { ...columns, state: to, net: before.net }
  await auditMoney(trx, call, { action, entity: 'payout', target: id, before: { state: before.state }, after: changed })
  const payout = await readPayout(ctx, { id })
  if (to === 'paid' || to === 'failed') await notifyOfOutcome(ctx, payout, before.version)
  return payout
}

/** Notifies of a payout that arrived or was returned; after a retry, either may happen once more. */
async function notifyOfOutcome(ctx: TenantContext, payout: PayoutDetail, version: number): Promise<void> {
  const { id, net, fromDay, toDay, currency, exponent, reference, failureReason } = payout
  const values = { net: { minor: net, currency, exponent }, from: fromDay, to: toDay }
  const about = { cause: `${id}:${version}`, about: id }
  if (payout.state === 'paid') await notify(ctx, { kind: 'payoutPaid', ...about, values: { ...values, reference: reference ?? '' } })
  else await notify(ctx, { kind: 'payoutFailed', ...about, values: { ...values, reason: failureReason ?? '' } })
}

/** `pending → processing`: the bank was asked to pay. */
export async function processPayout(ctx: TenantContext, { id }: { id: string }): Promise<PayoutDetail> {
  await lockBooks(ctx.trx, ctx.vendorId)
  return advance(ctx, id, { action: 'process', from: 'pending', to: 'processing', moves: () => [] })
}

/** `processing → paid`: the money has arrived. @param reference the bank's own, at most 60 characters */
export async function markPaid(ctx: TenantContext, { id, reference }: { id: string; reference: string }): Promise<PayoutDetail> {
  await lockBooks(ctx.trx, ctx.vendorId)
  return advance(ctx, id, { action: 'pay', from: 'processing', to: 'paid', moves: arrived, columns: { reference } })
}

/** `processing → failed`: the money came back, and is at the marketplace again. @param reason 1 to 200 characters */
export async function markFailed(ctx: TenantContext, { id, reason }: { id: string; reason: string }): Promise<PayoutDetail> {
  await lockBooks(ctx.trx, ctx.vendorId)
  return advance(ctx, id, { action: 'fail', from: 'processing', to: 'failed', moves: returned, columns: { failureReason: reason } })
}

/**
 * `failed → pending`: the same lines once more, to the account now in effect.
 * @throws payout/short if later refunds leave less than the payout
 */
export async function retryPayout(ctx: TenantContext, { id }: { id: string }): Promise<PayoutDetail> {
  await lockBooks(ctx.trx, ctx.vendorId)
  const { current } = await readAccounts(ctx)
  const columns = { failureReason: null, ...(current ? { account: current.id } : {}) }
  return advance(ctx, id, { action: 'retry', from: 'failed', to: 'pending', moves: sent, columns })
}
