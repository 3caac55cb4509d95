import { sql } from 'kysely'
import { errorCode } from '#db/errors.ts'
import { platform, tenant } from '#db/tenant.ts'
import { instant, type App } from './app.ts'

/** How long an image waits for the form that it was uploaded for to be saved. */
export const formMs = 24 * 3_600_000
/** A file that was stored again so lately may belong to an upload that is under way. */
const storedAgainMs = 3_600_000

/** Whether a record of the vendor, archived ones too, shows the image of the row of `media`. */
export const isShown = sql<boolean>`(
  exists (select from "services" s where s."vendorId" = "media"."vendorId" and s."cover" = "media"."image")
  or exists (select from "trainers" t where t."vendorId" = "media"."vendorId" and t."avatar" = "media"."image")
  or exists (select from "expenses" e where e."vendorId" = "media"."vendorId" and e."receipt" = "media"."image")
  or exists (select from "challenges" c where c."vendorId" = "media"."vendorId" and c."cover" = "media"."image")
  or exists (select from "vendors" v where v."vendorId" = "media"."vendorId" and v."logo" = "media"."image"))`

/** Forgets a vendor's images that nothing shows; gives their addresses. */
async function forgetUnshown(app: App, vendorId: string): Promise<string[]> {
  try {
    return await tenant(app.db, vendorId, async (trx) => {
      const rows = await trx
        .deleteFrom('media')
        .where('vendorId', '=', vendorId)
        .where('createdAt', '<', instant(app, -formMs))
        .where(({ not }) => not(isShown))
        .returning('image')
        .execute()
      return rows.map(({ image }) => image)
    })
  } catch (error) {
    // One of them was just put to use: the next round looks again.
    if (errorCode(error) === '23503') return []
    throw error
  }
}

/**
 * Removes the images that no record has shown for a day after their upload, vendor by vendor, so
 * that replaced ones and those of forms that were never saved do not count for ever. It lists no
 * files: what another database's rows name is not ours to judge (decision 11).
 * @param isOver ends it between two vendors
 */
export async function sweepImages(app: App, isOver: () => boolean = () => false): Promise<void> {
  const vendors = await platform(app.db, (trx) => trx.selectFrom('vendorPlans').select('vendorId').execute())
  for (const { vendorId } of vendors) {
    if (isOver()) return
    for (const image of await forgetUnshown(app, vendorId)) {
      await app.files.remove(image.slice('/media/'.length), Date.now() - storedAgainMs)
    }
  }
}
