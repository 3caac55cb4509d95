import { createElement, useCallback } from 'react'
import { failureOf } from '#web/call-failure.ts'
import { FailureText } from './failure-text.tsx'
import { useOpenTexts } from './use-open-texts.ts'
import { toastError } from './toast.tsx'

/**
 * Shows that an action failed, in the reader's language: the first refused field's message,
 * else that of the failure's code.
 * @returns a function that takes the call's error; stable until the language changes, so that effects may use it
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
