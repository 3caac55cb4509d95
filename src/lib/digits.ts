/** Arabic and Persian digits and separators as ASCII, so that a figure can be typed on any keyboard. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
}

/**
 * Parses a typed amount to minor units, or null if it is not an amount of the currency.
 * @param exponent digits after the point: 2 for AED, 3 for KWD, 0 for JPY
 */
export function parseAmount(text: string, exponent: number): number | null {
  const plain = asciiDigits(text)
    .trim()
    .replaceAll(/[\s,](?=\d{3}(?:\D|$))/g, '')
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(plain)
  if (!match || (match[2] ?? '').length > exponent) return null
  return Number(`${match[1]}${(match[2] ?? '').padEnd(exponent, '0')}`)
}

/** Minor units as the text that an amount field shows. */
export function amountText(minor: number, exponent: number): `${number}` {
  if (exponent === 0) return `${minor}`
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- digits around a point are a number, and a formatter takes them exactly
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` as `${number}`
}

/** A typed time as HH:mm: `9:30`, `930`, `9` and `٩:٣٠` are understood; anything else stays as typed for the rule to check. */
export function normaliseTime(text: string): string {
  const plain = asciiDigits(text).trim()
  const [, hour, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(plain) ?? []
  return hour === undefined ? plain : `${hour.padStart(2, '0')}:${minutes}`
}
