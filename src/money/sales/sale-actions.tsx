import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api, useMayEach } from './sales.client.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { PageActs } from '#ui/page.tsx'
import { ChangeButton, useTrialOver } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { RefundSale, TakePayment, VoidSale } from './sale-dialogs.tsx'
import type { SaleDetail } from './sale.contract.ts'
import { actionsOf, type SaleAction } from './sale.rules.ts'

/** Mails a bill to its customer, and shows where it went or why it did not. */
export function useSend(): { send: (id: string) => Promise<void>; isBusy: boolean } {
  const t = useTranslations('sales.send')
  const failed = useFailed()
  const [isBusy, setBusy] = useState(false)
  async function send(id: string): Promise<void> {
    setBusy(true)
    try {
      const { to } = await api.sales.send({ id })
      toastSuccess(t('done', { to }), 4000)
      await changed('sales')
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  return { send, isBusy }
}

/** The dialog of an action on a bill; null for an action that needs none. */
export function SaleDialog({ sale, action, onClose }: { sale: SaleDetail; action: SaleAction | null; onClose: () => void }) {
  const dialog = { sale, onClose }
  if (action === 'pay') return <TakePayment {...dialog} />
  if (action === 'refund') return <RefundSale {...dialog} />
  if (action === 'void') return <VoidSale {...dialog} />
  return null
}

/**
 * The actions that a bill's state allows, each with its own dialog where it needs one; a role without rights only views and prints.
 * @param first the action whose dialog is open from the start, if the bill still allows it; `onClose` is called when a dialog closes
 */
export function SaleActions({ sale, first, onClose }: { sale: SaleDetail; first?: SaleAction | null; onClose?: () => void }) {
  const t = useTranslations('sales')
  const noAddress = sale.hasEmail === false ? t('receipt.noAddress') : undefined
  const can = actionsOf(sale, useMayEach())
  const isOver = useTrialOver()
  const [open, setOpen] = useState<SaleAction | null>(first && can.includes(first) && !isOver ? first : null)
  const { send, isBusy } = useSend()
  return (
    <PageActs
      primary={can.includes('pay') && <ChangeButton onClick={() => setOpen('pay')}>{t('pay.open')}</ChangeButton>}
      actions={
        <>
          {can.includes('void') && (
            <ChangeButton look="quiet" onClick={() => setOpen('void')}>
              {t('void.open')}
            </ChangeButton>
          )}
          <Button onClick={() => window.print()}>{t('print')}</Button>
          {can.includes('send') && (
            <ChangeButton
              look="outline"
              isBusy={isBusy}
              disabled={noAddress !== undefined}
              title={noAddress}
              aria-description={noAddress}
              onClick={() => void send(sale.id)}
            >
              {t('send.open')}
            </ChangeButton>
          )}
          {can.includes('refund') && (
            <ChangeButton look="outline" onClick={() => setOpen('refund')}>
              {t('refund.open')}
            </ChangeButton>
          )}
          <SaleDialog
            sale={sale}
            action={open}
            onClose={() => {
              setOpen(null)
              onClose?.()
            }}
          />
        </>
      }
    />
  )
}
