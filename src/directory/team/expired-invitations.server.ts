import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'

/** Deletes links of invitations that have expired. */
export const dropInvitationLinks = (trx: Trx, app: App) =>
  trx.deleteFrom('invitationLinks').where('expiresAt', '<=', instant(app)).execute()
