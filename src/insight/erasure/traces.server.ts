import { sql } from 'kysely'
import { bump, share } from '#insight/challenges/challenge.shared.server.ts'
import { inChunks } from '#lib/chunks.ts'
import { instant } from '#kernel/app.ts'
import type { Inside } from '#kernel/inside.ts'
import { keepBuyers } from './bills.server.ts'

/** The records that are about a person, by what they are; their ids name nobody and stay. */
export type Records = Record<'customers' | 'enrolments' | 'sales' | 'quotes' | 'entries' | 'scores', string[]>

/** Finds all records that are about some customers. */
export async function recordsOf({ trx, vendorId }: Inside, customers: string[]): Promise<Records> {
  const ofCustomers = (table: 'enrolments' | 'sales' | 'quotes' | 'challengeEntries') =>
    trx.selectFrom(table).select('id').where('vendorId', '=', vendorId).where('customer', 'in', customers).execute()
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const entries = idsOf(await ofCustomers('challengeEntries'))
  const { rows: scores } = await sql<{ id: string }>`
    select "id" from "challengeScores" where "vendorId" = ${vendorId} and "entry" = any(${entries}::uuid[])`.execute(trx)
  return {
    customers,
    enrolments: idsOf(await ofCustomers('enrolments')),
    sales: idsOf(await ofCustomers('sales')),
    quotes: idsOf(await ofCustomers('quotes')),
    entries,
    scores: idsOf(scores),
  }
}

/** Empties the customers' own rows; a dash stands where a name must. */
async function eraseCustomers({ trx, vendorId, moment }: Inside, { customers }: Records): Promise<void> {
  await sql`
    update "customers" set "firstName" = '–', "lastName" = '', "phone" = '', "email" = '', "dob" = null, "gender" = '', "guardianName" = '',
      "guardianPhone" = '', "source" = 'walkIn', "language" = 'en', "tags" = '{}', "notes" = '', "nickname" = '', "search" = '', "consentMarketing" = false,
      "showInRankings" = false, "importId" = null, "state" = 'archived', "archivedFrom" = null, "activeUntil" = null,
      "erasedAt" = ${moment.now}, "updatedAt" = ${moment.now}, "version" = "version" + 1
    where "vendorId" = ${vendorId} and "id" = any(${customers}::uuid[])`.execute(trx)
}

/** Takes the words that people wrote about the customers out of their places, quotes and challenges. */
async function eraseWords({ trx, vendorId, moment }: Inside, { enrolments, quotes, entries, scores }: Records): Promise<void> {
  await sql`update "enrolments" set "reason" = null where "vendorId" = ${vendorId} and "id" = any(${enrolments}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
  await sql`
    update "quotes" set "quote" = '–', "counterNote" = '', "updatedAt" = ${moment.now}, "version" = "version" + 1,
      "state" = case when "state" in ('converted', 'declined') then "state" else 'withdrawn' end
    where "vendorId" = ${vendorId} and "id" = any(${quotes}::uuid[])`.execute(trx)
  await sql`delete from "quoteLinks" where "vendorId" = ${vendorId} and "quote" = any(${quotes}::uuid[])`.execute(trx)
  await sql`update "challengeEntries" set "reason" = '–' where "vendorId" = ${vendorId} and "id" = any(${entries}::uuid[]) and "reason" is not null`.execute(
    trx,
  )
  await sql`
    update "challengeScores" set "note" = '', "voidReason" = case when "voidReason" is not null then '–' end
    where "vendorId" = ${vendorId} and "id" = any(${scores}::uuid[])`.execute(trx)
}

/** Lets boards show the entrants without a name, as after an opt-out, those of other businesses too. */
async function eraseFromBoards({ trx, call, vendorId }: Inside, { entries }: Records): Promise<void> {
  if (entries.length === 0) return
  await share(trx, call.app, vendorId, entries)
  const rows = await trx
    .selectFrom('challengeEntries')
    .select('challenge')
    .where('vendorId', '=', vendorId)
    .where('id', 'in', entries)
    .execute()
  await bump(trx, vendorId, [...new Set(rows.map(({ challenge }) => challenge))])
}

/** Takes the person out of what was sent and shown, and drops what still waits to be sent. */
async function eraseDeliveries({ trx, vendorId, moment }: Inside, { customers, enrolments, sales, quotes }: Records): Promise<void> {
  const about = [...customers, ...enrolments, ...sales, ...quotes]
  // Members are told of a quote, a bill or a place by its id, at times with a version behind it.
  const { rows } = await sql<{ id: string }>`
    update "deliveries" set "address" = case when "customer" is null then "address" else '' end,
      "values" = case when "values" ? 'customer' then "values" || '{"customer": "–"}' else "values" end,
      "state" = case when "state" in ('queued', 'failed') then 'dropped' else "state" end, "stateAt" = ${moment.now}
    where "vendorId" = ${vendorId} and ("customer" = any(${customers}::uuid[])
      or ("userId" is not null and "values" ? 'customer' and ("about" = any(${about}::uuid[]) or split_part("cause", ':', 1) = any(${about}::text[]))))
    returning "id"`.execute(trx)
  const ids = rows.map(({ id }) => id)
  await sql`delete from "outbox" where "deliveryVendor" = ${vendorId} and "delivery" = any(${ids}::uuid[])`.execute(trx)
}

/** Removes what webhooks were sent about the records; that they were erased is told by a message of its own. */
async function eraseMessages({ trx, vendorId }: Inside, about: string[]): Promise<void> {
  await sql`delete from "webhookDeliveries" where "vendorId" = ${vendorId} and "record" = any(${about}::text[])`.execute(trx)
}

/**
 * Empties the log's rows about the records: who changed what and when stays, without the values and the
 * address that a change came from. The rows of money are the books' own and go with their bills; a move names places alone.
 */
async function eraseLog({ trx, vendorId }: Inside, about: string[]): Promise<void> {
  await sql`
    update "audit" set "before" = null, "after" = '{"erased": true}', "ip" = ''
    where "vendorId" = ${vendorId} and "sequence" is null and ("target" = any(${about}::text[]) or "subject" = any(${about}::uuid[]))
      and ("entity" <> 'enrolment' or ("action" <> 'move' and coalesce("after" ->> 'reason', '') <> ''))`.execute(trx)
}

/**
 * Ends the archives that hold the person: a ready one can no longer be fetched, one that is being made begins
 * anew and is not the maker's any more who has read already.
 */
async function endArchives({ trx, call, vendorId }: Inside): Promise<void> {
  const own = trx.updateTable('archives').where('vendorId', '=', vendorId)
  await own
    .set({ expiresAt: instant(call.app) })
    .where('state', '=', 'ready')
    .execute()
  await own.set({ tries: -1, leasedUntil: null }).where('state', '=', 'making').execute()
}

/** Takes a person's data out of everything that the product keeps, but for what bills printed (docs/erasure.md). */
export async function eraseTraces(inside: Inside, records: Records): Promise<void> {
  const about = Object.values(records).flat()
  await keepBuyers(inside, records)
  await eraseCustomers(inside, records)
  await eraseWords(inside, records)
  await eraseFromBoards(inside, records)
  await eraseDeliveries(inside, records)
  await endArchives(inside)
  for (const some of inChunks(about)) {
    await eraseMessages(inside, some)
    await eraseLog(inside, some)
  }
}
