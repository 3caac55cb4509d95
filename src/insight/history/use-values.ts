import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'
import { languageFacts } from '#lib/manner.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import { week } from '#lib/fields.ts'
import { moneyText } from '#lib/money.ts'
import { dayList } from '#lib/week.ts'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { useDay, useDays } from '#ui/use-day.ts'
import { useMoment } from '#ui/use-moment.ts'
import { columns, wordKey } from './columns.ts'

/** The most characters of one value; the page itself shows long ones in full. */
const longest = 60

/** Whether a value of the log is empty. */
export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A list as any version of the product logged it. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const isText = (value: unknown): value is string => typeof value === 'string'
const isDay = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value))

/** The numbers of the selected weekdays, 0 = Sunday. */
const weekdaysOf = (value: unknown): number[] =>
  listOf(value).flatMap((weekday) => {
    const { id, isSelected } = fieldsOf(weekday)
    return typeof id === 'number' && isSelected === true ? [id] : []
  })

/** The freezes of an enrolment, which the log stores as a list before a change and as JSON after it. */
const freezesOf = (value: unknown): { from: string; to: string }[] =>
  listOf(typeof value === 'string' ? readJson(value) : value).flatMap((freeze) => {
    const { from, to } = fieldsOf(freeze)
    return isDay(from) && isDay(to) ? [{ from, to }] : []
  })

/**
 * Formats the values of the audit log in the reader's language: words, days, amounts in the business's currency.
 * @returns a function of the entity and the column, as the log names them, and the value; it returns its text, '–' for none
 */
export function useValues(): (entity: string, column: string, value: unknown) => string {
  const t = useTranslations('history')
  const words = useOpenTexts()
  const format = useFormatter()
  const when = useMoment()
  const locale = useLocale()
  const day = useDay()
  const days = useDays()
  const { nameOf } = useServiceTypes()
  const { data: progress } = useQuery(progressQuery)
  const answer = (isYes: boolean) => (isYes ? t('yes') : t('no'))
  const joined = (parts: readonly string[]) => parts.join(languageFacts(locale).comma) || '–'

  return (entity, column, value) => {
    if (isNothing(value)) return '–'
    const text = String(value)
    switch (columns[column]?.[1]) {
      case 'word': {
        const key = wordKey(entity, column, text)
        return key !== null && words.has(key) ? words(key) : text
      }
      case 'day':
        return isDay(text) ? day(text) : text
      case 'moment':
        return isDay(text) ? when(text) : text
      case 'money':
        // Every amount of a business is in the currency of its country.
        return progress ? moneyText(Number(value), progress.country.currency, progress.country.exponent, locale) : ''
      case 'count':
        // Earlier versions logged whether people were notified, not how many.
        return typeof value === 'boolean' ? answer(value) : format.number(Number(value))
      case 'yesNo':
        return answer(value === true)
      case 'list':
        return joined(listOf(value).filter(isText))
      case 'weekdays':
        return dayList(week(...weekdaysOf(value)), progress?.country.firstWeekday ?? 0, locale) || '–'
      case 'freezes':
        return joined(freezesOf(value).map(({ from, to }) => days(from, to)))
      case 'service':
        return nameOf(text)
      default:
        return text.length > longest ? `${text.slice(0, longest)}…` : text
    }
  }
}
