import { clientOf } from '#web/client.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { payrollContract } from './payroll.contract.ts'

/** The calls that screens of payroll make, and what the member's role may. */
export const { api, useMay } = clientOf<{ trainers: typeof trainerContract; payroll: typeof payrollContract }>()
