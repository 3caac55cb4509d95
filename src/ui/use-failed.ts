import { useCallback } from 'react'
import { toastError } from './toast.tsx'
import { useErrorText } from './use-error-text.ts'

/**
 * Shows that an action failed, in the reader's language.
 * @returns a function that takes the call's error; stable until the language changes, so that effects may use it
 */
export function useFailed(): (error: unknown) => void {
  const textOf = useErrorText()
  return useCallback((error) => toastError(textOf(error)), [textOf])
}
