import { useQuery } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './app.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { QuoteForm } from '#money/quotes/quote.form.tsx'
import { Edit } from '#ui/edit.tsx'
import { Page, Unread } from '#ui/page.tsx'

/** /sales/quote/add and /sales/quote/edit?id=…: the quote form; the address may preset a new quote's customer and batch. */
export default function QuoteFormPage() {
  const t = useTranslations('quotes')
  const isNew = useRouterState({ select: (state) => state.location.pathname === '/sales/quote/add' })
  const { batch, customer } = useSearch({ strict: false })
  const settings = useQuery({ queryKey: ['sales', 'settings'], queryFn: () => api.sales.settings() })
  const batches = useQuery(batchOptionsQuery)
  const start = { ...(batch ? { batch } : {}), ...(customer ? { customer } : {}) }
  return (
    <Page title={isNew ? t('add') : t('edit')}>
      {!settings.data || !batches.data ? (
        <Unread query={settings.error ? settings : batches} />
      ) : isNew ? (
        <QuoteForm row={null} settings={settings.data} batches={batches.data.rows} start={start} />
      ) : (
        <Edit entity="quotes" read={(id) => api.quotes.get({ id })}>
          {(row) => <QuoteForm row={row} settings={settings.data} batches={batches.data.rows} />}
        </Edit>
      )}
    </Page>
  )
}
