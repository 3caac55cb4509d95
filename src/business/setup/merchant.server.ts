import { compiled, type PlaceOf } from '#db/compiled.ts'
import type { Trx } from '#db/tenant.ts'

/** The owner of a merchant: its business and account (spec 3). */
type Owner = { vendorId: string; userId: string }

/** Creates the merchant of a new business. @param code of its country @param now ISO instant */
export async function createMerchant(
  trx: Trx,
  { vendorId, userId, email, code, now }: Owner & { email: string; code: string; now: string },
): Promise<void> {
  const stamps = { lastUpdated: now, createdAt: now, updatedAt: now }
  await trx
    .insertInto('merchants')
    .values({ vendorId, uid: userId, email, code, lastLogin: null, ...stamps })
    .execute()
}

/** An account's merchant comes online; without such a merchant nothing changes. `now` is an ISO instant. */
export const merchantSignsIn = compiled((kysely, place: PlaceOf<Owner & { now: string }>) =>
  kysely
    .updateTable('merchants')
    .set({ isOnLine: true, lastLogin: place('now'), lastUpdated: place('now'), updatedAt: place('now') })
    .where('vendorId', '=', place('vendorId'))
    .where('uid', '=', place('userId')),
)

/** As `merchantSignsIn`, but the merchant goes offline. */
export const merchantSignsOut = compiled((kysely, place: PlaceOf<Owner & { now: string }>) =>
  kysely
    .updateTable('merchants')
    .set({ isOnLine: false, lastUpdated: place('now'), updatedAt: place('now') })
    .where('vendorId', '=', place('vendorId'))
    .where('uid', '=', place('userId')),
)
