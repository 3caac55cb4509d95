import type { ReactElement } from 'react'
import toast, { Toaster, useToaster } from 'react-hot-toast'
import css from './toast.module.css'

/** Spec 9: 4000 ms by default and for errors, 2000 ms for successes, loading unlimited, at most 20. */
const toastTimes = { default: 4000, error: 4000, success: 2000, loading: Infinity } as const
export const toastLimit = 20

/** Says that something worked, for 2000 ms; a status to assistive technology. */
export function toastSuccess(message: string, duration: number = toastTimes.success): void {
  toast.success(message, { duration, ariaProps: { role: 'status', 'aria-live': 'polite' } })
}

/** Says that something failed, for 4000 ms; an alert to assistive technology. */
export function toastError(message: string | ReactElement, duration: number = toastTimes.error): void {
  toast.error(message, { duration, ariaProps: { role: 'alert', 'aria-live': 'assertive' } })
}

/** A message with Undo for ten seconds. */
export function toastUndo(message: string, undoLabel: string, undo: () => void): void {
  toast(
    (shown) => (
      <span className={css['undo']}>
        {message}
        <button
          type="button"
          onClick={() => {
            toast.dismiss(shown.id)
            undo()
          }}
        >
          {undoLabel}
        </button>
      </span>
    ),
    { duration: 10_000, ariaProps: { role: 'status', 'aria-live': 'polite' } },
  )
}

/** Where toasts appear; once in a page. */
export function Toasts() {
  const { startPause, endPause } = useToaster().handlers
  return (
    // The library pauses them while the pointer is over them; the keyboard's way in pauses them too.
    <div onFocus={startPause} onBlur={endPause}>
      <Toaster
        position="bottom-center"
        containerClassName={css['toasts']}
        // The library would end what is loading after the general time too.
        toastOptions={{ className: css['toast'] ?? '', duration: toastTimes.default, loading: { duration: toastTimes.loading } }}
      />
    </div>
  )
}
