import { createContext, use, useEffect, useState } from 'react'
import { api } from './accounts.client.ts'
import { readAgain } from '#web/read.ts'
import { contentOf, type Language } from '#lib/manner.ts'
import { useLanguage } from '#ui/use-language.ts'

export type CountryOption = { value: string; label: string }

/** The countries that the page was rendered with, so that one can be chosen before anything else has loaded. */
export const DrawnCountries = createContext<CountryOption[]>([])

/**
 * Countries as options in a reader's language and sort order.
 * @param countries the collection (spec 3, "Country list item")
 */
export function countryOptions(countries: readonly { id: string; nameEn: string; nameAr: string }[], language: Language): CountryOption[] {
  const { compare } = new Intl.Collator(language)
  return countries
    .map((country) => ({ value: country.id, label: contentOf(country, 'name', language) }))
    .toSorted((a, b) => compare(a.label, b.label))
}

/** All countries (spec 7: the whole collection is read), at first those that the page was rendered with. */
export function useCountries(): CountryOption[] {
  const language = useLanguage()
  const [options, setOptions] = useState(use(DrawnCountries))
  useEffect(
    () =>
      readAgain(
        () => api.setup.countries(),
        (countries) => setOptions(countryOptions(countries, language)),
      ),
    [language],
  )
  return options
}
