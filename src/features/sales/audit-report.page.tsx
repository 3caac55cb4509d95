import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { EmptyPage } from '#ui/empty-page.tsx'
import { Page } from '#ui/page.tsx'

/** /sales/audit-report: says what is true while nothing was sold. */
export default function AuditReportPage() {
  const t = useTranslations('sales')
  return (
    <Page title={t('audit')}>
      <EmptyPage
        title={t('auditEmpty.title')}
        drawing="ledger"
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        }
      >
        <p>{t('auditEmpty.text')}</p>
      </EmptyPage>
    </Page>
  )
}
