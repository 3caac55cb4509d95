import { clientOf } from '#web/client.ts'
import type { serviceContract } from '#directory/services/service.contract.ts'
import type { trainerContract } from '#directory/trainers/trainer.contract.ts'
import type { rankingContract } from './rankings.contract.ts'
import type { customerContract } from '#directory/customers/customer.contract.ts'

/** The calls that ranking screens make, and which of them the member's role allows. */
export const { api, useMay } = clientOf<{
  services: typeof serviceContract
  trainers: typeof trainerContract
  rankings: typeof rankingContract
  customers: typeof customerContract
}>()
