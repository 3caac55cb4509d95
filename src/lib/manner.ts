import { keysOf } from './choices.ts'

/** What Intl and the formatter of the screens both take. */
type Manner = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dateStyle' | 'timeStyle'>

/** The two languages in which a business writes what its customers read, as its columns and fields end in them: nameEn, nameAr. */
type ContentLanguage = 'En' | 'Ar'

type Facts = {
  /** In its own words, so that anyone who can't read the page finds theirs. */
  name: string
  direction: 'ltr' | 'rtl'
  /** The locale where the country's own is not known, or writes decimals with another sign. */
  everywhere: string
  /** Between the parts of a list. */
  comma: string
  /** How a day is written in text. */
  day: Manner
  /** In which language its readers see what a business wrote. */
  content: ContentLanguage
}

/** Every language of the interface, with all that belongs to it but its catalogues. */
const facts = {
  en: { name: 'English', direction: 'ltr', everywhere: 'en-001', comma: ', ', day: { dateStyle: 'medium' }, content: 'En' },
  // Arabic's own middle form of a day is figures alone; the short months of its countries are the long ones.
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
/** The languages that the product speaks. */
export const languages: readonly Language[] = keysOf(facts)
/** The language of logs and the API, and of anyone who asks for none that the product speaks. */
export const fallbackLanguage: Language = 'en'

/** A language in the manner of a country, as BCP 47 writes it. */
export type Locale = `${Language}${string}`

const isLanguage = (word: string | undefined): word is Language => languages.some((language) => language === word)

/** The first of some locales (BCP 47) whose language the product speaks, as that language. */
export function languageOf(...locales: readonly (string | undefined)[]): Language {
  return locales.map((locale) => locale?.split('-')[0]?.toLowerCase()).find(isLanguage) ?? fallbackLanguage
}

/** What belongs to the language of a locale. */
export const languageFacts = (locale: string): Facts => facts[languageOf(locale)]

/** What a business wrote, as a reader of a language sees it; in English where there is no Arabic. @param name of the field, without its language */
export const contentOf = <Name extends string>(
  row: Readonly<Record<`${Name}${ContentLanguage}`, string>>,
  name: Name,
  language: Language,
): string => row[`${name}${facts[language].content}`] || row[`${name}En`]

/** How a day is written in text: 23 Nov 2026, 23 نوفمبر 2026. */
export const dayManner = (locale: string): Manner => languageFacts(locale).day

/** How an instant is written in text, as its day and time. */
export function momentManner(locale: string): Manner {
  const day = dayManner(locale)
  return day.dateStyle ? { ...day, timeStyle: 'short' } : { ...day, hour: 'numeric', minute: '2-digit' }
}

/**
 * The locale (BCP 47) in which a country writes a language: 21 Nov 2026 in London, Nov 21, 2026 in
 * New York, تشرين الثاني in Amman. Dates are Gregorian, digits Latin, and decimals have one sign in all
 * countries of a language: a point in English and Arabic, as the fields that take them do.
 * @param country ISO 3166 code; without one the language in general
 */
export function mannerOf(language: Language, country?: string): Locale {
  const extension = '-u-ca-gregory-nu-latn'
  const decimalSign = (locale: string) => new Intl.NumberFormat(locale + extension).format(0.5)[1]
  const { everywhere } = facts[language]
  const own = `${language}-${country}` as const
  // What a browser kept may be anything, and an Intl constructor throws at what is no region.
  const isRegion = country !== undefined && /^[A-Z]{2}$/.test(country)
  const isKnown = isRegion && new Intl.DateTimeFormat(own).resolvedOptions().locale.startsWith(own)
  return `${isKnown && decimalSign(own) === decimalSign(everywhere) ? own : everywhere}${extension}`
}
