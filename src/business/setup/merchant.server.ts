import type { QueryCreator } from 'kysely'
import type { Schema } from '#db/schema.gen.ts'
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

/** Adds to a statement that an account's merchant came online; without such a merchant it changes nothing. @param now ISO instant */
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

/** As `merchantSignsIn`, but the merchant goes offline. */
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
