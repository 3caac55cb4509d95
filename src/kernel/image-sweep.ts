import { sql } from 'kysely'
import { errorCode } from '#db/errors.ts'
import { platform, tenant } from '#db/tenant.ts'
import { instant, type App } from './app.ts'

/** How long an image waits for the form that it was uploaded for to be saved. */
export const formMs = 24 * 3_600_000
/** A file that was stored again so lately may belong to an upload that is under way. */
const storedAgainMs = 3_600_000

/** Whether a record of the vendor, archived ones too, shows the image of the row of `media`. */
export function isShown({ modules }: Pick<App, 'modules'>, vendorId: string) {
  const shown = modules.images.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.table(table)} r where r."vendorId" = ${vendorId} and ${sql.ref(`r.${column}`)} = "media"."image")`,
  )
  return sql<boolean>`(${sql.join(shown, sql` or `)})`
}

/** Forgets a vendor's images that nothing shows; gives their addresses. */
async function forgetUnshown(app: App, vendorId: string): Promise<string[]> {
  try {
    return await tenant(app.db, vendorId, async (trx) => {
      const rows = await trx
        .deleteFrom('media')
        .where('vendorId', '=', vendorId)
        .where('createdAt', '<', instant(app, -formMs))
        .where(({ not }) => not(isShown(app, vendorId)))
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
 * files: what another database's rows name is not ours to check (decision 11).
 * @param isOver ends it between two vendors
 */
export async function sweepImages(app: App, isOver: () => boolean = () => false): Promise<void> {
  for (const vendorId of await platform(app.db, app.modules.vendorIds)) {
    if (isOver()) return
    for (const image of await forgetUnshown(app, vendorId)) {
      await app.files.remove(image.slice('/media/'.length), Date.now() - storedAgainMs)
    }
  }
}
