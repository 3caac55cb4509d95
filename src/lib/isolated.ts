import { languageFacts } from './manner.ts'

/** Letters that are written in the other direction than a language's own. */
const foreignTo = {
  ltr: /[\p{Script=Arabic}\p{Script=Hebrew}]/u,
  rtl: /[^\P{L}\p{Script=Arabic}\p{Script=Hebrew}]/u,
}

/**
 * A value as it is put into a sentence: isolated (U+2068 to U+2069) where it has letters of the other direction, so that it
 * does not take the figures next to it along. Without that, “X, 2 days late” with an Arabic name begins with the 2.
 * @param locale of the sentence (BCP 47)
 */
export function isolated(value: string, locale: string): string {
  return foreignTo[languageFacts(locale).direction].test(value) ? `\u2068${value}\u2069` : value
}
