import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { startSending, marksWaiting, sendMarks } from '#timetable/attendance/mark-queue.ts'
import { useUnsent } from '#timetable/attendance/use-unsent.ts'
import { toastError } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { askBeforeSignOut } from '#business/accounts/sign-in-session.ts'
import css from './unsent.module.css'

// Only needed to sign out while marks are unsent, so it loads on demand.
const BeforeSignOut = lazy(() => import('./before-sign-out.tsx'))

/** Sends attendance marks from any page; shows in the top bar how many are unsent, and asks before a sign-out loses them. */
export default function Unsent() {
  const t = useTranslations('app.unsent')
  const failed = useFailed()
  const { marks, isWaiting } = useUnsent()
  const [ask, setAsk] = useState<((mayLeave: boolean) => void) | null>(null)
  const count = marks.length
  useEffect(() => startSending({ refused: failed, left: (people) => toastError(t('left', { count: people })) }), [failed, t])
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
        <button type="button" className={css['unsent']} title={t('again')} onClick={() => void sendMarks()}>
          <span aria-hidden="true" className={css['short']}>
            {count}
          </span>
          <span className={css['long']}>{t('count', { count })}</span>
        </button>
      )}
      {ask && (
        <Suspense>
          <BeforeSignOut count={count} answer={ask} />
        </Suspense>
      )}
    </>
  )
}
