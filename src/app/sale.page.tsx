import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { saleQuery } from '#money/sales/sale.queries.ts'
import { CreditNote } from '#money/sales/credit-note.tsx'
import { SaleActions } from '#money/sales/sale-actions.tsx'
import { SaleView } from '#money/sales/sale-view.tsx'
import { Button } from '#ui/button.tsx'
import { Missing, Page, PageActs, Unread } from '#ui/page.tsx'

/** /sales/sale?id=…: one bill as a receipt, with the actions on it; `note=…` shows one of its credit notes, `act=pay` opens the payment (product 6, Sales). */
export default function SalePage() {
  const t = useTranslations('sales')
  const { id = '', note: asked, act } = useSearch({ strict: false })
  const navigate = useNavigate()
  const query = useQuery({ ...saleQuery(id), enabled: id !== '' })
  const sale = query.data
  const note = sale?.refunds.find((one) => one.id === asked)
  return (
    <Page
      title={note ? t('creditNote.label', { number: note.number }) : sale ? t('numbered', { number: sale.number }) : t('one')}
      lead={
        note ? (
          <Link to="/sales/sale" search={{ id }}>
            {t('creditNote.back')}
          </Link>
        ) : (
          <Link to="/sales" search={{ tab: 'sales' }}>
            {t('back')}
          </Link>
        )
      }
      acts={
        note ? (
          <PageActs actions={<Button onClick={() => window.print()}>{t('print')}</Button>} />
        ) : (
          sale && (
            <SaleActions
              sale={sale}
              first={act === 'pay' ? act : null}
              // A reload must not ask for the payment again.
              onClose={() => act && void navigate({ to: '.', search: { id }, replace: true })}
            />
          )
        )
      }
    >
      {note && sale ? (
        <CreditNote sale={sale} note={note} />
      ) : sale ? (
        <SaleView sale={sale} />
      ) : id === '' ? (
        <Missing />
      ) : (
        <Unread query={query} rows={8} />
      )}
    </Page>
  )
}
