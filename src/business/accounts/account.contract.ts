import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { countCharacters, email, id, withRules, type Rule } from '#lib/fields.ts'
import { roles } from '#lib/roles.ts'

const accountEmail = email({
  required: 'accounts.email.required',
  invalid: 'accounts.email.invalid',
})
/** The forgot-password steps show "Invalid email" where sign-in shows "Invalid email address" (spec 5). */
const recoveryEmail = email({
  required: 'accounts.email.required',
  invalid: 'accounts.email.invalidShort',
})

/** The login form's password: 6 to 128 characters (spec 5). */
const knownPassword = z
  .string('accounts.password.required')
  .check(
    z.minLength(1, { error: 'accounts.password.required', abort: true }),
    z.minLength(6, 'accounts.password.short6'),
    z.maxLength(512, 'accounts.password.long'),
  )

/** A new password: 8 to 128 of any characters (spec 9, product 2.4). */
export const newPassword = z.string('accounts.password.required').check(
  z.minLength(1, { error: 'accounts.password.required', abort: true }),
  z.normalize('NFC'),
  z.refine((value) => value.trim() !== '', { error: 'accounts.password.required', abort: true }),
  z.refine((value) => countCharacters(value) >= 8, 'accounts.password.short8'),
  z.refine((value) => countCharacters(value) <= 128, 'accounts.password.long'),
)

const otp = z
  .string('accounts.otp.required')
  .check(z.minLength(1, { error: 'accounts.otp.required', abort: true }), z.regex(/^[0-9]{6}$/, 'accounts.otp.length'))

/** The number of recovery codes created at a time. */
export const recoveryCodeCount = 10

/** A code of the authenticator app, or one of its recovery codes. */
const secondCode = z
  .string('accounts.otp.required')
  .check(
    z.minLength(1, { error: 'accounts.otp.required', abort: true }),
    z.regex(/^(?:[0-9]{6}|[0-9]{4}[ -]?[0-9]{4}[ -]?[0-9]{4})$/, 'accounts.otp.length'),
  )

const registerFields = z.strictObject({
  email: accountEmail,
  /** The chosen country's id, such as `AE`. */
  country: z
    .string('accounts.country.required')
    .check(z.minLength(1, { error: 'accounts.country.required', abort: true }), z.regex(/^[A-Z]{2}$/, 'accounts.country.required')),
  password: newPassword,
  confirmPassword: z
    .string('accounts.confirmPassword.required')
    .check(z.minLength(1, 'accounts.confirmPassword.required'), z.maxLength(512, 'accounts.password.long'), z.normalize('NFC')),
  acceptTerms: z.literal(true, 'accounts.terms.required'),
})
const sameRegister: Rule<z.output<typeof registerFields>>[] = [
  {
    path: 'confirmPassword',
    error: 'accounts.confirmPassword.match',
    holds: ({ password, confirmPassword }) => !confirmPassword || password === confirmPassword,
  },
]

/** The sign-up form (spec 5). */
export const registerInput = withRules(registerFields, sameRegister)
/** The login form (spec 5), with the second factor's code where one is set up. */
export const signInInput = z.strictObject({
  email: accountEmail,
  password: knownPassword,
  totp: z.optional(secondCode),
})
/** Spec 7: sendOtp {email}. */
export const sendOtpInput = z.strictObject({ email: recoveryEmail })
/** Spec 7: verifyOtp {email, otp}; exactly six digits, as text. */
export const verifyOtpInput = z.strictObject({ email: recoveryEmail, otp })
/** The token in the link that is mailed with the code. */
export const verifyLinkInput = z.strictObject({
  token: z.string('accounts.forgot.linkGone').check(z.regex(/^[A-Za-z0-9_-]{64}$/, 'accounts.forgot.linkGone')),
})
/** Spec 7: resetPasswordWithOtp {email, newPassword}; the grant comes from the browser's cookie. `totp` where a second factor is set up. */
export const resetPasswordInput = z.strictObject({
  email: recoveryEmail,
  newPassword,
  totp: z.optional(secondCode),
  /** Also ends the account's program access: API keys, webhooks and calendar feeds. */
  endConnections: z.optional(z.boolean()),
})

/** The password again before a sensitive change, with the second factor's code where one is set up. */
export const confirmPasswordInput = z.strictObject({ password: knownPassword, totp: z.optional(secondCode) })
/** The code mailed to the signed-in member's own address. */
export const verifyEmailInput = z.strictObject({ otp })
/** The first code of an authenticator app that is being set up. */
export const confirmTotpInput = z.strictObject({ otp })

