import { sql, type RawBuilder } from 'kysely'
import { fallbackLanguage } from '#lib/manner.ts'
import type { Trx } from '#db/tenant.ts'
import { audit } from '#kernel/audit.ts'
import { newId } from '#kernel/ids.ts'
import type { TenantContext } from '#kernel/context.ts'
import { customerInput, type CustomerInput } from './customer.contract.ts'
import { countryCodeOf, customerColumns } from './customer.row.server.ts'

/** Stores in `customers` the last day on which each of some customers has a place. */
export async function setActiveUntil(
  trx: Trx,
  vendorId: string,
  customers: readonly string[],
  until: RawBuilder<string | null>,
): Promise<void> {
  await sql`update "customers" set "activeUntil" = ${until} where "vendorId" = ${vendorId} and "id" = any(${customers}::uuid[])`.execute(
    trx,
  )
}

/**
 * The customer with the phone number of a marketplace order; created if there is none. Called with the books locked, so
 * that two orders of one person create one customer.
 */
export async function customerOfOrder(
  { trx, call, vendorId, now }: TenantContext,
  named: Pick<CustomerInput, 'firstName' | 'phone'> & Partial<CustomerInput>,
): Promise<string> {
  const input = customerInput.parse({ ...named, source: 'marketplace' })
  const columns = customerColumns(input, await countryCodeOf(trx, vendorId))
  const known = await trx
    .selectFrom('customers')
    .select('id')
    .where('vendorId', '=', vendorId)
    .where('phone', '=', columns.phone)
    .where('state', '<>', 'archived')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  const id = newId(call.app.now())
  await trx
    .insertInto('customers')
    .values({ vendorId, id, ...columns, state: 'active', createdAt: now, updatedAt: now })
    .execute()
  await audit(trx, call, { action: 'create', entity: 'customer', target: id, subject: id, after: input })
  return id
}

/** Clears the rows of erased customers; a dash stands in for the required name. */
export async function eraseCustomers({ trx, vendorId, now }: TenantContext, customers: readonly string[]): Promise<void> {
  await sql`
    update "customers" set "firstName" = '–', "lastName" = '', "phone" = '', "email" = '', "dob" = null, "gender" = '', "guardianName" = '',
      "guardianPhone" = '', "emergencyName" = '', "emergencyPhone" = '', "emergencyRelation" = '', "medicalNote" = '',
      "photoConsent" = 'notAsked', "source" = 'walkIn', "language" = ${fallbackLanguage}, "tags" = '{}', "notes" = '', "nickname" = '', "search" = '', "consentMarketing" = false,
      "showInRankings" = false, "companyName" = '', "billingStreet" = '', "billingCity" = '', "billingPostcode" = '', "billingCountry" = '',
      "taxNumber" = '', "importId" = null, "state" = 'archived', "archivedFrom" = null, "activeUntil" = null,
      "erasedAt" = ${now}, "updatedAt" = ${now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${customers}::uuid[])`.execute(trx)
}
