import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { QuoteActions } from '#money/quotes/quote-actions.tsx'
import { QuoteView } from '#money/quotes/quote-view.tsx'
import { Page, Unread } from '#ui/page.tsx'

/** /sales/quote?id=…: one quote, its state and the actions on it (product 3). */
export default function QuotePage() {
  const t = useTranslations('quotes')
  const canQuote = useMay('quotes.send')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['quotes', 'page', id], queryFn: () => api.quotes.get({ id }) })
  const quote = query.data
  return (
    <Page
      title={quote ? t('numbered', { number: quote.number }) : t('one')}
      lead={
        <Link to="/sales" search={{ tab: 'quotes' }}>
          {t('back')}
        </Link>
      }
      acts={quote && canQuote && <QuoteActions quote={quote} />}
    >
      {quote ? <QuoteView quote={quote} /> : <Unread query={query} rows={8} />}
    </Page>
  )
}
