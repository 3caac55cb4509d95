/**
 * Every way in which a call can fail: the code on the wire and its HTTP status.
 * The message of a code is in the catalogues under `lib.failures.<code>`; the first
 * block follows spec 8 to the letter, the second covers what the spec leaves open.
 */
export const failures = {
  'auth/captcha-expired': 400,
  'auth/user-not-found': 404,
  'auth/operation-not-allowed': 403,
  'auth/invalid-display-name': 400,
  'camp/camp-error': 400,
  'template/template-error': 400,
  'auth/invalid-password': 400,
  'auth/wrong-password': 400,
  'auth/invalid-email': 400,
  'auth/invalid-credential': 400,
  'auth/internal-error': 500,
  'auth/email-already-exists': 409,
  'auth/email-already-in-use': 409,
  'auth/invalid-code': 400,
  'auth/passwords-not-matched': 400,
  'auth/phone-number-already-exists': 409,
  'auth/invalid-verification-code': 400,
  'auth/code-expired': 400,
  'auth/too-many-requests': 429,
  'client/creation-error': 400,
  'deal/creation-error': 400,
  'appointment/creation-error': 400,
  'client/unable-to-send-email': 502,

  'auth/session-expired': 401,
  'auth/second-factor-required': 400,
  'auth/recent-sign-in-required': 403,
  'auth/common-password': 400,
  'auth/email-unverified': 403,
  'key/invalid': 401,
  'key/scope': 403,
  'permission/denied': 403,
  'plan/trial-expired': 403,
  'document/not-found': 404,
  'document/exists': 409,
  'document/matched': 409,
  'request/invalid': 400,
  'request/stale': 409,
  'request/reused': 422,
  'request/too-large': 413,
  'request/refused': 403,
  'request/unsupported': 415,
  'image/quota': 409,
  'trainer/busy': 409,
  'hall/busy': 409,
  'service/in-use': 409,
  'trainer/in-use': 409,
  'hall/in-use': 409,
  'batch/in-use': 409,
  'batch/not-open': 409,
  'batch/full': 409,
  'session/closed': 409,
  'session/held': 409,
  'enrolment/state': 409,
  'effects/changed': 409,
  'effects/final': 409,
  'run/final': 409,
  'run/state': 409,
  'run/voiding': 503,
  'customer/in-use': 409,
  'customer/blocked': 409,
  'customer/owes': 409,
  'customer/merged': 409,
  'customer/erased': 409,
  'import/undone': 409,
  'sale/state': 409,
  'sale/price-changed': 409,
  'sale/limit': 403,
  'month/closed': 409,
  'quote/state': 409,
  'quote/places': 409,
  'expense/state': 409,
  'account/in-use': 409,
  'move/reversed': 409,
  'match/changed': 409,
  'file/matched': 409,
  'payout/state': 409,
  'payout/short': 409,
  'mail/first-day': 429,
  'team/full': 409,
  'team/state': 409,
  'team/elsewhere': 409,
  'team/asleep': 403,
  'team/looking': 403,
  'passkey/full': 409,
  'challenge/state': 409,
  'challenge/full': 409,
  'challenge/late': 409,
  'archive/making': 409,
  'server/busy': 503,
  'server/full': 503,
  'server/unavailable': 503,
  'image/unavailable': 503,
  'server/error': 500,
} as const

export type FailureCode = keyof typeof failures

/** Whether a string is one of the catalogue's codes. */
export function isFailureCode(code: unknown): code is FailureCode {
  return typeof code === 'string' && Object.hasOwn(failures, code)
}

/** The catalogue's code for a value; `server/error` ("Unknown Error", spec 8) for anything else. */
export function failureCodeOf(code: unknown): FailureCode {
  return isFailureCode(code) ? code : 'server/error'
}

/** One refused field: its path in the input, and the text key of its message. */
export type Issue = { path: (string | number)[]; key: string; message: string }
