import { amountText, asciiDigits } from '#lib/digits.ts'

/** What the code says: the seller's name and tax number, the instant of the document (ISO 8601, UTC), and its sums in minor units. */
export type ZatcaFacts = { name: string; taxNumber: string; at: string; total: number; tax: number; exponent: number }

/** The most bytes of a value: its length is one byte. */
const mostBytes = 255

/** The beginning of a text that fits into a value; no character is cut in two. */
function fittingBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(mostBytes)
  const { written } = new TextEncoder().encodeInto(text, bytes)
  return bytes.subarray(0, written)
}

/**
 * The text of a Saudi invoice's QR code: tags 1 to 5 in TLV (one byte of tag, one of length in bytes of UTF-8, the value), in
 * base64. Phase 1 of Resolution 62738, annex 2: seller's name, VAT number, time stamp, total with VAT, VAT. It proves nothing
 * by itself; the signatures of phase 2 (tags 6 to 9) need a certificate of the authority.
 */
export function zatcaText({ name, taxNumber, at, total, tax, exponent }: ZatcaFacts): string {
  const values = [
    name.replace(/\s+/gu, ' ').trim(),
    asciiDigits(taxNumber).replace(/[\s-]/gu, ''),
    `${at.slice(0, 19)}Z`,
    amountText(total, exponent),
    amountText(tax, exponent),
  ].map(fittingBytes)
  const bytes = values.flatMap((value, index) => [index + 1, value.length, ...value])
  return btoa(String.fromCharCode(...bytes))
}
