import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { TaxClass } from '#business/ledger/tax.rules.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'

/** The class of tax of the row `services` at present; standard until one was chosen. */
export const presentTaxClass = (vendorId: string) => sql<TaxClass>`coalesce((select t."taxClass" from "serviceTaxes" t
  where t."vendorId" = ${vendorId} and t."service" = "services"."id" order by t."validFrom" desc limit 1), 'standard')`

/** Taxes a service by another class from today on; existing bills keep theirs. */
export async function setTaxClass(trx: Trx, call: Call, service: string, taxClass: TaxClass): Promise<void> {
  const { vendorId, now, today } = contextOf(trx, call, memberOf(call).vendorId)
  const validFrom = await today()
  await trx
    .insertInto('serviceTaxes')
    .values({ vendorId, service, validFrom, taxClass, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['vendorId', 'service', 'validFrom']).doUpdateSet({ taxClass, updatedAt: now }))
    .execute()
}

/** The class of tax of a service on a day; standard without a service. */
export async function taxClassOn(trx: Trx, vendorId: string, service: string | null, day: string): Promise<TaxClass> {
  if (service === null) return 'standard'
  const found = await trx
    .selectFrom('serviceTaxes')
    .select('taxClass')
    .where('vendorId', '=', vendorId)
    .where('service', '=', service)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.taxClass ?? 'standard'
}

/** The services that are not standard at present. */
export async function otherTaxClasses(trx: Trx, vendorId: string): Promise<{ service: string; taxClass: TaxClass }[]> {
  const present = new Map((await taxClassesOf(trx, vendorId)).map(({ service, taxClass }) => [service, taxClass]))
  return [...present].filter(([, taxClass]) => taxClass !== 'standard').map(([service, taxClass]) => ({ service, taxClass }))
}

/** Every class that services were given, from which day on, the earliest first. */
export function taxClassesOf(trx: Trx, vendorId: string) {
  return trx
    .selectFrom('serviceTaxes')
    .select(['service', 'validFrom', 'taxClass'])
    .where('vendorId', '=', vendorId)
    .orderBy('validFrom')
    .execute()
}
