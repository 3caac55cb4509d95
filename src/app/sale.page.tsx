import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { SaleActions } from '#features/sales/sale-actions.tsx'
import { SaleView } from '#features/sales/sale-view.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { useCanEdit, useCanSell } from './use-can-edit.ts'

/** /sales/sale?id=…: one bill as a receipt, with what can be done about it (product 6, Sales). */
export default function SalePage() {
  const t = useTranslations('sales')
  const [canSell, canVoid] = [useCanSell(), useCanEdit()]
  const { id = '' } = useSearch({ strict: false }) as { id?: string }
  const query = useQuery({ queryKey: ['sales', 'page', id], queryFn: () => api.sales.get({ id }) })
  const sale = query.data
  return (
    <Page
      title={sale ? t('numbered', { number: sale.number }) : t('one')}
      lead={
        <Link to="/sales" search={{ tab: 'sales' } as never}>
          {t('back')}
        </Link>
      }
      actions={sale && <SaleActions sale={sale} canSell={canSell} canVoid={canVoid} />}
    >
      {sale ? <SaleView sale={sale} /> : <Unread query={query} rows={8} />}
    </Page>
  )
}
