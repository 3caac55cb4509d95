import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'

/** How long an unused browser stays known: its cookie's lifetime, plus the day between two updates of its last use. */
const knownMs = 401 * 86_400_000

/** Deletes expired sessions, codes and grants, and browsers that have not been used for long. */
export async function dropExpired(trx: Trx, app: App): Promise<void> {
  const now = instant(app)
  await trx.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('mailedCodes').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('resetGrants').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('passkeyChallenges').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('knownBrowsers').where('seenAt', '<=', instant(app, -knownMs)).execute()
}

/** Every vendor's id. */
export async function vendorIds(trx: Trx): Promise<string[]> {
  const vendors = await trx.selectFrom('vendorPlans').select('vendorId').execute()
  return vendors.map(({ vendorId }) => vendorId)
}
