import type { QueryCreator } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'

/** Who a merchant is: its business and the account that it is of (spec 3). */
type Owner = { vendorId: string; userId: string }

/** Writes the merchant of a new business. @param code of its country @param now ISO instant */
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

/** Adds to a statement that the merchant of an account came online; an account that is none's changes nothing. @param now ISO instant */
export const merchantSignsIn =
  ({ vendorId, userId }: Owner, now: string) =>
  (db: QueryCreator<Schema>): QueryCreator<Schema> =>
    db.with('merchant', (also) =>
      also
        .updateTable('merchants')
        .set({ isOnLine: true, lastLogin: now, lastUpdated: now, updatedAt: now })
        .where('vendorId', '=', vendorId)
        .where('uid', '=', userId),
    ) as QueryCreator<Schema>

/** As `merchantSignsIn`, that it went offline. */
export const merchantSignsOut =
  ({ vendorId, userId }: Owner, now: string) =>
  (db: QueryCreator<Schema>): QueryCreator<Schema> =>
    db.with('merchant', (also) =>
      also
        .updateTable('merchants')
        .set({ isOnLine: false, lastUpdated: now, updatedAt: now })
        .where('vendorId', '=', vendorId)
        .where('uid', '=', userId),
    ) as QueryCreator<Schema>
