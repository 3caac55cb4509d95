import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api } from './plans.client.ts'
import { readAgain } from '#web/read.ts'
import { moneyText } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { useDay, useDays } from '#ui/use-day.ts'
import type { CurrentPlan, PlanInvoice } from './plan.contract.ts'
import css from './plan-invoices.module.css'

/** What the marketplace billed for the vendor's plans, the newest first; nothing for a member who may not see it. */
export function PlanInvoices({ current }: { current: CurrentPlan }) {
  const t = useTranslations('plans')
  const locale = useLocale()
  const day = useDay()
  const days = useDays()
  const [rows, setRows] = useState<PlanInvoice[] | null>(null)
  // A change of the plan is a new version of it, and may be a new invoice.
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
        <section className={css['scroll']} aria-label={t('invoices.title')} tabIndex={0}>
          <table>
            <caption className="hidden-text">{t('invoices.title')}</caption>
            <thead>
              <tr>
                {(['number', 'day', 'plan', 'period'] as const).map((key) => (
                  <th key={key} scope="col">
                    {t(`invoices.${key}`)}
                  </th>
                ))}
                {(['amount', 'credit', 'total'] as const).map((key) => (
                  <th key={key} scope="col" className={css['number']}>
                    {t(`invoices.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row" className="whole">
                    {row.number}
                  </th>
                  <td className="whole">{day(row.day)}</td>
                  <td>{t(`${row.plan}.name`)}</td>
                  <td>{row.toDay ? days(row.day, row.toDay) : '–'}</td>
                  {(['amount', 'credit', 'total'] as const).map((key) => (
                    <td key={key} className={css['number']}>
                      {money(row[key])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
