import { clientOf } from '#web/client.ts'
import type { setupContract } from '#business/setup/vendor.contract.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { saleContract } from './sale.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The API client of the sales screens, and the member's permissions. */
export const { api, useMay, useMayEach } = clientOf<{
  batches: typeof batchContract
  sales: typeof saleContract
  setup: typeof setupContract
  customers: typeof customerContract
}>()
