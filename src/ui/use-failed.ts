import { createElement, useCallback } from 'react'
import { ErrorText } from './failure-text.tsx'
import { toastError } from './toast.tsx'

/**
 * Shows that an action failed, in the reader's language.
 * @returns a function that takes the call's error; always the same, so that effects may use it
 */
export function useFailed(): (error: unknown) => void {
  return useCallback((error) => toastError(createElement(ErrorText, { error })), [])
}
