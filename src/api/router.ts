import { accountHandlers } from '#features/accounts/account.server.ts'
import { batchHandlers } from '#features/batches/batch.server.ts'
import { hallHandlers } from '#features/halls/hall.server.ts'
import { homeHandlers } from '#features/home/home.server.ts'
import { planHandlers } from '#features/plans/plan.server.ts'
import { serviceHandlers } from '#features/services/service.server.ts'
import { setupHandlers } from '#features/setup/setup.server.ts'
import { trainerHandlers } from '#features/trainers/trainer.server.ts'
import { os } from '#server/base.ts'
import { documentHandlers } from '#server/documents.ts'
import { imageHandlers } from '#server/images.ts'

/** Every handler, in the contract's order. */
export const router = os.router({
  accounts: accountHandlers,
  plans: planHandlers,
  setup: setupHandlers,
  services: serviceHandlers,
  halls: hallHandlers,
  trainers: trainerHandlers,
  batches: batchHandlers,
  home: homeHandlers,
  images: imageHandlers,
  documents: documentHandlers,
})
