import { useLayoutEffect, type RefObject } from 'react'

/**
 * Opens a dialog over the page while it is rendered, and returns the focus when it unmounts. Both happen
 * before paint: the reader may already be typing, and a focus that moves later steals keystrokes.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      // After the dialog is removed; a page that replaced it has taken the focus by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [dialog])
}
