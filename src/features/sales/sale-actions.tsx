import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { changed } from '#api/queries.ts'
import { Button } from '#ui/button.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { worthOf } from './refund-effect.tsx'
import { RefundSale, TakePayment, VoidSale } from './sale-dialogs.tsx'
import type { SaleDetail } from './sale.contract.ts'

/** What a member's role may do with bills (product 4); who may nothing only looks and prints. */
export type Rights = { canSell: boolean; canVoid: boolean }

function SendButton({ sale }: { sale: SaleDetail }) {
  const t = useTranslations('sales.send')
  const failed = useFailed()
  const [isBusy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    try {
      const { to } = await api.sales.send({ id: sale.id })
      toastSuccess(t('done', { to }), 4000)
      await changed('sales')
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return (
    <Button isBusy={isBusy} onClick={() => void send()}>
      {t('open')}
    </Button>
  )
}

/** What can be done with a bill as it stands, each with its own question where it needs one. */
export function SaleActions({ sale, canSell, canVoid }: { sale: SaleDetail } & Rights) {
  const t = useTranslations('sales')
  const [open, setOpen] = useState<'pay' | 'refund' | 'void' | null>(null)
  const isVoid = sale.state === 'void'
  const dialog = { sale, onClose: () => setOpen(null) }
  return (
    <>
      {canVoid && !isVoid && sale.paid === 0 && sale.credited === 0 && (
        <Button look="quiet" onClick={() => setOpen('void')}>
          {t('void.open')}
        </Button>
      )}
      <Button onClick={() => window.print()}>{t('print')}</Button>
      {canSell && sale.customer && <SendButton sale={sale} />}
      {canSell && !isVoid && worthOf(sale) > 0 && <Button onClick={() => setOpen('refund')}>{t('refund.open')}</Button>}
      {canSell && sale.due > 0 && (
        <Button look="primary" onClick={() => setOpen('pay')}>
          {t('pay.open')}
        </Button>
      )}
      {open === 'pay' && <TakePayment {...dialog} />}
      {open === 'refund' && <RefundSale {...dialog} />}
      {open === 'void' && <VoidSale {...dialog} />}
    </>
  )
}
