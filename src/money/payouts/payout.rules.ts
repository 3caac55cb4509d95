/** `pending → processing → paid | failed → pending` (product 3). */
export const payoutStates = ['pending', 'processing', 'paid', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/** The kinds of payout lines: money received, refunded, or retained as commission. */
export const lineKinds = ['payment', 'refund', 'commission'] as const

/** How long a new bank account waits until it takes effect, in hours (checks M5). */
export const accountHours = 48

/** An account number as it is stored: upper case without spaces. */
export const plainAccount = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** Whether the check digits of an IBAN are valid (ISO 13616). */
function isIban(account: string): boolean {
  const moved = account.slice(4) + account.slice(0, 4)
  const digits = [...moved].map((character) => (/\d/.test(character) ? character : String(character.charCodeAt(0) - 55))).join('')
  return BigInt(digits) % 97n === 1n
}

/**
 * Whether a text may be an account number: an IBAN with valid check digits, or 4 to 34 digits, letters and
 * hyphens that do not begin like an IBAN.
 */
export function isAccount(typed: string): boolean {
  const account = plainAccount(typed)
  if (/^[A-Z]{2}\d{2}/.test(account)) return /^[A-Z0-9]{15,34}$/.test(account) && isIban(account)
  return /^[A-Z0-9-]{4,34}$/.test(account)
}
