import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Progress } from '#business/setup/vendor.contract.ts'

/** The five setup flags. */
export type Flags = Pick<Progress, 'addBatch' | 'addHall' | 'addTrainer' | 'profileCompleted' | 'serviceCompleted'>

/** The setup flags of a vendor, derived from its real rows in one statement; they may revert (product 2.9). */
export async function readFlags(trx: Trx, vendorId: string): Promise<Flags> {
  const { rows } = await sql<Flags>`
    select
      exists (select 1 from "vendors" where "vendorId" = ${vendorId}) as "profileCompleted",
      exists (select 1 from "services" where "vendorId" = ${vendorId} and "state" = 'published') as "serviceCompleted",
      exists (select 1 from "trainers" where "vendorId" = ${vendorId} and "state" = 'active') as "addTrainer",
      exists (select 1 from "halls" where "vendorId" = ${vendorId} and "state" <> 'archived') as "addHall",
      exists (select 1 from "batches" where "vendorId" = ${vendorId} and "state" in ('draft', 'open', 'completed')) as "addBatch"`.execute(
    trx,
  )
  const [flags] = rows
  if (!flags) throw new Error('The setup flags gave no row')
  return flags
}
