import { sql } from 'kysely'
import type { Builder, Trx } from '#db/tenant.ts'
import { recordOf } from '#lib/choices.ts'
import type { Role } from '#lib/roles.ts'
import { todayOf, todaySql } from '#business/setup/zone.server.ts'
import { searchable, searchTerms } from '#lib/search.ts'
import { memberOf, type Call } from '#kernel/base.ts'
import { contextOf } from '#kernel/context.ts'
import { entity, searchPattern } from '#kernel/entity.ts'
import { emit } from '#kernel/events.ts'
import { expressionOf } from '#kernel/expressions.ts'
import { failure, fieldFailure, invalid } from '#kernel/failure.ts'
import { askAny } from '#kernel/guards.ts'
import { englishText } from '#kernel/texts.ts'
import { rowsAs } from '#kernel/rows.ts'
import type { z } from 'zod/mini'
import { careShown, withoutCare } from './care.rules.ts'
import { customerShown } from './customer.rules.ts'
import { expiringDays, type Customer, type CustomerInput, type customerList, customerInput, customerRules } from './customer.contract.ts'
import { customerUpdated } from './customer.events.ts'
import { customerEnrolled, customerOwes, customerWaits } from './customer.guards.ts'
import { e164 } from './phone.server.ts'

const select = (on: Builder, vendorId: string, call: Call) => {
  const today = todaySql(call.app, vendorId)
  return rowsAs<Customer>()(
    on
      .selectFrom('customers')
      .select([
        'customers.id',
        'customers.firstName',
        'customers.lastName',
        'customers.phone',
        'customers.email',
        'customers.dob',
        'customers.gender',
        'customers.guardianName',
        'customers.guardianPhone',
        'customers.source',
        'customers.language',
        'customers.tags',
        'customers.notes',
        'customers.nickname',
        'customers.consentMarketing',
        'customers.showInRankings',
        'customers.emergencyName',
        'customers.emergencyPhone',
        'customers.emergencyRelation',
        'customers.medicalNote',
        'customers.photoConsent',
        'customers.companyName',
        'customers.billingStreet',
        'customers.billingCity',
        'customers.billingPostcode',
        'customers.billingCountry',
        'customers.taxNumber',
        'customers.state',
        'customers.activeUntil',
        'customers.mergedInto',
        'customers.erasedAt',
        'customers.createdAt',
        'customers.updatedAt',
        'customers.version',
      ])
      .select([
        sql<
          Customer['lifecycle']
        >`case when "customers"."state" <> 'active' then "customers"."state" when "customers"."activeUntil" is null then 'lead'
        when "customers"."activeUntil" < ${today} then 'lapsed' when "customers"."activeUntil" < ${today} + ${expiringDays}::integer then 'expiring' else 'active' end`.as(
          'lifecycle',
        ),
        expressionOf({ app: call.app, vendorId }, customerEnrolled, sql.ref('customers.id')).as('enrolled'),
      ])
      .where('customers.vendorId', '=', vendorId),
  )
}

/** Maximum length of a search text, in characters. */
const searchLength = 320

/** The text that search looks through. Phone digits are stored without the plus. */
export function searchText(
  row: Pick<CustomerInput, 'firstName' | 'lastName' | 'nickname' | 'guardianName' | 'companyName' | 'email' | 'phone' | 'guardianPhone'>,
): string {
  const words = searchable([row.firstName, row.lastName, row.nickname, row.guardianName, row.companyName].join(' '))
  const parts = [row.phone.slice(1), row.guardianPhone.slice(1), row.email.toLowerCase()].filter(Boolean)
  // An index row holds 2,700 bytes, so names whose letters decompose into many are cut before the phone and the e-mail.
  const room = searchLength - parts.join(' ').length - 1
  return [[...words].slice(0, Math.max(room, 0)).join(''), ...parts].filter(Boolean).join(' ').slice(0, searchLength)
}

const phoneFields = ['phone', 'guardianPhone', 'emergencyPhone'] as const

/** The phones of a form or of a row of a file as E.164, '' for none, and the fields of those that no numbering plan knows. */
export function phonesOf(input: { [Name in (typeof phoneFields)[number]]?: string | undefined }, country: string) {
  const found = recordOf(phoneFields, (name) => e164(input[name] ?? '', country))
  return { phones: recordOf(phoneFields, (name) => found[name] ?? ''), wrong: phoneFields.filter((name) => found[name] === null) }
}

/** Input as columns: phones as E.164 and the search text. @throws request/invalid for a phone that no numbering plan knows */
export function customerColumns(input: CustomerInput, country: string) {
  const { phones, wrong } = phonesOf(input, country)
  if (wrong.length > 0)
    throw invalid(wrong.map((path) => ({ path: [path], key: 'customers.phone.invalid', message: englishText('customers.phone.invalid') })))
  const columns = { ...input, ...phones, tags: [...new Set(input.tags)] }
  return { ...columns, search: searchText(columns) }
}

