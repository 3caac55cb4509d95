import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { startSending, marksWaiting, sendMarks } from '#timetable/attendance/mark-queue.ts'
import { useUnsent } from '#timetable/attendance/use-unsent.ts'
import { toastError } from '#ui/toast.tsx'
import { failureOf } from '#web/call-failure.ts'
import { useMay } from './app.client.ts'
import { askBeforeSignOut } from '#business/accounts/sign-in-session.ts'
import topbar from './topbar.module.css'
import css from './unsent.module.css'

// Only needed to sign out while marks are unsent, so it loads on demand.
const BeforeSignOut = lazy(() => import('./before-sign-out.tsx'))
const WaitingMarks = lazy(() => import('./waiting-marks.tsx'))

/** How long the screen has the line for itself before an hour without a connection is prepared, in milliseconds. */
const pause = 3000

/** Sends attendance marks from any page; shows in the top bar how many are unsent and for what, and asks before a sign-out loses them. */
export default function Unsent() {
  const t = useTranslations('app.unsent')
  const text = useTranslations('lib')
  const { marks, isWaiting } = useUnsent()
  const [ask, setAsk] = useState<((mayLeave: boolean) => void) | null>(null)
  const count = marks.length
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const mayMark = useMay('attendance.mark')
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const prepare = async () => {
      const { prepareOffline } = await import('./offline.ts')
      if (!isOver) stop = prepareOffline(mayMark)
    }
    // If it can't be loaded, only offline use is missing.
    const timer = setTimeout(() => void prepare().catch(() => undefined), pause)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop()
    }
  }, [mayMark])
  useEffect(
    () =>
      startSending({
        // The texts of forms, with their links, would load all of their code.
        refused: (error) => toastError(text(`failures.${failureOf(error).code}`)),
        left: (people) => toastError(t('left', { count: people })),
      }),
    [text, t],
  )
  useEffect(
    () =>
      askBeforeSignOut(async () => {
        if (marksWaiting.get().length === 0) return true
        const mayLeave = await new Promise<boolean>((resolve) => setAsk(() => resolve))
        setAsk(null)
        return mayLeave
      }),
    [],
  )
  return (
    <>
      {isWaiting && (
        <>
          <button type="button" className={css['unsent']} aria-haspopup="dialog" popoverTarget="unsent" onClick={() => void sendMarks()}>
            <span aria-hidden="true" className={css['short']}>
              {count}
            </span>
            <span className={css['long']}>{t('count', { count })}</span>
          </button>
          <div
            ref={panel}
            id="unsent"
            popover="auto"
            role="dialog"
            aria-label={t('panel')}
            className={`${topbar['popover']} ${css['panel']}`}
            onToggle={({ newState }) => setOpen(newState === 'open')}
          >
            {isOpen && (
              <Suspense>
                <WaitingMarks marks={marks} onClose={() => panel.current?.hidePopover()} />
              </Suspense>
            )}
          </div>
        </>
      )}
      {ask && (
        <Suspense>
          <BeforeSignOut count={count} answer={ask} />
        </Suspense>
      )}
    </>
  )
}
