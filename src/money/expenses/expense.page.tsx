import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './expenses.client.ts'
import { moneyText } from '#lib/money.ts'
import { Edit } from '#ui/edit.tsx'
import { Facts } from '#ui/facts.tsx'
import { Page } from '#ui/page.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import type { Expense } from './expense.contract.ts'
import { ExpenseForm } from './expense.form.tsx'
import css from './expenses.module.css'
import { VoidExpense } from './void-expense.tsx'

/** A read-only expense with all its facts. */
function ExpenseFacts({ row }: { row: Expense }) {
  const t = useTranslations('expenses')
  const methods = useTranslations('sales.methods')
  const locale = useLocale()
  const day = useDay()
  const money = (minor: number) => moneyText(minor, row.currency, row.exponent, locale, true)
  const about = [row.hallTitle, row.batchName].filter(Boolean).join(', ')
  return (
    <>
      {row.voidedOn && (
        <p className={css['void']}>
          {t('voided', { day: day(row.voidedOn) })} <bdi>{row.voidReason}</bdi>
        </p>
      )}
      <Facts
        label={t('one')}
        facts={[
          { name: t('supplier.label'), value: row.supplier },
          { name: t('day.label'), value: day(row.day) },
          { name: t('category.label'), value: t(`categories.${row.category}`) },
          { name: t('amount.label'), value: money(row.amount) },
          { name: t('tax.label'), value: money(row.tax) },
          { name: t('method.label'), value: row.isUnpaid ? t('unpaid') : methods(row.method) },
          ...(row.dueOn ? [{ name: t('dueOn.label'), value: day(row.dueOn) }] : []),
          ...(row.paidOn ? [{ name: t('paidOn.label'), value: day(row.paidOn) }] : []),
          ...(about ? [{ name: t('about'), value: about }] : []),
        ]}
      />
      {row.note && (
        <p className={css['note']} dir="auto">
          {row.note}
        </p>
      )}
    </>
  )
}

/** An expense with the picture of its receipt, and its form if the role may correct it and it is not void. */
function ExpenseView({ row }: { row: Expense }) {
  const t = useTranslations('expenses')
  const [canUpdate, canVoid] = [useMay('expenses.update'), useMay('expenses.void')]
  const [isVoiding, setVoiding] = useState(false)
  const isBooked = row.state === 'booked'
  return (
    <div className={css['sides']}>
      <div className={css['main']}>
        {isBooked && canUpdate ? <ExpenseForm row={row} /> : <ExpenseFacts row={row} />}
        {isBooked && canVoid && (
          <div>
            <ChangeButton look="danger" onClick={() => setVoiding(true)}>
              {t('void.open')}
            </ChangeButton>
          </div>
        )}
      </div>
      {row.receipt && (
        <figure className={css['receipt']}>
          <a href={row.receipt} target="_blank" rel="noreferrer">
            <img src={row.receipt} alt={t('receipt.alt', { supplier: row.supplier })} />
          </a>
          <figcaption>{t('receipt.label')}</figcaption>
        </figure>
      )}
      {isVoiding && <VoidExpense row={row} onClose={() => setVoiding(false)} />}
    </div>
  )
}

/** /finance/expense: enters an expense; with ?id=… shows and corrects one (product 6, /finance). */
export default function ExpensePage() {
  const t = useTranslations('expenses')
  const { id } = useSearch({ strict: false })
  return (
    <Page
      title={id ? t('one') : t('add')}
      lead={
        <Link to="/finance" search={{ tab: 'expenses' }}>
          {t('back')}
        </Link>
      }
    >
      {id === undefined ? (
        <ExpenseForm row={null} />
      ) : (
        <Edit entity="expenses" read={(one) => api.expenses.get({ id: one })}>
          {/* Remount once it is void, so that the form disappears. */}
          {(row) => <ExpenseView key={row.state} row={row} />}
        </Edit>
      )}
    </Page>
  )
}
