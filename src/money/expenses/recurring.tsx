import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './expenses.client.ts'
import { changed } from '#web/changed.ts'
import { moneyText } from '#lib/money.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { Unread } from '#ui/page.tsx'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useFailed } from '#ui/use-failed.ts'
import type { RecurringExpense } from './expense.contract.ts'
import css from './expenses.module.css'
import { RecurringForm } from './recurring.form.tsx'

type Open = { kind: 'form'; row: RecurringExpense | null } | { kind: 'end'; row: RecurringExpense } | null

/** The monthly expenses: each is entered automatically on its day (product 6, /finance). */
export function RecurringExpenses() {
  const t = useTranslations('expenses')
  const canKeep = useMay('expenses.updateRecurring')
  const [open, setOpen] = useState<Open>(null)
  const failed = useFailed()
  const query = useQuery({ queryKey: ['expenses', 'recurring'], queryFn: () => api.expenses.listRecurring() })
  const end = async ({ id, version }: RecurringExpense) => {
    setOpen(null)
    try {
      await api.expenses.endRecurring({ id, version })
      toastSuccess(t('recurring.ended'))
    } catch (error) {
      failed(error)
    }
    await changed('expenses')
  }
  return (
    <section className={css['recurring']} aria-labelledby="recurring">
      <div className={css['head']}>
        <h2 id="recurring">{t('recurring.title')}</h2>
        {canKeep && (
          <ChangeButton look="outline" onClick={() => setOpen({ kind: 'form', row: null })}>
            {t('recurring.add')}
          </ChangeButton>
        )}
      </div>
      {!query.data ? (
        <Unread query={query} rows={2} />
      ) : query.data.length === 0 ? (
        <p className={css['note']}>{t('recurring.none')}</p>
      ) : (
        <ul className={css['rows']}>
          {query.data.map((row) => (
            <li key={row.id}>
              <Row row={row} />
              {canKeep && row.state !== 'ended' && (
                <span className={css['actions']}>
                  <ChangeButton
                    look="quiet"
                    aria-label={`${t('recurring.change')}: ${row.supplier}`}
                    onClick={() => setOpen({ kind: 'form', row })}
                  >
                    {t('recurring.change')}
                  </ChangeButton>
                  <ChangeButton
                    look="quiet"
                    aria-label={`${t('recurring.end')}: ${row.supplier}`}
                    onClick={() => setOpen({ kind: 'end', row })}
                  >
                    {t('recurring.end')}
                  </ChangeButton>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.kind === 'form' && <RecurringForm row={open.row} onClose={() => setOpen(null)} />}
      {open?.kind === 'end' && (
        <ConfirmDialog
          title={t('recurring.endTitle', { supplier: open.row.supplier })}
          text={t('recurring.endText')}
          yes={t('recurring.end')}
          no={t('dismiss')}
          onYes={() => void end(open.row)}
          onNo={() => setOpen(null)}
        />
      )}
    </section>
  )
}

function Row({ row }: { row: RecurringExpense }) {
  const t = useTranslations('expenses')
  const locale = useLocale()
  const day = useDay()
  const on = row.monthDay === null ? t('recurring.onLast') : t('recurring.onDay', { day: row.monthDay })
  return (
    <span className={css['what']}>
      <bdi>{row.supplier}</bdi>
      <span className="whole">{moneyText(row.amount, row.currency, row.exponent, locale, true)}</span>
      <span className={css['note']}>
        {t(`categories.${row.category}`)} · {on}
        {row.state === 'active' && row.nextOn && ` · ${t('recurring.next', { day: day(row.nextOn) })}`}
      </span>
      {row.state !== 'active' && <Status>{t(`recurring.states.${row.state}`)}</Status>}
    </span>
  )
}
