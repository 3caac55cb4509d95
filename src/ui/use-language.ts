import { useLocale } from 'use-intl'
import { languageOf, type Language } from '#lib/manner.ts'

/** The language that the reader sees, whatever country's manner it is written in. */
export const useLanguage = (): Language => languageOf(useLocale())
