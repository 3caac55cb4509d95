import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { lockBooks } from '#business/ledger/books.server.ts'
import { recordOf } from '#lib/choices.ts'
import { searchable } from '#lib/search.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import type { Around } from '#kernel/around.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { contextOf, type TenantContext } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { emergencyFields, mergedConsent, mergedNote } from './care.rules.ts'
import { companyFields } from './company.rules.ts'
import { tagsLength, type Customer } from './customer.contract.ts'
import { customerMerged, customerMerging, customerUnblocked } from './customer.events.ts'
import { customers, listedTo, searchText } from './customer.row.server.ts'
import type { Seen } from '#lib/calls.ts'

async function readCustomer(trx: Trx, call: Call, id: string): Promise<Customer> {
  const row = await customers.kind.select(trx, memberOf(call).vendorId, call).where('customers.id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

/**
 * Blocks a customer from new enrolments and new bills, or unblocks them, after which running places are billed again.
 * Repeating a call changes nothing.
 * @throws request/stale
 */
export async function setBlocked(
  ctx: TenantContext,
  { id, version }: Seen,
  isBlocked: boolean,
  around: Around<Customer>,
): Promise<Customer> {
  const { trx, call, vendorId, now } = ctx
  const [from, state] = isBlocked ? (['active', 'blocked'] as const) : (['blocked', 'active'] as const)
  await around.before(ctx)
  const before = await readCustomer(trx, call, id)
  if (before.state !== from) return customers.shownTo(before, call)
  if (before.version !== version) throw failure('request/stale', { current: customers.shownTo(before, call) })
  // Places are locked before their customer, as in every act on a place.
  if (!isBlocked) await emit(ctx, customerUnblocked, { customer: id })
  await around.after(ctx, before)
  const written = await trx
    .updateTable('customers')
    .set({ state, updatedAt: now, version: version + 1 })
    .where('vendorId', '=', vendorId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw failure('request/stale', { current: customers.shownTo(await readCustomer(trx, call, id), call) })
  const action = isBlocked ? 'block' : 'unblock'
  await audit(trx, call, { action, entity: 'customer', target: id, subject: id, before: { state: from }, after: { state } })
  return customers.shownTo(await readCustomer(trx, call, id), call)
}

/** The tags in use, most used first. */
export function listTags(call: Call): Promise<string[]> {
  const { vendorId } = memberOf(call)
  return tenant(call.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ tag: string }>`
      select tag from "customers", unnest("tags") as tag where "vendorId" = ${vendorId} and "state" <> 'archived'
      group by tag order by count(*) desc, tag limit 100`.execute(trx)
    return rows.map(({ tag }) => tag)
  })
}

/** Other customers with the same name, or with the same first name and phone or e-mail: siblings share a parent's contact data. */
export function readDuplicates(call: Call, id: string): Promise<Customer[]> {
  const { vendorId } = memberOf(call)
  return tenant(call.app.db, vendorId, async (trx) => {
    const { phone, email, firstName, lastName } = await readCustomer(trx, call, id)
    const name = searchable(`${firstName} ${lastName}`)
    const begins = (words: string) => sql`"customers"."search" like ${`${words.replace(/[\\%_]/g, String.raw`\$&`)}%`}`
    const rows = await customers.kind
      .select(trx, vendorId, call)
      .where(
        sql<boolean>`"customers"."id" <> ${id} and "customers"."state" <> 'archived' and (
          (((${phone} <> '' and "customers"."phone" = ${phone}) or (${email} <> '' and "customers"."emailKey" = lower(${email})))
            and ${begins(`${searchable(firstName)} `)})
          or (${name.includes(' ')} and ${begins(name)}))`,
      )
      .orderBy('customers.createdAt')
      .limit(20)
      .execute()
    return rows.map((row) => listedTo(row, call))
  })
}

/** The tags of both customers, up to the maximum per customer. */
function mergedTags(target: readonly string[], source: readonly string[]): string[] {
  const tags: string[] = []
  for (const tag of new Set([...target, ...source])) if (tags.length < 20 && tags.join('').length + tag.length <= tagsLength) tags.push(tag)
  return tags
}

const copied = ['lastName', 'phone', 'email', 'dob', 'gender', 'guardianName', 'guardianPhone', 'nickname'] as const

/**
 * Moves a customer's enrolments, attendance, bills and quotes to another customer, whose own data wins; missing fields
 * are filled in. Where both are in one batch, the stronger enrolment stays.
 */
export function merge(call: Call, { id, version, drop }: Seen & { drop: string }): Promise<Customer> {
  const { vendorId } = memberOf(call)
  if (id === drop) throw fieldFailure('drop', 'lib.fields.invalid')
  return tenant(call.app.db, vendorId, async (trx) => {
    // Bills change owner, and billing locks the books before bills and places; the same order applies here.
    await lockBooks(trx, vendorId)
    // Lock both rows in id order so that two concurrent merges can't deadlock.
    await trx
      .selectFrom('customers')
      .select('id')
      .where('vendorId', '=', vendorId)
      .where('id', 'in', [id, drop])
      .orderBy('id')
      .forUpdate()
      .execute()
    const [target, source] = [await readCustomer(trx, call, id), await readCustomer(trx, call, drop)]
    if (target.version !== version) throw failure('request/stale', { current: customers.shownTo(target, call) })
    if (target.state === 'archived' || source.state === 'archived') throw fieldFailure('drop', 'customers.merge.archived')
    // What a block credited is charged again when it ends; a merge would end it silently.
    if (target.state !== source.state && target.enrolled + source.enrolled > 0) throw failure('customer/blocked')
    const medicalNote = mergedNote(target.medicalNote ?? '', source.medicalNote ?? '')
    if (medicalNote === null) throw fieldFailure('drop', 'customers.merge.medicalNote')
    const now = instant(call.app)
    const pair = { from: drop, into: id }
    await emit(contextOf(trx, call, vendorId), customerMerging, pair)
    const filled = Object.fromEntries(copied.filter((name) => !target[name] && source[name]).map((name) => [name, source[name]]))
    const columns = {
      ...filled,
      // An emergency contact is one fact, as is a company: the phone of one never joins the name of another.
      ...(!target.emergencyPhone && recordOf(emergencyFields, (name) => source[name] ?? '')),
      ...(target.companyName === '' && source.companyName !== '' && recordOf(companyFields, (name) => source[name])),
      medicalNote,
      photoConsent: mergedConsent(target.photoConsent, source.photoConsent),
      tags: mergedTags(target.tags, source.tags),
      notes: [target.notes, source.notes].filter(Boolean).join('\n\n').slice(0, 2000),
      // An opt-out on either record applies to the merged one.
      showInRankings: target.showInRankings && source.showInRankings,
    }
    const merged = { ...target, ...columns } as Customer
    await trx
      .updateTable('customers')
      .set({ ...columns, search: searchText(merged), updatedAt: now, version: version + 1 })
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute()
    await trx
      .updateTable('customers')
      .set({
        state: 'archived',
        archivedFrom: source.state,
        mergedInto: id,
        activeUntil: null,
        updatedAt: now,
        version: sql<number>`"version" + 1`,
      })
      .where('vendorId', '=', vendorId)
      .where('id', '=', drop)
      .execute()
    await emit(contextOf(trx, call, vendorId), customerMerged, pair)
    await audit(trx, call, {
      action: 'merge',
      entity: 'customer',
      target: id,
      subject: id,
      before: { drop, name: `${source.firstName} ${source.lastName}`.trim() },
      after: columns,
    })
    return customers.shownTo(await readCustomer(trx, call, id), call)
  })
}
