import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { OpenBatchesFact, OpenBatchesLink } from '#features/batches/open-batches.tsx'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page } from '#ui/page.tsx'

/** /sales/add: says what a sale starts from and what is ready for it. */
export default function SellPage() {
  const t = useTranslations('sales')
  return (
    <Page
      title={t('sell')}
      actions={
        <Link className={buttonClass('outline')} to="/sales">
          {t('back')}
        </Link>
      }
    >
      <EmptyPage title={t('sellEmpty.title')} drawing="lanes" action={<OpenBatchesLink />}>
        <p>{t('sellEmpty.text')}</p>
        <OpenBatchesFact />
      </EmptyPage>
    </Page>
  )
}