/** The vendor's country, whose numbering plan applies to national numbers. */
export async function countryCodeOf(trx: Trx, vendorId: string): Promise<string> {
  const { code } = await trx.selectFrom('merchants').select('code').where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
  return code
}

/** The values that a front desk, which sees only the contact, receives instead (product 4). */
const beyondContact = { notes: '', dob: null, gender: '' as const, tags: [], consentMarketing: false, source: 'walkIn' as const }

/** Refuses a change of an erased record. @throws customer/erased */
function assertNotErased({ erasedAt }: Customer): void {
  if (erasedAt !== null) throw failure('customer/erased')
}

/** Where the caller reads whom to call and the medical note; a program with a key reads neither (decision 61). */
export function seesCare(call: Call): (typeof careShown)[Role] {
  const { role, agent } = memberOf(call)
  return agent === undefined ? careShown[role] : 'nowhere'
}

/** What a room above narrows the list by; no call of this room takes it. */
type Narrowed = { debt?: 'owes' | 'late' }

/** A customer as the caller may see it. */
function shownTo(row: Customer, call: Call): Customer {
  const seen = customerShown[memberOf(call).role] === 'all' ? row : { ...row, ...beyondContact }
  return seesCare(call) === 'everywhere' ? seen : withoutCare(seen)
}

/** A customer as the caller may see it in a list, which never shows the medical note. */
export function listedTo(row: Customer, call: Call): Customer {
  const { medicalNote: _note, ...listed } = shownTo(row, call)
  return listed
}

const records = entity<Customer, CustomerInput, z.output<typeof customerList> & Narrowed>({
  name: 'customer',
  table: 'customers',
  restored: 'active',
  fields: Object.keys(customerInput.shape),
  rules: customerRules,
  constraints: {},
  createsAtOnce: true,
  select,
  idsFirst: true,
  forRole: shownTo,
  narrow(query, { search, lifecycle, source, tag, debt }, call) {
    let narrowed = query
    for (const term of searchTerms(search)) narrowed = narrowed.where(sql<boolean>`"customers"."search" like ${searchPattern(term)}`)
    if (source) narrowed = narrowed.where('customers.source', '=', source)
    if (tag) narrowed = narrowed.where(sql<boolean>`"customers"."tags" @> array[${tag}]::text[]`)
    const until = sql.ref('customers.activeUntil')
    const { vendorId } = memberOf(call)
    const today = todaySql(call.app, vendorId)
    if (debt) {
      const of = { customer: sql.ref('customers.id'), isLate: debt === 'late' }
      narrowed = narrowed.where(expressionOf({ app: call.app, vendorId }, customerOwes, of))
    }
    if (lifecycle) narrowed = narrowed.where('customers.state', '=', 'active')
    if (lifecycle === 'lead') narrowed = narrowed.where(sql<boolean>`${until} is null`)
    if (lifecycle === 'active') narrowed = narrowed.where(sql<boolean>`${until} >= ${today}`)
    if (lifecycle === 'expiring')
      narrowed = narrowed.where(sql<boolean>`${until} >= ${today} and ${until} < ${today} + ${expiringDays}::integer`)
    if (lifecycle === 'lapsed') narrowed = narrowed.where(sql<boolean>`${until} < ${today}`)
    return narrowed
  },
  async columns(input, call, trx, before) {
    const { vendorId, role } = memberOf(call)
    if (before) assertNotErased(before)
    const columns = customerColumns(input, await countryCodeOf(trx, vendorId))
    if (input.dob !== null && input.dob > (await todayOf(trx, call.app, vendorId))) throw fieldFailure('dob', 'customers.dob.invalid')
    if (!before) return { ...columns, state: 'active' }
    // The front desk's form does not show these fields, so it must not clear them either.
    return customerShown[role] === 'all'
      ? columns
      : Object.fromEntries(Object.entries(columns).filter(([name]) => !(name in beyondContact)))
  },
  beforeRestore: assertNotErased,
  updated: (trx, call, { id }) => emit(contextOf(trx, call, memberOf(call).vendorId), customerUpdated, { customer: id }),
  async beforeArchive(trx, vendorId, { id, enrolled }, call) {
    if (enrolled > 0 || (await askAny({ trx, call, vendorId }, customerWaits, { customer: id }))) throw failure('customer/in-use')
  },
})

/** People who train or pay (product 3). */
export const customers = {
  ...records,
  shownTo,
  async list(...asked: Parameters<typeof records.list>) {
    const page = await records.list(...asked)
    return { ...page, rows: page.rows.map((row) => listedTo(row, asked[0])) }
  },
}
