import type { Trx } from '#db/tenant.ts'
import { instant, type App } from '#kernel/app.ts'

/** Deletes links of quotes that have expired. */
export const dropQuoteLinks = (trx: Trx, app: App) => trx.deleteFrom('quoteLinks').where('expiresAt', '<=', instant(app)).execute()
