import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { addMonths } from '#lib/days.ts'
import { typedMonth } from '#lib/typed-day.ts'
import { useDay } from '../use-day.ts'

/** A month, YYYY-MM, the first and last that may be chosen, and what a change calls. */
export type MonthLimits = { month: string; min?: string | undefined; max: string; onChange: (month: string) => void }

/** The first month that can be chosen where nothing else limits it. */
export const firstMonth = '2000-01'

/** A month's name that is typed over: what was typed stays until it is taken, and is reported if it is no month that may be chosen. */
export function useTypedMonth({ month, min = firstMonth, max, onChange }: MonthLimits) {
  const t = useTranslations('dates')
  const locale = useLocale()
  const name = useDay({ month: 'long', year: 'numeric' })
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [of, setOf] = useState(month)
  const nameOf = (one: string) => name(`${one}-01`)
  const set = (text: string | null) => {
    setTyped(text)
    setProblem(undefined)
  }
  // It was chosen elsewhere meanwhile, such as by a button for the next one.
  if (of !== month) {
    setOf(month)
    set(null)
  }
  const read = () => typedMonth(typed ?? '', locale, new Date().getFullYear(), Number(month.slice(0, 4)))
  const problemOf = (one: string | null) => {
    if (one === null) {
      const [short, long] = [
        { month: '2-digit', year: 'numeric' },
        { month: 'short', year: 'numeric' },
      ] as const
      return t('noMonth', { short: name(`${max}-01`, short), long: name(`${max}-01`, long) })
    }
    if (one < min) return t('early', { day: nameOf(min) })
    return one > max ? t('late', { day: nameOf(max) }) : undefined
  }
  return {
    text: typed ?? nameOf(month),
    isTyped: typed !== null,
    problem,
    set,
    /** Types the month after or before what is there, within the limits. */
    step: (by: 1 | -1) => {
      const next = addMonths(`${read() ?? month}-01`, by).slice(0, 7)
      set(nameOf(next < min ? min : next > max ? max : next))
    },
    /** Chooses what was typed. @returns whether all is well with it */
    take: (): boolean => {
      if (typed === null || typed.trim() === '') {
        set(null)
        return true
      }
      const one = read()
      const wrong = problemOf(one)
      setProblem(wrong)
      if (wrong !== undefined || one === null) return false
      setTyped(null)
      if (one !== month) onChange(one)
      return true
    },
  }
}
