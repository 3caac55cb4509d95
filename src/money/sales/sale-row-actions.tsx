import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { changed } from '#web/changed.ts'
import { saleQuery } from './sale.queries.ts'
import { useMayEach } from './sales.client.ts'
import { Menu } from '#ui/menu.tsx'
import { toastError } from '#ui/toast.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { SaleDialog, useSend } from './sale-actions.tsx'
import type { Sale } from './sale.contract.ts'
import { actionsOf, type SaleAction } from './sale.rules.ts'

/**
 * The menu of one bill in the list: its receipt, and the actions that its state and the role allow, with the dialogs
 * of its own page (product 6, row actions).
 */
export function SaleRowActions({ row }: { row: Sale }) {
  const t = useTranslations('sales')
  const failures = useTranslations('lib.failures')
  const failed = useFailed()
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useMayEach()
  const { send, isBusy: isSending } = useSend()
  const [isReading, setReading] = useState(false)
  const [open, setOpen] = useState<SaleAction | null>(null)
  // An open dialog follows the bill, which another desk may change.
  const { data: sale } = useQuery({ ...saleQuery(row.id), enabled: open !== null })

  /** Reads the bill, since a row lacks some of what the dialog shows, and opens the dialog if the bill still allows the action. */
  async function ask(action: SaleAction): Promise<void> {
    setReading(true)
    try {
      const read = await client.fetchQuery({ ...saleQuery(row.id), staleTime: 0 })
      if (actionsOf(read, may).includes(action)) setOpen(action)
      else {
        toastError(failures('sale/state'))
        await changed('sales')
      }
    } catch (error) {
      failed(error)
    }
    setReading(false)
  }
  const label = { pay: t('pay.open'), refund: t('refund.open'), void: t('void.open'), send: t('send.open') }
  return (
    <>
      <Menu
        isBusy={isReading || isSending}
        label={t('actions', { number: row.number })}
        items={[
          {
            key: 'receipt',
            label: t('receipt.open'),
            isChange: false,
            run: () => void navigate({ to: '/sales/sale', search: { id: row.id } }),
          },
          ...actionsOf(row, may).map((action) => ({
            key: action,
            label: label[action],
            isChange: true,
            reason: action === 'send' && row.hasEmail === false ? t('receipt.noAddress') : undefined,
            run: () => void (action === 'send' ? send(row.id) : ask(action)),
          })),
        ]}
      />
      {open !== null && sale && <SaleDialog sale={sale} action={open} onClose={() => setOpen(null)} />}
    </>
  )
}
