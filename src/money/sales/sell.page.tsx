import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './sales.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { billingQuery } from '#timetable/enrolments/billing-rules.queries.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { useSellSteps } from './sell-steps.tsx'
import { SellForm } from './sell.form.tsx'

/** /sales/add: sells to a customer; the address may name the customer and the batch (product 6). */
export default function SellPage() {
  const t = useTranslations('sales')
  const { batch, customer } = useSearch({ strict: false })
  const settings = useQuery({ queryKey: ['sales', 'settings'], queryFn: () => api.sales.settings() })
  const batches = useQuery(batchOptionsQuery)
  const rules = useQuery(billingQuery)
  const steps = useSellSteps()
  return (
    <Page
      title={t('sell')}
      actions={
        steps.back ? (
          <Button onClick={steps.back}>{t('dismiss')}</Button>
        ) : (
          <Link className={buttonClass('outline')} to="/sales">
            {t('back')}
          </Link>
        )
      }
    >
      {settings.data && batches.data && rules.data ? (
        <SellForm
          settings={settings.data}
          batches={batches.data.rows}
          rules={rules.data}
          steps={steps}
          start={{ ...(batch ? { batch } : {}), ...(customer ? { customer } : {}) }}
        />
      ) : (
        <Unread query={[settings, rules].find(({ error }) => error) ?? batches} />
      )}
    </Page>
  )
}
