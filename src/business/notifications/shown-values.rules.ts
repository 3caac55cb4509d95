import { fieldsOf } from '#lib/choices.ts'
import { moneyText } from '#lib/money.ts'
import { isKind, kindOf, type NoticeValues } from './notification.rules.ts'

function isMoney(value: unknown): value is NoticeValues['money'] {
  const { minor, currency, exponent } = fieldsOf(value)
  return typeof minor === 'number' && typeof currency === 'string' && typeof exponent === 'number'
}

/** The longest text quoted in a sentence, in characters. */
const quoted = 80

/**
 * Formats the values of a sentence for the reader.
 * @param values as stored, perhaps by another version of the product; a missing or unknown value is shown as empty
 * @param locale BCP 47; @param timeZone of the business (IANA)
 */
export function shownValues(
  name: string,
  values: Record<string, unknown>,
  locale: string,
  timeZone: string,
): Record<string, string | number> {
  if (!isKind(name)) return {}
  const date = (text: string, how: Intl.DateTimeFormatOptions) =>
    Number.isNaN(Date.parse(text)) ? '' : new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...how }).format(new Date(text))
  const show: Record<keyof NoticeValues, (value: unknown) => string | number> = {
    // Isolated, since its script may differ; on one line, whatever was typed.
    text: (value) => `\u2068${[...String(value).replaceAll(/\s+/g, ' ')].slice(0, quoted).join('')}\u2069`,
    word: String,
    count: Number,
    money: (value) => (isMoney(value) ? moneyText(value.minor, value.currency, value.exponent, locale) : ''),
    day: (value) => date(`${String(value)}T00:00:00Z`, { dateStyle: 'long' }),
    month: (value) => date(`${String(value)}-01T00:00:00Z`, { month: 'long', year: 'numeric' }),
    time: (value) => date(String(value), { dateStyle: 'full', timeStyle: 'short', timeZone }),
  }
  return Object.fromEntries(
    Object.entries(kindOf(name).values).map(([value, type]) => {
      const stored = values[value]
      return [value, stored === undefined || stored === null ? '' : show[type](stored)]
    }),
  )
}
