import { asciiDigits } from '#lib/digits.ts'

/** Where the bills of a company go; '' for what is not known, `billingCountry` as an ISO 3166 code. */
export type Company = {
  companyName: string
  billingStreet: string
  billingCity: string
  billingPostcode: string
  billingCountry: string
  taxNumber: string
}

/** A customer's fields about their company, in the order of the form. */
export const companyFields = [
  'companyName',
  'taxNumber',
  'billingStreet',
  'billingCity',
  'billingPostcode',
  'billingCountry',
] as const satisfies readonly (keyof Company)[]

/** The member states of the European Union, as ISO 3166 codes. */
export const europeanUnion: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Countries whose addresses have the postcode before the city. */
const isPostcodeFirst = (country: string) => europeanUnion.has(country) && country !== 'IE'

/** A company's postal address in lines, without its country, whose name depends on the reader. */
export function addressLines({ billingStreet, billingCity, billingPostcode, billingCountry }: Company): string[] {
  const place = isPostcodeFirst(billingCountry) ? [billingPostcode, billingCity] : [billingCity, billingPostcode]
  return [billingStreet, place.filter(Boolean).join(' ')].filter(Boolean)
}

/**
 * The form of a tax number by country, without spaces, points and hyphens and in capitals; a country that is not listed
 * has its own. Only the form is checked: whether a number was given out, its authority knows.
 *
 * European Union and United Kingdom: VIES, "VAT identification number structure", whose prefix of two letters may be
 * missing (Greece's is EL); the Netherlands have had letters, + and * since 2020. Saudi Arabia: 15 digits, the first and the last
 * a 3 (ZATCA, rules BR-KSA-40 and 44 of e-invoices). United Arab Emirates and Bahrain: 15 digits (FTA, NBR). Oman: OM and
 * 10 digits (Tax Authority). docs/invoices.md names the pages.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AE: /^\d{15}$/,
  AT: /^(?:AT)?U\d{8}$/,
  BE: /^(?:BE)?[01]\d{9}$/,
  BG: /^(?:BG)?\d{9,10}$/,
  BH: /^\d{15}$/,
  CY: /^(?:CY)?\d{8}[A-Z]$/,
  CZ: /^(?:CZ)?\d{8,10}$/,
  DE: /^(?:DE)?\d{9}$/,
  DK: /^(?:DK)?\d{8}$/,
  EE: /^(?:EE)?\d{9}$/,
  ES: /^(?:ES)?[\dA-Z]\d{7}[\dA-Z]$/,
  FI: /^(?:FI)?\d{8}$/,
  FR: /^(?:FR)?[\dA-Z]{2}\d{9}$/,
  GB: /^(?:GB|XI)?(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  GR: /^(?:EL|GR)?\d{9}$/,
  HR: /^(?:HR)?\d{11}$/,
  HU: /^(?:HU)?\d{8}$/,
  IE: /^(?:IE)?\d[\dA-Z+*]\d{5}[A-Z]{1,2}$/,
  IT: /^(?:IT)?\d{11}$/,
  LT: /^(?:LT)?(?:\d{9}|\d{12})$/,
  LU: /^(?:LU)?\d{8}$/,
  LV: /^(?:LV)?\d{11}$/,
  MT: /^(?:MT)?\d{8}$/,
  NL: /^(?:NL)?[\dA-Z+*]{10}\d{2}$/,
  OM: /^(?:OM)?\d{10}$/,
  PL: /^(?:PL)?\d{10}$/,
  PT: /^(?:PT)?\d{9}$/,
  RO: /^(?:RO)?\d{2,10}$/,
  SA: /^3\d{13}3$/,
  SE: /^(?:SE)?\d{12}$/,
  SI: /^(?:SI)?\d{8}$/,
  SK: /^(?:SK)?\d{10}$/,
}

/** Whether a tax number has the form of its country's; '' and those of other countries always do. */
export function isTaxNumber(number: string, country: string): boolean {
  const plain = asciiDigits(number)
    .replace(/[\s.-]/gu, '')
    .toUpperCase()
  return number === '' || (forms[country]?.test(plain) ?? true)
}
