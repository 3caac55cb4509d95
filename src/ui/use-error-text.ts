import { createElement, useCallback, type ReactElement } from 'react'
import { failureOf } from '#web/call-failure.ts'
import { FailureText } from './failure-text.tsx'
import { useOpenTexts } from './use-open-texts.ts'

/**
 * Why a call failed, in the reader's language: the first refused field's message, else that of the failure's code.
 * @returns a function that takes the call's error; stable until the language changes, so that effects may use it
 */
export function useErrorText(): (error: unknown) => string | ReactElement {
  const text = useOpenTexts()
  return useCallback(
    (error) => {
      const { code, issues } = failureOf(error)
      const [issue] = issues
      return issue ? text(issue.key) : createElement(FailureText, { code })
    },
    [text],
  )
}
