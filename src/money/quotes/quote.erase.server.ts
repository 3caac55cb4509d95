import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'

/** Removes free text about an erased person from their quotes, and ends their open quotes and links. */
export async function eraseQuotes({ trx, vendorId, now }: TenantContext, quotes: readonly string[]): Promise<void> {
  await sql`
    update "quotes" set "quote" = '–', "counterNote" = '', "updatedAt" = ${now}, "version" = "version" + 1,
      "state" = case when "state" in ('converted', 'declined') then "state" else 'withdrawn' end
    where "vendorId" = ${vendorId} and "id" = any(${quotes}::uuid[])`.execute(trx)
  await sql`delete from "quoteLinks" where "vendorId" = ${vendorId} and "quote" = any(${quotes}::uuid[])`.execute(trx)
}
