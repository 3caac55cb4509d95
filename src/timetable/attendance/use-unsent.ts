import { useEffect, useState, useSyncExternalStore } from 'react'
import { marksWaiting } from './mark-queue.ts'

/** How long a mark may be in transit, in milliseconds, before the page shows it as waiting. */
const patience = 3000

function followConnection(follow: () => void): () => void {
  window.addEventListener('online', follow)
  window.addEventListener('offline', follow)
  return () => {
    window.removeEventListener('online', follow)
    window.removeEventListener('offline', follow)
  }
}

/** What waits as far as the server knows, when it draws a roster. */
const none: ReturnType<typeof marksWaiting.get> = []

/** The marks that the server does not have, and whether they are waiting: immediately when offline, otherwise after three seconds. */
export function useUnsent() {
  const marks = useSyncExternalStore(marksWaiting.subscribe, marksWaiting.get, () => none)
  const isOnline = useSyncExternalStore(
    followConnection,
    () => navigator.onLine,
    () => true,
  )
  const [isLate, setLate] = useState(false)
  const isAny = marks.length > 0
  if (!isAny && isLate) setLate(false)
  useEffect(() => {
    if (!isAny) return undefined
    const timer = setTimeout(setLate, patience, true)
    return () => clearTimeout(timer)
  }, [isAny])
  return { marks, isWaiting: isAny && (isLate || !isOnline) }
}
