import { useTranslations } from 'use-intl'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import css from './setup.module.css'

/** Recovery codes, shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const t = useTranslations('setup.security.recovery')
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p>{t('text')}</p>
      <ul className={css['codes']} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={css['buttons']}>
        <CopyButton look="primary" text={codes.join('\n')} />
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </Dialog>
  )
}
