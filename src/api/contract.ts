import { accountContract } from '#features/accounts/account.contract.ts'
import { batchContract } from '#features/batches/batch.contract.ts'
import { hallContract } from '#features/halls/hall.contract.ts'
import { homeContract } from '#features/home/home.contract.ts'
import { planContract } from '#features/plans/plan.contract.ts'
import { serviceContract } from '#features/services/service.contract.ts'
import { setupContract } from '#features/setup/vendor.contract.ts'
import { trainerContract } from '#features/trainers/trainer.contract.ts'
import { documentContract } from './document.contract.ts'
import { imageContract } from './image.contract.ts'

/** Every call of the product: the table of contents of the API. */
export const contract = {
  accounts: accountContract,
  plans: planContract,
  setup: setupContract,
  services: serviceContract,
  halls: hallContract,
  trainers: trainerContract,
  batches: batchContract,
  home: homeContract,
  images: imageContract,
  documents: documentContract,
}
