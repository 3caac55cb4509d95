import { useLayoutEffect, type RefObject } from 'react'

/**
 * Opens a dialog over the page while it is drawn, and gives the focus back when it goes. Both before
 * the paint: anyone who sees the page may be typing already, and a focus that moves then takes the keys.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      // Once it is gone; a page that came instead has taken the focus by then.
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus()
      })
    }
  }, [dialog])
}
