import { useLocale } from 'use-intl'
import { languageOf, type Language } from '#lib/manner.ts'

/** The reader's language, regardless of the country's format conventions. */
export const useLanguage = (): Language => languageOf(useLocale())
