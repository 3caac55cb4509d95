import { languages, mannerOf } from '#lib/manner.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The code by which a country is known today: GB for UK, FR for FX. */
const presentCode = (code: string) => new Intl.Locale(`und-${code}`).region ?? code

/** Countries by their code and by their name in each language of the product, all in lower case. */
const countryWords = new Map(
  languages
    .flatMap((language) => {
      const names = new Intl.DisplayNames(mannerOf(language), { type: 'region', fallback: 'none' })
      return letters.flatMap((first) => letters.map((second) => [names.of(first + second), first + second] as const))
    })
    .flatMap(([name, code]) => (name === undefined ? [] : [name, code].map((word) => [word.toLowerCase(), presentCode(code)] as const))),
)

/** The ISO 3166 code of a country as a file names it, by code or name; an unknown word stays as it is, for the rule to reject. */
export const countryCode = (word: string): string => countryWords.get(word.toLowerCase()) ?? word
