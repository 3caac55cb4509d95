import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { asciiDigits } from '#lib/digits.ts'

/**
 * A typed phone number as E.164; '' for a blank one, null for one that no numbering plan knows.
 * @param country the vendor's ISO 3166 code, whose prefix a national number gets
 */
export function e164(typed: string, country: string): string | null {
  const text = asciiDigits(typed).trim()
  if (text === '') return ''
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), isSupportedCountry(country) ? country : undefined)
  return parsed?.isPossible() ? parsed.number : null
}
