import { accountHandlers } from '#features/accounts/account.server.ts'
import { batchHandlers } from '#features/batches/batch.server.ts'
import { customerHandlers } from '#features/customers/customer.server.ts'
import { importHandlers } from '#features/customers/import.server.ts'
import { attendanceHandlers } from '#features/enrolments/attendance.server.ts'
import { enrolmentHandlers } from '#features/enrolments/enrolment.server.ts'
import { financeHandlers } from '#features/finance/finance.server.ts'
import { hallHandlers } from '#features/halls/hall.server.ts'
import { homeHandlers } from '#features/home/home.server.ts'
import { planHandlers } from '#features/plans/plan.server.ts'
import { serviceHandlers } from '#features/services/service.server.ts'
import { saleHandlers } from '#features/sales/sale.server.ts'
import { closureHandlers } from '#features/sessions/closure.server.ts'
import { feedHandlers } from '#features/sessions/feed.server.ts'
import { sessionHandlers } from '#features/sessions/session.server.ts'
import { setupHandlers } from '#features/setup/setup.server.ts'
import { trainerHandlers } from '#features/trainers/trainer.server.ts'
import { os } from '#server/base.ts'
import { documentHandlers } from '#server/documents.ts'
import { historyHandlers } from '#server/history.ts'
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
  sessions: sessionHandlers,
  closures: closureHandlers,
  feeds: feedHandlers,
  customers: customerHandlers,
  imports: importHandlers,
  enrolments: enrolmentHandlers,
  attendance: attendanceHandlers,
  sales: saleHandlers,
  finance: financeHandlers,
  history: historyHandlers,
  home: homeHandlers,
  images: imageHandlers,
  documents: documentHandlers,
})
