import { sql } from 'kysely'
import { sweepArchives } from '#insight/archives/archive.make.server.ts'
import { countryCodeOf, customers } from '#directory/customers/customer.row.server.ts'
import type { Customer } from '#directory/customers/customer.contract.ts'
import { currencyOf, lockBooks } from '#business/ledger/books.server.ts'
import { due } from '#money/sales/sale.row.server.ts'
import { fullName } from '#lib/names.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { inTenant, type TenantContext } from '#kernel/context.ts'
import { erasureContract, type Erasure, type EraseInput } from './erasure.contract.ts'
import { eraseTraces, recordsOf } from './traces.server.ts'
import { retainUntil, retentionYears } from './retention.rules.ts'

const os = handlersOf({ customers: erasureContract })

async function readCustomer({ trx, call, vendorId }: TenantContext, id: string): Promise<Customer> {
  const row = await customers.kind.select(trx, vendorId, call).where('customers.id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/** The records of a person: the customer's, and those merged into it, directly or indirectly. */
async function personOf({ trx, vendorId }: TenantContext, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive person as (
      select "id" from "customers" where "vendorId" = ${vendorId} and "id" = ${id}
      union select c."id" from "customers" c join person p on c."mergedInto" = p."id" where c."vendorId" = ${vendorId}
    ) select "id" from person order by "id"`.execute(trx)
  return rows.map((row) => row.id)
}

/** What blocks erasing a person's data, and what stays of it. */
async function erasureOf(ctx: TenantContext, person: readonly string[]): Promise<Erasure> {
  const { trx, vendorId, now } = ctx
  const today = await ctx.today()
  const country = await countryCodeOf(trx, vendorId)
  const { currency, exponent } = await currencyOf(trx, vendorId)
  const { rows: places } = await sql<{ count: number }>`
    select count(*)::int as "count" from "enrolments" where "vendorId" = ${vendorId} and "customer" = any(${person}::uuid[])
      and (("state" = 'active' and "endDate" >= ${today}::date) or "state" = 'waitlisted' or ("state" = 'offered' and "offeredUntil" > ${now}))`.execute(
    trx,
  )
  const { rows: bills } = await sql<{ count: number; due: number; last: string | null }>`
    select count(*)::int as "count", coalesce(sum(${due}), 0)::bigint as "due", max(s."day")::text as "last"
    from "sales" s where s."vendorId" = ${vendorId} and s."customer" = any(${person}::uuid[])`.execute(trx)
  const { count = 0, last = null, ...owed } = bills[0] ?? { due: 0 }
  return {
    places: places[0]?.count ?? 0,
    due: owed.due,
    currency,
    exponent,
    bills: count,
    keepUntil: last && retainUntil(last, country),
    years: retentionYears(country),
  }
}

async function preview(ctx: TenantContext, { id }: { id: string }): Promise<Erasure> {
  await readCustomer(ctx, id)
  return erasureOf(ctx, await personOf(ctx, id))
}

/** A name normalized to compare it with the typed one: ignores case and repeated spaces. */
const plain = (name: string) => name.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLocaleLowerCase()

/** Refuses an erasure that would leave a place or a debt without a person, or the person's name or contact in the log. */
async function assertErasable(ctx: TenantContext, row: Customer, input: EraseInput, person: readonly string[]): Promise<void> {
  if (row.mergedInto) throw failure('customer/merged')
  const own = fullName(row)
  if (plain(input.name) !== plain(own)) throw fieldFailure('name', 'erasure.name.other')
  const { places, due: owed } = await erasureOf(ctx, person)
  if (places > 0) throw failure('customer/in-use')
  if (owed > 0) throw failure('customer/owes')
  const named = [own, row.phone, row.email].filter((text) => text.length > 2)
  if (named.some((text) => plain(input.reason).includes(plain(text)))) throw fieldFailure('reason', 'erasure.reason.named')
}

/**
 * Permanently erases a person's data in one transaction (docs/erasure.md). Repeating it changes nothing.
 * The books are locked first, so that no bill is written meanwhile.
 * @throws customer/merged, customer/in-use, customer/owes, request/invalid at `name` or `reason`, request/stale
 */
async function erase(ctx: TenantContext, input: EraseInput): Promise<Customer> {
  const { trx, call, vendorId } = ctx
  const { id, version, reason } = input
  await lockBooks(trx, vendorId)
  const person = await personOf(ctx, id)
  await trx
    .selectFrom('customers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', [id, ...person])
    .orderBy('id')
    .forUpdate()
    .execute()
  const row = await readCustomer(ctx, id)
  if (row.erasedAt !== null) return row
  if (row.version !== version) throw failure('request/stale', { current: row })
  await assertErasable(ctx, row, input, person)
  await eraseTraces(ctx, await recordsOf(ctx, person))
  const after = await readCustomer(ctx, id)
  await audit(trx, call, { action: 'erase', entity: 'customer', target: id, subject: id, after: { reason }, version: after.version })
  return after
}

const runErase = inTenant(erase)

export const erasureHandlers = {
  erasure: os.customers.erasure.handler(inTenant(preview)),
  erase: os.customers.erase.handler(async ({ context, input }) => {
    const row = await runErase({ context, input })
    // Removes the archives that the erasure expired; if that fails, the hourly sweep does it.
    await sweepArchives(context.app).catch(() => {})
    return row
  }),
}
