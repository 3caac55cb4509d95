import { clientOf } from '#web/client.ts'
import type { enrolmentContract } from './enrolment.contract.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { seasonContract } from '#timetable/batches/season.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The API client of the enrolment screens. */
export const { api, useMay } = clientOf<{
  batches: typeof batchContract & typeof seasonContract
  enrolments: typeof enrolmentContract
  customers: typeof customerContract
}>()
