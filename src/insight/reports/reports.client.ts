import { clientOf } from '#web/client.ts'
import type { batchContract } from '#timetable/batches/batch.contract.ts'
import type { reportContract } from './report.contract.ts'

/** The calls that the report screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ batches: typeof batchContract; reports: typeof reportContract }>()
