import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { changeable } from '#lib/calls.ts'
import { imageAddress, optionalText, text, time, trainingDays, trainingWeek, withRules, type Rule } from '#lib/fields.ts'

/**
 * One country (spec 3: id, nameEn; product 2.24). `timeZones` begins with the principal one, `taxRate` is a default
 * in percent, `firstWeekday` and `weekend` count from 0 = Sunday.
 */
export const country = z.object({
  id: z.string(),
  nameEn: z.string(),
  nameAr: z.string(),
  currency: z.string(),
  exponent: z.number(),
  dialCode: z.string(),
  timeZones: z.array(z.string()),
  firstWeekday: z.number(),
  weekend: z.array(z.number()),
  taxRate: z.number(),
})
export type Country = z.output<typeof country>

/** The short list item of the sign-up form (spec 3, "Country list item"). */
export const countryName = z.object({ id: z.string(), nameEn: z.string(), nameAr: z.string() })

/** A coordinate in degrees, stored as the owner typed or pasted it, six decimals at most. */
const degrees = (limit: number) =>
  z._default(z.nullable(z.number('lib.fields.invalid').check(z.gte(-limit, 'setup.place.range'), z.lte(limit, 'setup.place.range'))), null)

/** The input of the vendor profile form of spec 5. */
export const vendorInput = z.strictObject({
  logo: imageAddress('lib.images.required'),
  name: text({ required: 'setup.name.required', max: 50, long: 'setup.name.long', isName: true }),
  username: text({
    required: 'setup.username.required',
    max: 50,
    long: 'setup.username.long',
  }).check(z.regex(/^[\p{L}\p{M}\p{N} ._-]*$/u, 'setup.username.characters')),
  address: text({ required: 'setup.address.required', max: 120, long: 'setup.address.long' }),
  postcode: text({ required: 'setup.postcode.required', max: 20, long: 'setup.postcode.long' }),
  startingTime: time({
    required: 'setup.startingTime.required',
    format: 'setup.startingTime.format',
  }),
  endingTime: time({ required: 'setup.endingTime.required', format: 'setup.endingTime.format' }),
  trainingDays: trainingDays(),
  latitude: degrees(90),
  longitude: degrees(180),
  location: optionalText({ max: 120 }),
  /** One of the country's zones (IANA name); without it the zone stays as it is, at first the country's principal one. */
  timeZone: z.optional(z.string('setup.timeZone.invalid').check(z.maxLength(60, 'setup.timeZone.invalid'))),
})
export type VendorInput = z.output<typeof vendorInput>
export type VendorSave = z.output<typeof vendorSave>

/** Vendor hours may end after midnight, but start and end must differ (product 2.18). */
export const vendorRules: Rule<VendorInput>[] = [
  {
    path: 'endingTime',
    error: 'setup.endingTime.equal',
    holds: ({ startingTime, endingTime }) => !startingTime || !endingTime || startingTime !== endingTime,
  },
]

/** The schema of the form. */
export const vendorForm = withRules(vendorInput, vendorRules)
const own = (max: number) => z.optional(z.string('setup.country.fixed').check(z.maxLength(max, 'setup.country.fixed')))
/** The country is the account's; spec 5 lets the form send it, and any other country is refused. */
export const vendorCountry = { country: own(60), countryCode: own(10), countryISOCode: own(2) }
/** The input of a save: the whole form with version 0 for the first, only the changes afterwards. */
const vendorSave = z.strictObject({
  ...changeable(vendorInput.shape),
  ...vendorCountry,
  version: z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid')),
})

/** The five setup flags, derived from real rows (product 2.9). */
export const setupFlags = {
  addBatch: z.boolean(),
  addHall: z.boolean(),
  addTrainer: z.boolean(),
  profileCompleted: z.boolean(),
  serviceCompleted: z.boolean(),
}

/** The merchant with the 17 fields of spec 3. */
export const merchant = z.object({
  id: z.string(),
  uid: z.string(),
  email: z.string(),
  code: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isDeleted: z.boolean(),
  isOnLine: z.boolean(),
  lastLogin: z.nullable(z.string()),
  lastUpdated: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...setupFlags,
})
export type Merchant = z.output<typeof merchant>

/** The vendor at countries/{code}/vendors/{id} (spec 3). */
export const vendor = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  logo: z.string(),
  photoURL: z.string(),
  country: z.string(),
  countryCode: z.string(),
  countryISOCode: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  username: z.string(),
  address: z.string(),
  postcode: z.string(),
  startingTime: z.string(),
  endingTime: z.string(),
  trainingDays: trainingWeek,
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  location: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.number(),
  ...setupFlags,
})
export type Vendor = z.output<typeof vendor>
/** The profile without the flags, which depend on other modules' rows. */
export type Profile = Omit<Vendor, keyof typeof setupFlags>

/** The five flags, the completion percentage of spec 4, and the country whose currency and week the screens use. */
export const progress = z.object({
  ...setupFlags,
  percent: z.number(),
  country,
  /** The member's unread notifications, up to 100; included here because the frame makes this call anyway. */
  unread: z.number(),
})
export type Progress = z.output<typeof progress>

export const setupContract = {
  countries: oc.route({ method: 'GET', path: '/countries' }).output(z.array(countryName)),
  merchant: oc.route({ method: 'GET', path: '/merchant' }).output(merchant),
  /** null until the profile is first saved. */
  vendor: oc.route({ method: 'GET', path: '/vendor' }).output(z.nullable(vendor)),
  saveVendor: oc.route({ method: 'POST', path: '/vendor' }).input(vendorSave).output(vendor),
  progress: oc.route({ method: 'GET', path: '/setup' }).output(progress),
}
