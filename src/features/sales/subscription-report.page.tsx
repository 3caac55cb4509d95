import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page } from '#ui/page.tsx'

/** /sales/subscription-report: says what is true while nothing was sold. */
export default function SubscriptionReportPage() {
  const t = useTranslations('sales')
  return (
    <Page title={t('subscription')}>
      <EmptyPage
        title={t('subscriptionEmpty.title')}
        drawing="table"
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        }
      >
        <p>{t('subscriptionEmpty.text')}</p>
      </EmptyPage>
    </Page>
  )
}
