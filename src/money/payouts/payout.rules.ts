/** `pending → processing → paid | failed → pending` (product 3). */
export const payoutStates = ['pending', 'processing', 'paid', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/** What a line of a payout is: money that came in, was given back, or was kept. */
export const lineKinds = ['payment', 'refund', 'commission'] as const

/** How long a new bank account waits until it counts, in hours (checks M5). */
export const accountHours = 48

/** An account's number as it is kept: capitals without spaces. */
export const plainAccount = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** Whether the check digits of an IBAN are right (ISO 13616). */
function isIban(account: string): boolean {
  const moved = account.slice(4) + account.slice(0, 4)
  const digits = [...moved].map((character) => (/\d/.test(character) ? character : String(character.charCodeAt(0) - 55))).join('')
  return BigInt(digits) % 97n === 1n
}

/** Whether a text may be an account's number: an IBAN with right check digits, or 4 to 34 digits, letters and hyphens that do not begin like one. */
export function isAccount(typed: string): boolean {
  const account = plainAccount(typed)
  if (/^[A-Z]{2}\d{2}/.test(account)) return /^[A-Z0-9]{15,34}$/.test(account) && isIban(account)
  return /^[A-Z0-9-]{4,34}$/.test(account)
}
