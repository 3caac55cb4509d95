import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { isAccount } from '#lib/bank-account.ts'
import { changeable } from '#lib/calls.ts'
import { optionalText, withRules, type Rule } from '#lib/fields.ts'

const fields = {
  /** The name of the account; without one, bills name no account. */
  holder: optionalText({ max: 70, long: 'sales.paymentDetails.holder.long' }),
  /** An IBAN, or an account number. */
  account: optionalText({ max: 50, long: 'sales.paymentDetails.account.invalid' }),
  /** What the bank of a number that is no IBAN is found by, such as a sort code or the bank's name. */
  bankCode: optionalText({ max: 60, long: 'sales.paymentDetails.bankCode.long' }),
  bic: optionalText({ max: 11, long: 'sales.paymentDetails.bic.invalid' }),
  /** Another payment method, such as cash at the desk. */
  note: optionalText({ max: 200, long: 'sales.paymentDetails.note.long', lines: true }),
}

export type PaymentFields = z.output<z.ZodMiniObject<typeof fields>>
export const paymentFields = Object.keys(fields)
export const paymentRules: Rule<PaymentFields>[] = [
  { path: 'account', error: 'sales.paymentDetails.account.invalid', holds: ({ account }) => !account || isAccount(account) },
  {
    path: 'bic',
    error: 'sales.paymentDetails.bic.invalid',
    holds: ({ bic }) => !bic || /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i.test(bic),
  },
  { path: 'holder', error: 'sales.paymentDetails.holder.required', holds: ({ holder, account }) => !account || Boolean(holder) },
  {
    path: 'account',
    error: 'sales.paymentDetails.account.required',
    holds: ({ holder, account, bankCode, bic }) => Boolean(account) || !(holder || bankCode || bic),
  },
]

/** The form of the payment details. */
export const paymentDetailsForm = withRules(z.strictObject(fields), paymentRules)
/** A save names what it changes; the rules are checked on the whole. */
const saved = z.strictObject({ ...changeable(fields), version: z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid')) })
export type PaymentDetailsSave = z.output<typeof saved>

/** The payment details that bills show, '' where nothing is stored; `version` is what a save sends, 0 before the first. */
const paymentDetails = z.object({
  holder: z.string(),
  account: z.string(),
  bankCode: z.string(),
  bic: z.string(),
  note: z.string(),
  version: z.number(),
})
export type PaymentDetails = z.output<typeof paymentDetails>

/** How an unpaid bill is paid: by a transfer of its due amount with its number as the reference, or as the note says. */
export const howToPay = z.object({
  holder: z.string(),
  /** As printed: an IBAN in groups of four. */
  account: z.string(),
  bankCode: z.string(),
  bic: z.string(),
  note: z.string(),
  reference: z.string(),
  /** The text of the QR code for a transfer in euro (EPC 069-12); null where there is none. */
  code: z.nullable(z.string()),
})
export type HowToPay = z.output<typeof howToPay>

export const paymentDetailsContract = {
  paymentDetails: oc.route({ method: 'GET', path: '/payment-details' }).output(paymentDetails),
  /** Bills and reminders show them from now on. */
  savePaymentDetails: oc.route({ method: 'POST', path: '/payment-details' }).input(saved).output(paymentDetails),
}