const resetFields = z.strictObject({
  newPassword,
  confirmPassword: z
    .string('accounts.confirmPassword.requiredReset')
    .check(z.minLength(1, 'accounts.confirmPassword.requiredReset'), z.normalize('NFC')),
})
const sameReset: Rule<z.output<typeof resetFields>>[] = [
  {
    path: 'confirmPassword',
    error: 'accounts.confirmPassword.match',
    holds: ({ newPassword: chosen, confirmPassword }) => !confirmPassword || chosen === confirmPassword,
  },
]
/** The third step of the forgot-password form (spec 5). */
export const resetPasswordForm = withRules(resetFields, sameReset)

/** The response to sign-in (spec 3, "Login result"). */
export const signInResult = z.object({ id: z.string(), email: z.string(), status: z.string() })

/** The signed-in member as every screen needs it. Instants are ISO 8601 UTC, from the server's clock. */
export const signInSession = z.object({
  userId: z.string(),
  vendorId: z.string(),
  email: z.string(),
  /** While false, the member can't write to anyone or create a key or webhook. */
  emailIsVerified: z.boolean(),
  role: z.enum(roles),
  /** The member's real role, where an owner views the product as another role. */
  ownRole: z.enum(roles),
  signedInAt: z.string(),
  expiresAt: z.string(),
  serverTime: z.string(),
})
export type SignInSession = z.output<typeof signInSession>

/** One open session of the member, as listed on the security page. */
export const openSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  browser: z.string(),
  isCurrent: z.boolean(),
})

const done = z.object({ success: z.boolean() })
/** Shown only once: only their hashes are stored. */
const recoveryCodes = z.array(z.string())

/** A session that expired keeps the browser's storage: unsaved forms and marks wait for the same member (product 2.8). */
const signOutInput = z.optional(z.object({ keepStorage: z.optional(z.boolean()) }))
/** `code` is set where the code has expired or has no attempts left, so that only a new one helps. */
const verified = z.object({ success: z.boolean(), code: z.optional(z.literal('auth/code-expired')) })
/** `email` is the account's, where the link verified it. */
const verifiedByLink = z.object({ success: z.boolean(), email: z.optional(z.string()) })

/** Made by a function, so that the sign-in page, which needs their inputs alone, is built without them. */
const accountCalls = () => ({
  register: oc
    .route({ method: 'POST', path: '/register', successStatus: 201 })
    .input(registerInput)
    .output(z.object({ id: z.string() })),
  signIn: oc.route({ method: 'POST', path: '/sign-in' }).input(signInInput).output(signInResult),
  signOut: oc.route({ method: 'POST', path: '/sign-out' }).input(signOutInput).output(done),
  signOutEverywhere: oc.route({ method: 'POST', path: '/sign-out-everywhere' }).output(done),
  session: oc.route({ method: 'GET', path: '/session' }).output(signInSession),
  sendOtp: oc.route({ method: 'POST', path: '/sendOtp' }).input(sendOtpInput).output(done),
  verifyOtp: oc.route({ method: 'POST', path: '/verifyOtp' }).input(verifyOtpInput).output(verified),
  verifyLink: oc.route({ method: 'POST', path: '/verifyLink' }).input(verifyLinkInput).output(verifiedByLink),
  resetPasswordWithOtp: oc.route({ method: 'POST', path: '/resetPasswordWithOtp' }).input(resetPasswordInput).output(done),
  sendEmailCode: oc.route({ method: 'POST', path: '/email-code' }).output(done),
  verifyEmail: oc.route({ method: 'POST', path: '/email-code/verify' }).input(verifyEmailInput).output(verified),
  confirmPassword: oc.route({ method: 'POST', path: '/confirm-password' }).input(confirmPasswordInput).output(done),
  changePassword: oc.route({ method: 'POST', path: '/change-password' }).input(z.strictObject({ newPassword })).output(done),
  sessions: oc.route({ method: 'GET', path: '/sign-ins' }).output(z.array(openSession)),
  endSession: oc
    .route({ method: 'POST', path: '/sign-ins/{id}/end' })
    .input(z.strictObject({ id: id() }))
    .output(done),
  secondFactor: oc.route({ method: 'GET', path: '/second-factor' }).output(z.object({ isOn: z.boolean(), recoveryCodesLeft: z.number() })),
  beginTotp: oc.route({ method: 'POST', path: '/second-factor/begin' }).output(z.object({ secret: z.string(), address: z.string() })),
  confirmTotp: oc
    .route({ method: 'POST', path: '/second-factor/confirm' })
    .input(confirmTotpInput)
    .output(z.object({ success: z.boolean(), recoveryCodes })),
  createRecoveryCodes: oc.route({ method: 'POST', path: '/second-factor/recovery-codes' }).output(z.object({ recoveryCodes })),
  removeTotp: oc.route({ method: 'POST', path: '/second-factor/remove' }).output(done),
})
export const accountContract = /* @__PURE__ */ accountCalls()
