/** An account number as it is stored: upper case without spaces. */
export const plainAccount = (typed: string) => typed.replace(/\s/g, '').toUpperCase()

/** Whether a plain account number is an IBAN with valid check digits (ISO 13616). */
export function isIban(account: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return false
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
  if (/^[A-Z]{2}\d{2}/.test(account)) return isIban(account)
  return /^[A-Z0-9-]{4,34}$/.test(account)
}

/** The end of an account number that is not masked: `1234` of `****1234` and `XXXX-1234`. */
const unmasked = (account: string) =>
  plainAccount(account)
    .replaceAll('-', '')
    .replace(/^.*[*\u2022]/, '')
    .replace(/^X{2,}/, '')

/**
 * Whether two account numbers may be of one account: they are equal, or one ends with the other, as an IBAN does with the number
 * of its account in many countries, and any with what a mask leaves of it.
 */
export function mayBeSameAccount(one: string, other: string): boolean {
  const [first, second] = [unmasked(one), unmasked(other)]
  return first.endsWith(second) || second.endsWith(first)
}

/** An account number as it is printed: an IBAN in groups of four. */
export const printedAccount = (account: string) => (isIban(account) ? (account.match(/.{1,4}/g) ?? []).join(' ') : account)
