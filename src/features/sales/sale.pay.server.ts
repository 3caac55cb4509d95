import { createHash } from 'node:crypto'
import type { Trx } from '#db/tenant.ts'
import type { Inside } from '#features/enrolments/enrolment.server.ts'
import { auditMoney, holdBooks, post } from '#features/finance/books.server.ts'
import type { Move } from '#features/finance/ledger.rules.ts'
import { memberOf } from '#server/base.ts'
import { failure, fieldFailure } from '#server/failure.ts'
import { newId } from '#server/ids.ts'
import type { PayInput, SaleDetail } from './sale.contract.ts'
import { readSale } from './sale.row.server.ts'

/** A digest of what a caller asked for, so that a retry is told from another wish under the same id. */
export function digestOf(input: object): Buffer {
  return createHash('sha256').update(JSON.stringify(input)).digest()
}

/** The answer to a call that came before with the same id. @throws request/stale where it asked for something else */
export async function answeredBefore(inside: Inside, table: 'sales' | 'payments' | 'refunds', id: string, asked: Buffer, sale?: string) {
  const { trx, call, vendorId } = inside
  const known = await trx
    .selectFrom(table)
    .select(['id', 'asked'])
    .$if(table !== 'sales', (query) => query.select('sale' as never))
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) return null
  const current = await readSale(trx, call, (known as { sale?: string }).sale ?? sale ?? id)
  if (!asked.equals(known.asked)) throw failure('request/stale', { current })
  return current
}
/** What a payment moves; the marketplace keeps what it took until it is paid out. */
function paymentMove({ method, amount }: { method: string; amount: number }, customer: string | null): Move {
  return { debit: method === 'marketplace' ? 'marketplaceReceivable' : 'cash', credit: 'customerReceivable', amount, method, customer }
}

type Billed = { id: string; customer: string | null; currency: string }

/** Writes a payment and posts it; the sale's own sum is the caller's. */
export async function takePayment(
  { trx, call, vendorId, moment }: Inside,
  sale: Billed,
  { id, position, method, amount, reference }: { id: string; position: number; method: string; amount: number; reference: string },
  asked: Buffer,
): Promise<void> {
  await trx
    .insertInto('payments')
    .values({
      vendorId,
      id,
      sale: sale.id,
      position,
      day: moment.today,
      at: moment.now,
      method,
      amount,
      reference,
      takenBy: memberOf(call).userId,
      asked,
    })
    .execute()
  await post(trx, call, {
    source: 'payment',
    sourceId: id,
    day: moment.today,
    at: moment.now,
    currency: sale.currency,
    moves: [paymentMove({ method, amount }, sale.customer)],
  })
}

/** A sale's row, held until the transaction ends. @throws document/not-found */
export async function lockSale(trx: Trx, vendorId: string, id: string) {
  const sale = await trx
    .selectFrom('sales')
    .selectAll()
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!sale) throw failure('document/not-found')
  return { ...sale, due: sale.voidedAt === null ? sale.total - sale.credited - sale.paid + sale.refunded : 0 }
}

/** Takes a payment for a sale; never more than is still due. */
export async function pay(inside: Inside, input: PayInput): Promise<SaleDetail> {
  const { trx, call, vendorId, moment } = inside
  const { id = newId(call.app.now()), ...wish } = input
  const asked = digestOf(wish)
  await holdBooks(trx, vendorId)
  const before = await answeredBefore(inside, 'payments', id, asked)
  if (before) return before
  const sale = await lockSale(trx, vendorId, input.sale)
  if (sale.due === 0) throw failure('sale/state')
  if (input.amount > sale.due) throw fieldFailure('amount', 'sales.payments.over')
  const { position } = await trx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('position'))
    .where('vendorId', '=', vendorId)
    .where('sale', '=', sale.id)
    .executeTakeFirstOrThrow()
  await takePayment(inside, sale, { ...input, id, position }, asked)
  await trx
    .updateTable('sales')
    .set({ paid: sale.paid + input.amount, version: sale.version + 1, updatedAt: moment.now })
    .where('vendorId', '=', vendorId)
    .where('id', '=', sale.id)
    .execute()
  await auditMoney(trx, call, {
    action: 'pay',
    entity: 'sale',
    target: sale.id,
    before: { paid: sale.paid },
    after: { paid: sale.paid + input.amount, method: input.method, amount: input.amount, reference: input.reference },
  })
  return readSale(trx, call, sale.id)
}
