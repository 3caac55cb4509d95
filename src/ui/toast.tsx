import { useEffect, useRef, useState, type ReactElement } from 'react'
import toast, { ToastBar, useToaster, useToasterStore } from 'react-hot-toast'
import css from './toast.module.css'

/** Spec 9: 4000 ms by default and for errors, 2000 ms for successes, loading unlimited, at most 20. */
const toastTimes = { default: 4000, error: 4000, success: 2000, loading: Infinity } as const
export const toastLimit = 20

/** Reports a success for 2000 ms; a status to assistive technology. */
export function toastSuccess(message: string, duration: number = toastTimes.success): void {
  toast.success(message, { duration, ariaProps: { role: 'status', 'aria-live': 'polite' } })
}

/** Reports a failure for 4000 ms; an alert to assistive technology. */
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

/** The toasts, newest at the bottom; once per page. Hover or focus on one pauses the timers of all. */
export function Toasts() {
  // Otherwise the library would also end loading toasts after the default time.
  const { toasts, handlers } = useToaster({ duration: toastTimes.default, loading: { duration: toastTimes.loading } })
  const { startPause, endPause, updateHeight, calculateOffset } = handlers
  const { pausedAt } = useToasterStore()
  const region = useRef<HTMLDivElement>(null)
  const [isPaused, setPaused] = useState(false)
  const look = () => setPaused(region.current?.matches(':hover, :focus-within') ?? false)
  // A focused control fires no blur event when it is removed.
  useEffect(look, [toasts.length])
  // The library's own handlers pause twice, or never resume, if two events occur in one frame.
  useEffect(() => {
    if (isPaused && !pausedAt) startPause()
    if (!isPaused && pausedAt) endPause()
  }, [isPaused, pausedAt, startPause, endPause])
  return (
    <div ref={region} data-toasts="" className={css['toasts']} onMouseEnter={look} onMouseLeave={look} onFocus={look} onBlur={look}>
      {toasts.map((shown) => (
        <div
          key={shown.id}
          className={css['place']}
          style={{ transform: `translateY(-${calculateOffset(shown)}px)`, pointerEvents: shown.visible ? 'auto' : 'none' }}
          ref={(place) => {
            if (!place) return undefined
            // Rotating the device rewraps the text.
            const sized = new ResizeObserver(() => {
              if (place.offsetHeight !== shown.height) updateHeight(shown.id, place.offsetHeight)
            })
            sized.observe(place)
            return () => sized.disconnect()
          }}
        >
          <ToastBar position="bottom-center" toast={{ ...shown, className: css['toast'] ?? '' }} />
        </div>
      ))}
    </div>
  )
}
