import { sql } from 'kysely'
import { errorCode } from '#db/errors.ts'
import { platform, tenant } from '#db/tenant.ts'
import { instant, type App } from './app.ts'

/** How long an uploaded image waits for its form to be saved. */
export const formMs = 24 * 3_600_000
/** A file that was stored again this recently may belong to an upload in progress. */
const storedAgainMs = 3_600_000

/** Whether a record of the vendor, including archived ones, shows the image of the row of `media`. */
export function isShown({ modules }: Pick<App, 'modules'>, vendorId: string) {
  const shown = modules.images.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.table(table)} r where r."vendorId" = ${vendorId} and ${sql.ref(`r.${column}`)} = "media"."image")`,
  )
  return sql<boolean>`(${sql.join(shown, sql` or `)})`
}

/** Deletes the rows of a vendor's images that nothing shows; returns their addresses. */
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
    // One of them has just come into use: the next round checks again.
    if (errorCode(error) === '23503') return []
    throw error
  }
}

/**
 * Removes the images that no record has shown for a day after their upload, vendor by vendor, so that replaced
 * images and those of unsaved forms do not count forever. It does not list files: those that another database's
 * rows name are not ours to check (decision 11).
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
