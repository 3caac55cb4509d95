import { trainingWeek } from '#lib/fields.ts'
import { keysOf } from '#lib/choices.ts'
import { tenant, type Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import { audit, changedFields } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { changedRecord } from '#kernel/changes.ts'
import { contextOf } from '#kernel/context.ts'
import { emit } from '#kernel/events.ts'
import { failure, fieldFailure, parsed, withConstraints } from '#kernel/failure.ts'
import { assertUse } from '#kernel/image-use.ts'
import { zoneOf } from './zone.server.ts'
import {
  country,
  setupContract,
  vendorForm,
  vendorInput,
  vendorRules,
  type Profile,
  type VendorInput,
  type VendorSave,
} from './vendor.contract.ts'
import { zoneChanged } from './vendor.events.ts'

const os = handlersOf({ setup: setupContract })

const countryColumns = keysOf(country.shape)

/** The country that the business is registered in. */
export const countryOf = (trx: Trx, vendorId: string) =>
  trx
    .selectFrom('merchants')
    .innerJoin('countries', 'countries.id', 'merchants.code')
    .select(countryColumns.map((name) => `countries.${name}` as const))
    .where('merchants.vendorId', '=', vendorId)
    .executeTakeFirstOrThrow()

/** The vendor's public profile without its flags, or null before its first save. */
export async function readProfile(trx: Trx, vendorId: string): Promise<Profile | null> {
  const row = await trx
    .selectFrom('vendors')
    .innerJoin('countries', 'countries.id', 'vendors.code')
    .select([
      'vendors.code',
      'vendors.name',
      'vendors.email',
      'vendors.logo',
      'vendors.username',
      'vendors.address',
      'vendors.postcode',
      'vendors.startingTime',
      'vendors.endingTime',
      'vendors.trainingDays',
      'vendors.latitude',
      'vendors.longitude',
      'vendors.location',
      'vendors.timeZone',
      'vendors.createdAt',
      'vendors.updatedAt',
      'vendors.version',
    ])
    .select(['countries.nameEn as country', 'countries.currency', 'countries.dialCode'])
    .where('vendors.vendorId', '=', vendorId)
    .executeTakeFirst()
  if (!row) return null
  const { code, dialCode, trainingDays, ...fields } = row
  return {
    ...fields,
    id: vendorId,
    trainingDays: trainingWeek.parse(trainingDays),
    photoURL: row.logo,
    countryCode: dialCode,
    countryISOCode: code,
  }
}

/** Claims a username for the vendor across the whole platform. @throws request/invalid at `username` when another vendor has it */
async function claimUsername(trx: Trx, vendorId: string, username: string): Promise<void> {
  const key = username.normalize('NFKC').toLowerCase()
  await trx.deleteFrom('usernames').where('vendorId', '=', vendorId).where('username', '<>', key).execute()
  await trx
    .insertInto('usernames')
    .values({ username: key, vendorId })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .execute()
  const holder = await trx.selectFrom('usernames').select('vendorId').where('username', '=', key).executeTakeFirst()
  if (holder?.vendorId !== vendorId) throw fieldFailure('username', 'setup.username.taken')
}

/** Checks that the country in a save is the account's own. @throws request/invalid at the field that differs */
async function assertCountry(trx: Trx, code: string, named: Pick<VendorSave, 'country' | 'countryCode' | 'countryISOCode'>): Promise<void> {
  const said = (['country', 'countryCode', 'countryISOCode'] as const).filter((name) => named[name] !== undefined)
  if (said.length === 0) return
  const row = await trx.selectFrom('countries').select(['nameEn', 'dialCode']).where('id', '=', code).executeTakeFirstOrThrow()
  const own = { country: row.nameEn, countryCode: row.dialCode, countryISOCode: code }
  const other = said.find((name) => named[name] !== own[name])
  if (other) throw fieldFailure(other, 'setup.country.fixed')
}

/** The whole profile after a save; the first save must contain all of it. */
const requestOf = (before: Profile | null, named: Partial<VendorInput>): VendorInput =>
  before ? changedRecord(Object.keys(vendorInput.shape), before, named, vendorRules) : parsed(vendorForm, named)

/**
 * Saves the profile (spec 5, Vendor profile); `version` 0 is the first save and sends all of it, later ones only the
 * changes. Sessions keep their hours when the time zone changes.
 * @param read returns the profile in the caller's response shape
 */
export async function saveVendor<Row extends Profile>(
  call: Call,
  { version, country, countryCode, countryISOCode, ...named }: VendorSave,
  read: (trx: Trx, vendorId: string) => Promise<Row | null>,
): Promise<Row> {
  const { app } = call
  const { vendorId, email } = memberOf(call)
  return withConstraints({ vendorsLogo: { field: 'logo', key: 'lib.images.required' } }, () =>
    tenant(app.db, vendorId, async (trx) => {
      const before = await read(trx, vendorId)
      const input = requestOf(version === 0 ? null : before, named)
      const now = instant(app)
      const [zone, { id: code, timeZones }] = [await zoneOf(trx, vendorId), await countryOf(trx, vendorId)]
      const timeZone = input.timeZone ?? zone
      await assertCountry(trx, code, { country, countryCode, countryISOCode })
      // A zone that the country no longer has may stay, but no other foreign zone is accepted.
      if (timeZone !== zone && !timeZones.includes(timeZone)) throw fieldFailure('timeZone', 'setup.timeZone.invalid')
      const columns = { ...input, timeZone, trainingDays: JSON.stringify(input.trainingDays) }
      await assertUse(trx, vendorId, { field: 'logo', purpose: 'logo', required: 'lib.images.required' }, input.logo, before?.logo)
      await claimUsername(trx, vendorId, input.username)
      if (version === 0) {
        const first = await trx
          .insertInto('vendors')
          .values({ vendorId, code, email, ...columns, createdAt: now, updatedAt: now })
          .onConflict((conflict) => conflict.column('vendorId').doNothing())
          .returning('vendorId')
          .executeTakeFirst()
        if (!first) throw failure('request/stale', { current: await read(trx, vendorId) })
      } else {
        const changed = await trx
          .updateTable('vendors')
          .set({ ...columns, version: version + 1, updatedAt: now })
          .where('vendorId', '=', vendorId)
          .where('version', '=', version)
          .returning('vendorId')
          .executeTakeFirst()
        if (!changed) throw failure('request/stale', { current: await read(trx, vendorId) })
      }
      await trx
        .updateTable('merchants')
        .set({ name: input.name, lastUpdated: now, updatedAt: now })
        .where('vendorId', '=', vendorId)
        .execute()
      if (timeZone !== zone) await emit(contextOf(trx, call, vendorId), zoneChanged, { from: zone, to: timeZone, now })
      const after = await read(trx, vendorId)
      if (!after) throw failure('document/not-found')
      await audit(trx, call, {
        action: before ? 'update' : 'create',
        entity: 'vendor',
        target: vendorId,
        ...(before ? changedFields(before, after) : { after: { ...input } }),
      })
      return after
    }),
  )
}

export const setupHandlers = {
  countries: os.setup.countries.handler(({ context: call }) =>
    call.app.db.kysely.selectFrom('countries').select(['id', 'nameEn', 'nameAr']).orderBy('nameEn').execute(),
  ),
}
