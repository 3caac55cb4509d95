import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State } from '#ui/page.tsx'

/** /sales/subscription-report: says what is true while nothing was sold. */
export default function SubscriptionReportPage() {
  const t = useTranslations('sales')
  return (
    <Page title={t('subscription')}>
      <State
        title={t('subscriptionEmpty.title')}
        text={t('subscriptionEmpty.text')}
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        }
      />
    </Page>
  )
}
