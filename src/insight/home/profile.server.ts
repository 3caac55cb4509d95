import { tenant, type Trx } from '#db/tenant.ts'
import { countUnread } from '#business/notifications/notification.row.server.ts'
import { setupPercent } from '#business/setup/setup.rules.ts'
import { countryOf, readProfile, saveVendor } from '#business/setup/setup.server.ts'
import { setupContract, type Merchant, type Vendor, type VendorSave } from '#business/setup/vendor.contract.ts'
import { instant } from '#kernel/app.ts'
import { handlersOf, memberOf, type Call } from '#kernel/base.ts'
import { readFlags } from './progress.server.ts'

const os = handlersOf({ setup: setupContract })

/** The merchant with the 17 fields of spec 3. @param now the server's clock, ISO 8601 UTC: a user with a live session then is online */
export async function readMerchant(trx: Trx, vendorId: string, now: string): Promise<Merchant> {
  const row = await trx
    .selectFrom('merchants')
    .select(['uid', 'email', 'code', 'name', 'isActive', 'isDeleted', 'lastLogin', 'lastUpdated', 'createdAt', 'updatedAt'])
    .where('vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()
  const live = await trx.selectFrom('sessions').select('id').where('userId', '=', row.uid).where('expiresAt', '>', now).executeTakeFirst()
  return { ...row, isOnLine: live !== undefined, id: vendorId, ...(await readFlags(trx, vendorId)) }
}

/** The vendor's public profile, or null before its first save. */
export async function readVendor(trx: Trx, vendorId: string): Promise<Vendor | null> {
  const profile = await readProfile(trx, vendorId)
  return profile && { ...profile, ...(await readFlags(trx, vendorId)) }
}

/** Saves the profile with `saveVendor` and returns it with its flags. */
export const saveProfile = (call: Call, save: VendorSave): Promise<Vendor> => saveVendor(call, save, readVendor)

/** The setup calls that show progress, which depends on rows of all rooms. */
export const profileHandlers = {
  merchant: os.setup.merchant.handler(({ context: call }) =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => readMerchant(trx, memberOf(call).vendorId, instant(call.app))),
  ),
  vendor: os.setup.vendor.handler(({ context: call }) =>
    tenant(call.app.db, memberOf(call).vendorId, (trx) => readVendor(trx, memberOf(call).vendorId)),
  ),
  saveVendor: os.setup.saveVendor.handler(({ context: call, input }) => saveProfile(call, input)),
  progress: os.setup.progress.handler(({ context: call }) => {
    const member = memberOf(call)
    const { vendorId } = member
    return tenant(call.app.db, vendorId, async (trx) => {
      const flags = await readFlags(trx, vendorId)
      const unread = await countUnread(trx, vendorId, member)
      return { ...flags, percent: setupPercent(flags), country: await countryOf(trx, vendorId), unread }
    })
  }),
}
