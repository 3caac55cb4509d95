/** The formats used so far, since constructing one takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A calendar day in full, such as `24 November 2026`. @param day YYYY-MM-DD @param locale as `mannerOf` gives it */
export function longDay(day: string, locale: string): string {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle: 'long' })
  formats.set(locale, format)
  return format.format(new Date(day))
}
