import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { keepSending, marksWaiting, sendMarks } from '#features/enrolments/mark-queue.ts'
import { useUnsent } from '#features/enrolments/use-unsent.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import confirm from '#ui/confirm.module.css'
import { toastError } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { askBeforeSignOut } from './session.ts'
import css from './unsent.module.css'

/** Asks before a sign-out, which empties this browser, loses marks; goes on by itself once they are sent. */
function BeforeSignOut({ count, answer }: { count: number; answer: (mayLeave: boolean) => void }) {
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

/** Sends attendance marks from any page; says in the top bar how many wait, and asks before a sign-out loses them. */
export default function Unsent() {
  const t = useTranslations('app.unsent')
  const failed = useFailed()
  const { marks, isWaiting } = useUnsent()
  const [ask, setAsk] = useState<((mayLeave: boolean) => void) | null>(null)
  const count = marks.length
  useEffect(() => keepSending({ refused: failed, left: (people) => toastError(t('left', { count: people })) }), [failed, t])
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
      {ask && <BeforeSignOut count={count} answer={ask} />}
    </>
  )
}
