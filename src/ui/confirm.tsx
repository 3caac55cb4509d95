import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import css from './confirm.module.css'
import { useModal } from './use-modal.ts'

/** A modal on the native dialog element: Escape closes it, the focus stays inside and returns afterwards. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useModal(dialog)
  return (
    <dialog ref={dialog} className={css['dialog']} aria-label={title} onClose={onClose}>
      <div className={css['body']}>
        <h2>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

/** Asks for confirmation of an action that can't be undone; the harmless answer has the focus. */
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
