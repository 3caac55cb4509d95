import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { marksWaiting, sendMarks } from '#timetable/attendance/mark-queue.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import confirm from '#ui/confirm.module.css'

/** Warns before a sign-out, which clears this browser, loses unsent marks; continues automatically once they are sent. */
export default function BeforeSignOut({ count, answer }: { count: number; answer: (mayLeave: boolean) => void }) {
  const t = useTranslations('app.unsent')
  const [isBusy, setBusy] = useState(false)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (count === 0) answer(true)
  }, [count, answer])
  const send = async () => {
    setBusy(true)
    await sendMarks()
    setBusy(false)
    setFailed(marksWaiting.get().length > 0)
  }
  return (
    <Dialog title={t('title', { count })} onClose={() => answer(false)}>
      <p>{t('text')}</p>
      <p role="status">{isFailed && t('failed')}</p>
      <div className={confirm['actions']}>
        <Button onClick={() => answer(false)}>{t('stay')}</Button>
        <Button look="danger" onClick={() => answer(true)}>
          {t('leave')}
        </Button>
        <Button look="primary" autoFocus isBusy={isBusy} onClick={() => void send()}>
          {t('send')}
        </Button>
      </div>
    </Dialog>
  )
}
