import { useEffect } from 'react'
import { Toasts, toastError, toastSuccess } from '#ui/toast.tsx'
import { useRoot } from '#web/state.ts'

/** How long the alert slice shows by default (spec 9). */
const alertTime = 3000

/** Toasts, including the alert slice, which is shown as a toast for 3000 ms. */
export default function Notices() {
  const alert = useRoot((state) => state.alert)
  useEffect(() => {
    if (!alert) return
    if (alert.kind === 'error') toastError(alert.message, alertTime)
    else toastSuccess(alert.message, alertTime)
    const timer = setTimeout(() => useRoot.setState({ alert: null }), alertTime)
    return () => clearTimeout(timer)
  }, [alert])
  return <Toasts />
}
