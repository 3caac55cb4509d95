import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import css from './developers.module.css'

/** A secret that is shown only once, with a button to copy it. */
export function SecretOnce({ title, secret, onClose }: { title: string; secret: string; onClose: () => void }) {
  const t = useTranslations('developers.once')
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{t('text')}</p>
      <code className={`${css['secret']} ltr`}>{secret}</code>
      <div className={css['line']}>
        <CopyButton look="primary" text={secret} />
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  )
}
