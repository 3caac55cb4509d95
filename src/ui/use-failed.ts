import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { failureOf } from '#api/client.ts'
import { toastError } from './toast.tsx'

/**
 * How a screen says that an action failed, in the reader's language: the first thing that was refused,
 * else the sentence of the failure's code.
 * @returns takes what the call threw; the same function until the language changes, so that effects may use it
 */
export function useFailed(): (error: unknown) => void {
  const text = useTranslations()
  return useCallback(
    (error) => {
      const { code, issues } = failureOf(error)
      toastError(text(issues[0]?.key ?? `lib.failures.${code}`))
    },
    [text],
  )
}
