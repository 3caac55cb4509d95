import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'

/** How long a browser that is not used stays known: as its cookie does, and the day after which its use is noted again. */
const knownMs = 401 * 86_400_000

/** Deletes sessions, codes and grants that have expired, and browsers that no one used for long. */
export async function dropExpired(trx: Trx, app: App): Promise<void> {
  const now = instant(app)
  await trx.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('mailedCodes').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('resetGrants').where('expiresAt', '<=', now).execute()
  await trx.deleteFrom('knownBrowsers').where('seenAt', '<=', instant(app, -knownMs)).execute()
}

/** Every vendor's id. */
export async function vendorIds(trx: Trx): Promise<string[]> {
  const vendors = await trx.selectFrom('vendorPlans').select('vendorId').execute()
  return vendors.map(({ vendorId }) => vendorId)
}
