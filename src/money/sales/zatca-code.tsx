import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import css from './how-to-pay.module.css'

const QrCode = lazy(() => import('#business/setup/qr-code.tsx'))

/** The QR code that the law asks for on a document; nothing where it asks for none. */
export function ZatcaCode({ code }: { code: string | null | undefined }) {
  const t = useTranslations('sales.invoice')
  if (!code) return null
  return (
    <figure className={css['code']}>
      <Suspense fallback={<span className={css['wait']} />}>
        <QrCode text={code} label={t('code')} />
      </Suspense>
    </figure>
  )
}
