import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { toastError, toastSuccess } from '#ui/toast.tsx'
import css from './setup.module.css'

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('setup.security.recovery')
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => toastSuccess(t('copied')),
      () => toastError(t('notCopied')),
    )
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{t('text')}</p>
      <ul className={css['codes']} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css['buttons']}>
        <Button look="primary" onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  )
}
