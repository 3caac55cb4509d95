import { createElement, useCallback } from 'react'
import { failureOf } from '#web/call-failure.ts'
import { FailureText } from './failure-text.tsx'
import { useOpenTexts } from './use-open-texts.ts'
import { toastError } from './toast.tsx'

/**
 * How a screen says that an action failed, in the reader's language: the first thing that was refused,
 * else the sentence of the failure's code.
 * @returns takes what the call threw; the same function until the language changes, so that effects may use it
 */
export function useFailed(): (error: unknown) => void {
  const text = useOpenTexts()
  return useCallback(
    (error) => {
      const { code, issues } = failureOf(error)
      const [issue] = issues
      toastError(issue ? text(issue.key) : createElement(FailureText, { code }))
    },
    [text],
  )
}
