import { keysOf } from './choices.ts'

/** The options that both Intl and the screens' formatter accept. */
type Manner = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dateStyle' | 'timeStyle'>

/** The two languages of a business's texts for its customers, as the suffixes of columns and fields: nameEn, nameAr. */
type ContentLanguage = 'En' | 'Ar'

type Facts = {
  /** In the language itself, so that anyone who can't read the page finds their language. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The fallback locale, for an unknown country or one that writes decimals with another sign. */
  everywhere: string
  /** The separator of a list. */
  comma: string
  /** The format of a day in text. */
  day: Manner
  /** The language in which its readers see a business's texts. */
  content: ContentLanguage
}

/** Every language of the interface, with all its properties except its catalogues. */
const facts = {
  en: { name: 'English', direction: 'ltr', everywhere: 'en-001', comma: ', ', day: { dateStyle: 'medium' }, content: 'En' },
  // Arabic's medium date format has digits only; the short months of its countries are the long ones.
  ar: {
    name: 'العربية',
    direction: 'rtl',
    everywhere: 'ar',
    comma: '، ',
    day: { day: 'numeric', month: 'long', year: 'numeric' },
    content: 'Ar',
  },
} as const satisfies Record<string, Facts>

export type Language = keyof typeof facts
/** The supported languages. */
export const languages: readonly Language[] = keysOf(facts)
/** The language of logs and the API, and of anyone who asks for no supported language. */
export const fallbackLanguage: Language = 'en'

/** A language with a country's conventions, in BCP 47 notation. */
export type Locale = `${Language}${string}`

const isLanguage = (word: string | undefined): word is Language => languages.some((language) => language === word)

/** The language of the first supported locale (BCP 47). */
export function languageOf(...locales: readonly (string | undefined)[]): Language {
  return locales.map((locale) => locale?.split('-')[0]?.toLowerCase()).find(isLanguage) ?? fallbackLanguage
}

/** The properties of a locale's language. */
export const languageFacts = (locale: string): Facts => facts[languageOf(locale)]

/** A business's text for a reader of a language; in English if there is no Arabic. @param name of the field, without its language */
export const contentOf = <Name extends string>(
  row: Readonly<Record<`${Name}${ContentLanguage}`, string>>,
  name: Name,
  language: Language,
): string => row[`${name}${facts[language].content}`] || row[`${name}En`]

/** The format of a day in text: 23 Nov 2026, 23 نوفمبر 2026. */
export const dayManner = (locale: string): Manner => languageFacts(locale).day

/** The format of an instant in text, as its day and time. */
export function momentManner(locale: string): Manner {
  const day = dayManner(locale)
  return day.dateStyle ? { ...day, timeStyle: 'short' } : { ...day, hour: 'numeric', minute: '2-digit' }
}

/** The locales found so far: finding one constructs three Intl objects, and each amount and day asks for one. */
const manners = new Map<string, Locale>()

/**
 * The locale (BCP 47) in which a country writes a language: 21 Nov 2026 in London, Nov 21, 2026 in
 * New York, تشرين الثاني in Amman. Dates are Gregorian, digits Latin, and the decimal sign is the same in all
 * countries of a language: a point in English and Arabic, as in the fields for amounts.
 * @param country ISO 3166 code; without one the language in general
 */
export function mannerOf(language: Language, country?: string): Locale {
  // A value stored in a browser may be anything, and an Intl constructor throws for an invalid region.
  const region = country !== undefined && /^[A-Z]{2}$/.test(country) ? country : null
  const key = `${language}-${region}`
  const manner = manners.get(key) ?? findManner(language, region)
  manners.set(key, manner)
  return manner
}

function findManner(language: Language, region: string | null): Locale {
  const extension = '-u-ca-gregory-nu-latn'
  const decimalSign = (locale: string) => new Intl.NumberFormat(locale + extension).format(0.5)[1]
  const { everywhere } = facts[language]
  const own = `${language}-${region}` as const
  const isKnown = region !== null && new Intl.DateTimeFormat(own).resolvedOptions().locale.startsWith(own)
  return `${isKnown && decimalSign(own) === decimalSign(everywhere) ? own : everywhere}${extension}`
}
