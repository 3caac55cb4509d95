import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { decided, effectsShown } from '#business/acts/act-effects.contract.ts'
import { recordOf } from '#lib/choices.ts'
import { fallbackLanguage, languages } from '#lib/manner.ts'
import { entityCalls, listInput, pageLimit, record, versioned } from '#lib/calls.ts'
import { email, id, withRules, optionalText, text, type Rule } from '#lib/fields.ts'
import { careFields, medicalLength, photoConsents } from './care.rules.ts'
import { companyFields, isTaxNumber, type Company } from './company.rules.ts'
import { relations } from './family.rules.ts'

/** Where a customer came from (product 3). */
export const customerSources = ['marketplace', 'walkIn', 'import', 'referral'] as const
export const genders = ['', 'female', 'male'] as const
/** `blocked` and `archived` are set by hand, everything else is derived from enrolments. */
export const customerStates = ['active', 'blocked', 'archived'] as const
/** Derived: never enrolled; enrolled today; ending within 14 days; ended (product 3). */
export const lifecycles = ['lead', 'active', 'expiring', 'lapsed', 'blocked', 'archived'] as const
/** How many days before its end an enrolment counts as expiring. */
export const expiringDays = 14

/** Maximum total length of a customer's tags, in characters. */
export const tagsLength = 300

const phone = () => optionalText({ max: 30, long: 'customers.phone.invalid' })

const optionalEmail = z._default(
  z.union([z.literal(''), email({ required: 'customers.email.invalid', invalid: 'customers.email.invalid' })], 'customers.email.invalid'),
  '',
)

/** A birthday: a past day, or null. The server checks the calendar rules against its own clock. */
const birthday = z._default(
  z.nullable(
    z.string('customers.dob.invalid').check(
      z.regex(/^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, { error: 'customers.dob.invalid', abort: true }),
      z.refine((value) => !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value), 'customers.dob.invalid'),
    ),
  ),
  null,
)

/** A country by its ISO 3166 code, or ''. */
const optionalCountry = z._default(
  z
    .string('lib.fields.invalid')
    .check(
      z.maxLength(2, { error: 'customers.billingCountry.invalid', abort: true }),
      z.regex(/^(?:[A-Z]{2})?$/, 'customers.billingCountry.invalid'),
    ),
  '',
)

/** The company that a customer's bills go to; all empty for a person. */
const companyInput = {
  companyName: optionalText({ max: 120, long: 'customers.companyName.long' }),
  billingStreet: optionalText({ max: 120, long: 'customers.billingStreet.long' }),
  billingCity: optionalText({ max: 60, long: 'customers.billingCity.long' }),
  billingPostcode: optionalText({ max: 20, long: 'customers.billingPostcode.long' }),
  billingCountry: optionalCountry,
  taxNumber: optionalText({ max: 30, long: 'customers.taxNumber.long' }),
}

/** Whom to call in an emergency, and what to mind; all empty where nothing is known. */
const careInput = {
  emergencyName: optionalText({ max: 80, long: 'customers.emergencyName.long' }),
  emergencyPhone: phone(),
  emergencyRelation: optionalText({ max: 40, long: 'customers.emergencyRelation.long' }),
  medicalNote: optionalText({ max: medicalLength, long: 'customers.medicalNote.long', lines: true }),
  photoConsent: z._default(z.enum(photoConsents, 'lib.fields.invalid'), 'notAsked'),
}

const tag = () => text({ required: 'customers.tags.invalid', max: 30, long: 'customers.tags.invalid' })

/** The input of the customer form. Phones in any format; the server stores E.164 with the country's prefix. */
export const customerInput = z.strictObject({
  firstName: text({ required: 'customers.firstName.required', max: 40, long: 'customers.firstName.long', isName: true }),
  lastName: optionalText({ max: 40, long: 'customers.lastName.long' }),
  phone: phone(),
  email: optionalEmail,
  dob: birthday,
  gender: z._default(z.enum(genders, 'lib.fields.invalid'), ''),
  guardianName: optionalText({ max: 80, long: 'customers.guardianName.long' }),
  guardianPhone: phone(),
  source: z._default(z.enum(customerSources, 'lib.fields.invalid'), 'walkIn'),
  language: z._default(z.enum(languages, 'lib.fields.invalid'), fallbackLanguage),
  tags: z._default(
    z.array(tag()).check(
      z.maxLength(20, 'customers.tags.invalid'),
      z.refine((tags) => tags.join('').length <= tagsLength, 'customers.tags.invalid'),
    ),
    [],
  ),
  notes: optionalText({ max: 2000, long: 'customers.notes.long', lines: true }),
  nickname: optionalText({ max: 40, long: 'customers.nickname.long' }),
  consentMarketing: z._default(z.boolean('lib.fields.invalid'), false),
  showInRankings: z._default(z.boolean('lib.fields.invalid'), true),
  ...careInput,
  ...companyInput,
})
export type CustomerInput = z.output<typeof customerInput>

/** Whether a record says something about a company without naming it. */
const isNamelessCompany = (company: Partial<Company>) =>
  company.companyName === '' && companyFields.some((name) => name !== 'billingCountry' && company[name])

/**
 * A customer must be reachable in at least one way, and so must an emergency contact; a company has a name, and a tax number the form
 * of its country's.
 */
