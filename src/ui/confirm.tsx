import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import css from './confirm.module.css'

/** A modal frame over the browser's dialog: Escape closes, focus stays inside and returns. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    // A dialog that is taken away while open does not give the focus back by itself.
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} className={css['dialog']} aria-label={title} onClose={onClose}>
      <div className={css['body']}>
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

/** Asks before what can't be undone; the harmless answer has the focus. */
export function ConfirmDialog({
  title,
  text,
  yes,
  no,
  onYes,
  onNo,
}: {
  title: string
  text: string
  yes: string
  no: string
  onYes: () => void
  onNo: () => void
}) {
  return (
    <Dialog title={title} onClose={onNo}>
      <p>{text}</p>
      <div className={css['actions']}>
        <Button autoFocus onClick={onNo}>
          {no}
        </Button>
        <Button look="danger" onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  )
}

/** The modal error popup; its title is "Error" unless told (spec 8). */
export function ErrorPopup({ title, message, onClose }: { title?: string; message: string; onClose: () => void }) {
  const t = useTranslations('ui.error')
  return (
    <Dialog title={title ?? t('title')} onClose={onClose}>
      <p>{message}</p>
      <div className={css['actions']}>
        <Button look="primary" autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
