import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, useMay } from './expenses.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { useAmount, useDayColumn } from '#business/ledger/ledger-columns.tsx'
import { useMoney } from '#business/ledger/use-money.ts'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Sums } from '#ui/sums.tsx'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import type { Expense } from './expense.contract.ts'
import { categories, listedState, listedStates } from './expense.rules.ts'

const tones = { booked: 'good', unpaid: 'warn', void: 'plain' } as const

/** Every expense, found by supplier, with the total of those that match (product 6, /finance). */
export function ExpenseList() {
  const t = useTranslations('expenses')
  const amount = useAmount()
  const file = useFileColumns()
  const dayColumn = useDayColumn()
  const canAdd = useMay('expenses.create')
  const halls = useQuery(hallOptionsQuery)
  const batches = useQuery(batchOptionsQuery)
  const list = useListQuery({
    entity: 'expenses',
    sort: 'day',
    filters: { category: 'all', state: 'all', hall: 'all', batch: 'all', from: 'all', to: 'all' },
    read: api.expenses.list,
  })
  const { data } = list.query
  const money = useMoney(data?.rows[0], true)
  const all = { value: 'all', label: t('filters.all') }
  return (
    <List<Expense>
      {...list}
      caption={t('list')}
      exportName="expenses"
      href={(row) => ({ to: '/finance/expense', search: { id: row.id } })}
      sums={
        data && (
          <Sums
            label={t('sums')}
            sums={(['amount', 'tax'] as const).map((name) => ({ name: t(`${name}.label`), value: money(data.sums[name]) }))}
          />
        )
      }
      empty={{
        title: t('empty.title'),
        text: t('empty.text'),
        action: canAdd && <AddLink to="/finance/expense">{t('add')}</AddLink>,
      }}
      filters={[
        {
          name: 'category',
          label: t('category.label'),
          fallback: 'all',
          options: [all, ...categories.map((value) => ({ value, label: t(`categories.${value}`) }))],
        },
        {
          name: 'state',
          label: t('state'),
          fallback: 'all',
          options: [all, ...listedStates.map((value) => ({ value, label: t(`states.${value}`) }))],
        },
        {
          name: 'hall',
          label: t('hall.label'),
          fallback: 'all',
          options: [all, ...(halls.data?.rows ?? []).map(({ id, title }) => ({ value: id, label: title }))],
        },
        {
          name: 'batch',
          label: t('batch.label'),
          fallback: 'all',
          options: [all, ...(batches.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name }))],
        },
        { name: 'from', label: t('filters.from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('filters.to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        {
          key: 'supplier',
          label: t('supplier.label'),
          csv: (row) => row.supplier,
          cell: (row) => <bdi>{row.supplier}</bdi>,
          detail: (row) => t(`categories.${row.category}`),
        },
        dayColumn(t('day.label')),
        {
          key: 'category',
          label: t('category.label'),
          csv: (row) => t(`categories.${row.category}`),
        },
        {
          key: 'about',
          label: t('about'),
          cell: (row) => (row.hallTitle || row.batchName ? <bdi>{[row.hallTitle, row.batchName].filter(Boolean).join(', ')}</bdi> : '–'),
        },
        file('hall', (row) => row.hallTitle ?? ''),
        file('batch', (row) => row.batchName ?? ''),
        { ...amount('amount', t('amount.label')), sort: 'amount', narrow: 'first' },
        amount('tax', t('tax.label')),
        file('currency', (row) => row.currency),
        {
          key: 'state',
          narrow: 'second',
          label: t('state'),
          csv: (row) => t(`states.${listedState(row)}`),
          cell: (row) => <Status tone={tones[listedState(row)]}>{t(`states.${listedState(row)}`)}</Status>,
        },
      ]}
    />
  )
}