export const customerRules: Rule<CustomerInput>[] = [
  {
    path: 'phone',
    error: 'customers.phone.reach',
    holds: ({ phone: own, email: mail, guardianPhone }) =>
      own === undefined || mail === undefined || guardianPhone === undefined || own !== '' || mail !== '' || guardianPhone !== '',
  },
  {
    path: 'emergencyPhone',
    error: 'customers.emergencyPhone.required',
    holds: ({ emergencyName, emergencyPhone, emergencyRelation }) => emergencyPhone !== '' || !(emergencyName || emergencyRelation),
  },
  { path: 'companyName', error: 'customers.companyName.required', holds: (values) => !isNamelessCompany(values) },
  {
    path: 'taxNumber',
    error: 'customers.taxNumber.invalid',
    holds: ({ taxNumber = '', billingCountry = '' }) => isTaxNumber(taxNumber, billingCountry),
  },
]
export const customerForm = withRules(customerInput, customerRules)

/**
 * A customer as sent; fields that the member's role may not see are empty. Whom to call and the medical note are absent for those who
 * may not read them, and the note from every list (decision 61).
 */
export const customer = z.object({
  ...record,
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
  dob: z.nullable(z.string()),
  gender: z.enum(genders),
  guardianName: z.string(),
  guardianPhone: z.string(),
  source: z.enum(customerSources),
  language: z.enum(languages),
  tags: z.array(z.string()),
  notes: z.string(),
  nickname: z.string(),
  consentMarketing: z.boolean(),
  showInRankings: z.boolean(),
  ...recordOf(careFields, () => z.optional(z.string())),
  photoConsent: z.enum(photoConsents),
  ...recordOf(companyFields, () => z.string()),
  state: z.enum(customerStates),
  lifecycle: z.enum(lifecycles),
  /** The last day of the running enrolments, YYYY-MM-DD. */
  activeUntil: z.nullable(z.string()),
  /** The customer that this one was merged into. */
  mergedInto: z.nullable(z.string()),
  /** Running enrolments. */
  enrolled: z.number(),
  /** When the personal data was erased for good; the record can't be changed after that. */
  erasedAt: z.nullable(z.string()),
})
export type Customer = z.output<typeof customer>

/** Filters, search (names, nickname, guardian, phone in any format, e-mail; Arabic variants) and sort keys. */
export const customerList = listInput(['createdAt', 'firstName', 'activeUntil'], {
  state: z._default(z.enum(['current', ...customerStates], 'lib.fields.invalid'), 'current'),
  lifecycle: z.optional(z.enum(['lead', 'active', 'expiring', 'lapsed'], 'lib.fields.invalid')),
  source: z.optional(z.enum(customerSources, 'lib.fields.invalid')),
  tag: z.optional(z.string('lib.fields.invalid').check(z.maxLength(30, 'lib.fields.invalid'))),
})

/** A tag for several customers: on, or off. */
export const tagInput = z.strictObject({
  customers: z.array(id()).check(z.minLength(1, 'lib.fields.invalid'), z.maxLength(pageLimit, 'lib.fields.invalid')),
  tag: tag(),
  isOn: z._default(z.boolean('lib.fields.invalid'), true),
})
export type TagInput = z.output<typeof tagInput>

/**
 * Someone of a customer's family: `guardian` is the guardian of this customer, `child` has this customer as guardian. `owes` is what is
 * due on all bills, minor units.
 */
const relative = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  relation: z.enum(relations),
  owes: z.number(),
})
export type Relative = z.output<typeof relative>

/** A customer's family, what this customer owes, and what all owe together. */
export const family = z.object({
  people: z.array(relative),
  owes: z.number(),
  total: z.number(),
  currency: z.string(),
  exponent: z.number(),
})
export type Family = z.output<typeof family>

const blockCall = z.strictObject({ ...versioned, ...decided })
export type BlockCall = z.output<typeof blockCall>

/** The two acts on a customer that can credit or charge them. */
export const blockActs = ['block', 'unblock'] as const

export const customerContract = {
  ...entityCalls('/customers', { fields: customerInput, row: customer, list: customerList, rules: customerRules }),
  /** Keeps a customer from new enrolments and bills; paid days from today on are credited. */
  block: oc.route({ method: 'POST', path: '/customers/{id}/block' }).input(blockCall).output(customer),
  /** Bills a customer's places again from today on; credited days that are still to come are charged. */
  unblock: oc.route({ method: 'POST', path: '/customers/{id}/unblock' }).input(blockCall).output(customer),
  /** What blocking or unblocking would credit or charge; changes nothing. */
  effects: oc
    .route({ method: 'POST', path: '/customers/{id}/effects' })
    .input(z.strictObject({ id: id(), act: z.enum(blockActs, 'lib.fields.invalid') }))
    .output(effectsShown),
  /** The tags in use, most used first. */
  tags: oc.route({ method: 'GET', path: '/customer-tags' }).output(z.array(z.string())),
  /** Gives several customers a tag, or takes it off them; those who have it already, or do not, stay as they are. */
  tagSeveral: oc
    .route({ method: 'POST', path: '/customer-tags' })
    .input(tagInput)
    .output(z.object({ changed: z.number() })),
  /** Other customers with the same phone, e-mail or name. */
  duplicates: oc
    .route({ method: 'GET', path: '/customers/{id}/duplicates' })
    .input(z.strictObject({ id: id() }))
    .output(z.array(customer)),
  /** The family of a customer: those who share a phone or e-mail of theirs or of a guardian's, and what each owes. */
  family: oc
    .route({ method: 'GET', path: '/customers/{id}/family' })
    .input(z.strictObject({ id: id() }))
    .output(family),
  /** Moves everything that belongs to `drop` to `id`, fills in what `id` lacks, and archives `drop`. */
  merge: oc
    .route({ method: 'POST', path: '/customers/{id}/merge' })
    .input(z.strictObject({ ...versioned, drop: id() }))
    .output(customer),
}
