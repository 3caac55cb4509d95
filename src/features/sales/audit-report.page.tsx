import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { buttonClass } from '#ui/button.tsx'
import { Page, State } from '#ui/page.tsx'

/** /sales/audit-report: says what is true while nothing was sold. */
export default function AuditReportPage() {
  const t = useTranslations('sales')
  return (
    <Page title={t('audit')}>
      <State
        title={t('auditEmpty.title')}
        text={t('auditEmpty.text')}
        action={
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        }
      />
    </Page>
  )
}
