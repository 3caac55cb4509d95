import { countCharacters } from '#lib/fields.ts'
import { isIban } from '#lib/bank-account.ts'

/** A credit transfer in euro; the amount in cents. */
export type Transfer = { name: string; iban: string; bic: string; amount: number; reference: string }

/** The most bytes of a code: what a QR code of version 13 and error level M holds. */
const mostBytes = 331

/** One line of the code: no line feed may end it early. */
const line = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * The text of the QR code of a credit transfer (EPC 069-12, version 002, UTF-8): the app of a bank in the euro area
 * fills in its form from it. The reference is unstructured.
 * @returns null for what the standard does not allow
 */
export function epcText({ name, iban, bic, amount, reference }: Transfer): string | null {
  const [holder, purpose] = [line(name), line(reference)]
  const isAllowed =
    isIban(iban) &&
    holder !== '' &&
    countCharacters(holder) <= 70 &&
    countCharacters(purpose) <= 140 &&
    amount >= 1 &&
    amount <= 99_999_999_999
  if (!isAllowed) return null
  const euros = `EUR${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
  // Purpose code and structured reference stay empty.
  const text = ['BCD', '002', '1', 'SCT', bic, holder, iban, euros, '', '', purpose].join('\n').trimEnd()
  return new TextEncoder().encode(text).length <= mostBytes ? text : null
}
