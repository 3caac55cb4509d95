import { clientOf } from '#web/client.ts'
import type { trainerContract } from './trainer.contract.ts'
import type { rateContract } from './rate.contract.ts'

/** The API calls of the trainer screens, and the permissions of the member's role. */
export const { api, useMay } = clientOf<{ trainers: typeof trainerContract; payroll: typeof rateContract }>()
