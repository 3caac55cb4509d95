import { useLocale } from 'use-intl'

/** The names of a date's parts in the reader's language, as the browser knows them. */
export function usePartName(): (part: 'month' | 'year') => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'dateTimeField' })
  return (part) => names.of(part) ?? part
}
