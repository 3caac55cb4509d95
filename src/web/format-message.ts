import format from 'use-intl/format-message/format-only'
import { isolated } from '#lib/isolated.ts'

type Format = typeof format
type Values = Parameters<Format>[2]

/** The values of a sentence, its texts isolated where they are written in the other direction. */
function isolatedIn(values: Values, locale: string): Values {
  if (!values) return values
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value, locale) : value]),
  )
}

/** Formats the compiled texts of all screens: the build has `use-intl` call this in place of its own function (vite.config.ts). */
const formatMessage: Format = (key, message, values, options) => format(key, message, isolatedIn(values, options.locale), options)
formatMessage.raw = format.raw

export default formatMessage
