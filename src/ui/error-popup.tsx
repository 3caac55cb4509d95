import { useTranslations } from 'use-intl'
import { Button } from './button.tsx'
import { Dialog } from './confirm.tsx'
import css from './confirm.module.css'

/** The modal error popup; its title is "Error" by default (spec 8). */
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
