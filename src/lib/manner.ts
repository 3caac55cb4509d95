/** The languages that the product speaks. */
export const languages = ['en', 'ar'] as const
export type Language = (typeof languages)[number]
/** A language in the manner of a country, as BCP 47 writes it. */
export type Locale = `${Language}${string}`

/** The language of a locale. */
export function languageOf(locale: string): Language {
  return locale.startsWith('ar') ? 'ar' : 'en'
}

/** What both Intl and the formatter of the screens take. */
type Manner = Pick<Intl.DateTimeFormatOptions, 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dateStyle' | 'timeStyle'>

/** How a day is written in text: 23 Nov 2026, 23 نوفمبر 2026. Arabic's own middle form is figures alone,; the short months of its countries are the long ones. */
export function dayManner(locale: string): Manner {
  return languageOf(locale) === 'ar' ? { day: 'numeric', month: 'long', year: 'numeric' } : { dateStyle: 'medium' }
}

/** How an instant is written in text, as its day and time. */
export function momentManner(locale: string): Manner {
  const day = dayManner(locale)
  return day.dateStyle ? { ...day, timeStyle: 'short' } : { ...day, hour: 'numeric', minute: '2-digit' }
}

/**
 * The locale (BCP 47) in which a country writes a language: 21 Nov 2026 in London, Nov 21, 2026 in
 * New York, تشرين الثاني in Amman. Dates are Gregorian, digits Latin and decimals have a point
 * everywhere, as the fields that take them do.
 * @param country ISO 3166 code; without one the language in general
 */
export function mannerOf(language: Language, country?: string): Locale {
  const everywhere = language === 'en' ? 'en-001' : 'ar'
  const own = `${language}-${country}` as const
  // What a browser kept may be anything, and an Intl constructor throws at what is no region.
  const isRegion = country !== undefined && /^[A-Z]{2}$/.test(country)
  const isKnown = isRegion && new Intl.DateTimeFormat(own).resolvedOptions().locale.startsWith(own)
  const extension = '-u-ca-gregory-nu-latn'
  const hasPoint = isKnown && new Intl.NumberFormat(own + extension).format(0.5).includes('.')
  return `${isKnown && hasPoint ? own : everywhere}${extension}`
}
