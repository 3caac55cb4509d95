import { clientOf } from '#web/client.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { payrollContract } from './payroll.contract.ts'

/** The calls that the payroll screens make, and what the member's role may do. */
export const { api, useMay } = clientOf<{ trainers: typeof trainerContract; payroll: typeof payrollContract }>()
