import { clientOf } from '#web/client.ts'
import type { trainerContract } from './trainer.contract.ts'
import type { rateContract } from './rate.contract.ts'

/** The calls that screens of trainers make, and what the member's role may. */
export const { api } = clientOf<{ trainers: typeof trainerContract; payroll: typeof rateContract }>()
