import { clientOf } from '#web/client.ts'
import type { setupContract } from '#business/setup/vendor.contract.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { attendanceContract } from '#timetable/attendance/attendance.contract.ts'
import type { saleContract } from '#money/sales/sale.contract.ts'
import type { homeContract } from './home.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The calls that home screens make, and which of them the member's role allows. */
export const { api, useMay } = clientOf<{
  setup: typeof setupContract
  batches: typeof batchContract
  attendance: typeof attendanceContract
  sales: typeof saleContract
  home: typeof homeContract
  customers: typeof customerContract
}>()
