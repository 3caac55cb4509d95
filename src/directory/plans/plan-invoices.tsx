import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './plans.client.ts'
import { readAgain } from '#web/read.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { Table } from '#ui/table.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import type { CurrentPlan, PlanInvoice } from './plan.contract.ts'
import css from './plan-invoices.module.css'

/** What the marketplace billed for the vendor's plans, newest first; nothing for a member who may not see it. */
export function PlanInvoices({ current }: { current: CurrentPlan }) {
  const t = useTranslations('plans')
  const planName = useTranslations('lib.planNames')
  const locale = useLocale()
  const day = useDay()
  const days = useDays()
  const [rows, setRows] = useState<PlanInvoice[] | null>(null)
  // A plan change raises the version, and may add an invoice.
  useEffect(() => readAgain(() => api.plans.invoices(), setRows), [current.version])
  if (!rows) return null
  const money = (cents: number) => moneyText(cents, 'USD', 2, locale, true)
  return (
    <section className={css['invoices']} aria-labelledby="plan-invoices">
      <div className={css['head']}>
        <h2 id="plan-invoices">{t('invoices.title')}</h2>
        {rows.length > 0 && (
          <Button look="quiet" onClick={() => window.print()}>
            {t('invoices.print')}
          </Button>
        )}
      </div>
      <p>{t(rows.length > 0 ? 'invoices.lead' : 'invoices.none')}</p>
      {rows.length > 0 && (
        <Table
          label={t('invoices.title')}
          columns={[
            { key: 'number', label: t('invoices.number'), isWhole: true, cell: (row) => row.number },
            { key: 'day', label: t('invoices.day'), isWhole: true, cell: (row) => day(row.day) },
            { key: 'plan', label: t('invoices.plan'), cell: (row) => planName(row.plan) },
            { key: 'period', label: t('invoices.period'), cell: (row) => (row.toDay ? days(row.day, row.toDay) : '–') },
            ...(['amount', 'credit', 'total'] as const).map((key) => ({
              key,
              label: t(`invoices.${key}`),
              isNumber: true,
              cell: (row: PlanInvoice) => money(row[key]),
            })),
          ]}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}
