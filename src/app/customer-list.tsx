import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { useCustomerColumns } from './customer-columns.tsx'
import { TagChosen } from './tag-chosen.tsx'
import { changed } from '#web/changed.ts'
import { fullName } from '#lib/names.ts'
import { moneyText } from '#lib/money.ts'
import { customerSources, type Customer } from '#directory/customers/customer.contract.ts'
import { useRemindMany } from '#money/sales/remind-chosen.tsx'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { List } from '#ui/lists/list.tsx'
import type { Filter } from '#ui/lists/list-tools.tsx'
import type { Verb } from '#ui/lists/list-selection.tsx'
import { inputSaid, useListQuery } from '#ui/lists/list-state.ts'
import { AddLink, useTrialOver } from '#ui/trial-over.tsx'
import { useCustomerFacts } from './customer-facts.ts'

type Asked = Parameters<typeof api.customers.list>[0]

/** Customers who owe something are listed by the room of their bills. */
const read = ({ debt, ...input }: Asked & { debt?: string }) =>
  debt === undefined ? api.customers.list(input) : api.sales.debtors(inputSaid({ ...input, debt }))

function useFilters(): Filter[] {
  const t = useTranslations('customers')
  const lists = useTranslations('lists')
  const common = useTranslations('services')
  const [seesTags, mayOwe] = [useMay('customers.tags'), useMay('sales.debtors')]
  // The front desk does not see tags, so its list has no tag filter.
  const tags = useQuery({ queryKey: ['customers', 'tags'], queryFn: () => api.customers.tags(), enabled: seesTags })
  const choices = (all: string, values: { value: string; label: string }[]) => [{ value: 'all', label: all }, ...values]
  return [
    {
      name: 'lifecycle',
      label: t('columns.status'),
      fallback: 'all',
      options: choices(
        t('allLifecycles'),
        (['lead', 'active', 'expiring', 'lapsed'] as const).map((value) => ({ value, label: t(`lifecycles.${value}`) })),
      ),
    },
    ...(mayOwe
      ? [
          {
            name: 'debt' as const,
            label: t('debt.label'),
            fallback: 'all',
            options: choices(
              t('debt.all'),
              (['owes', 'late'] as const).map((value) => ({ value, label: t(`debt.${value}`) })),
            ),
          },
        ]
      : []),
    ...(tags.data && tags.data.length > 0
      ? [
          {
            name: 'tag' as const,
            label: t('columns.tags'),
            fallback: 'all',
            options: choices(
              t('tags.all'),
              tags.data.map((value) => ({ value, label: value })),
            ),
          },
        ]
      : []),
    {
      name: 'state',
      label: t('show'),
      fallback: 'current',
      options: [
        { value: 'current', label: common('filter.current') },
        { value: 'blocked', label: t('lifecycles.blocked') },
        { value: 'archived', label: t('lifecycles.archived') },
      ],
    },
    {
      name: 'source',
      label: t('columns.source'),
      fallback: 'all',
      options: choices(
        lists('all'),
        customerSources.map((value) => ({ value, label: t(`sources.${value}`) })),
      ),
    },
  ]
}

/** People who train or pay, found by name in any spelling or phone in any format (product 6, Customers). */
export function CustomerList() {
  const t = useTranslations('customers')
  const sales = useTranslations('sales')
  const failures = useTranslations('lib.failures')
  const locale = useLocale()
  const [canArchive, canTag, canRemind] = [useMay('customers.archive'), useMay('customers.tagSeveral'), useMay('sales.remind')]
  const isOver = useTrialOver()
  const maySell = useMay('sales.sell') && !isOver
  const { remind, question } = useRemindMany()
  const filters = useFilters()
  const list = useListQuery({
    entity: 'customers',
    filters: { state: 'current', lifecycle: 'all', source: 'all', tag: 'all', debt: 'all' },
    read,
  })
  const facts = useCustomerFacts(list.query.data?.rows)
  const columns = useCustomerColumns(facts)
  const [tagging, setTagging] = useState<{ rows: Customer[]; done: () => void } | null>(null)

  /** What chosen customers owe together; null while some of them are on a page whose debts are not known. */
  function owedBy(rows: Customer[]): string | null {
    const known = rows.map(({ id }) => facts.debtOf(id))
    const debts = known.filter((debt) => debt !== null && debt !== undefined)
    const [first] = debts
    if (!first || known.includes(undefined)) return null
    const sum = debts.reduce((all, { amount }) => all + amount, 0)
    return sales('owedBy', { amount: moneyText(sum, first.currency, first.exponent, locale), count: debts.length })
  }
  const verbs = (rows: Customer[], done: () => void): Verb[] => [
    ...(canRemind
      ? [{ key: 'remind', label: sales('remindChosen'), run: () => remind({ customers: rows.map(({ id }) => id) }, done) }]
      : []),
    ...(canTag ? [{ key: 'tag', label: t('tagging.open'), run: () => setTagging({ rows, done }) }] : []),
  ]
  const sellTo = ({ id, state }: Customer) =>
    maySell && state === 'active' ? { label: sales('sell'), place: { to: '/sales/add', search: { customer: id } } as const } : null
  const view = (key: 'all' | 'active' | 'owes' | 'expiring' | 'lapsed' | 'lead') => ({
    key,
    label: t(`views.${key}`),
    filters: key === 'all' ? {} : key === 'owes' ? { debt: 'owes' } : { lifecycle: key },
  })
  return (
    <>
      <List<Customer>
        {...list}
        readPage={(page) => facts.withFacts(list.readPage(page))}
        caption={t('list')}
        exportName="customers"
        href={(row) => ({ to: '/sales/customer', search: { id: row.id } })}
        face={(row) => ({ name: fullName(row) })}
        empty={{
          title: t('empty.title'),
          text: t('empty.text'),
          action: <AddLink to="/sales/customer/add">{t('add')}</AddLink>,
        }}
        views={(['all', 'active', ...(facts.mayOwe ? (['owes'] as const) : []), 'expiring', 'lapsed', 'lead'] as const).map(view)}
        filters={filters}
        selecting={{
          nameOf: fullName,
          verbs: isOver ? () => [] : verbs,
          sum: owedBy,
        }}
        quick={sellTo}
        call={(row) => {
          const phone = row.phone || row.guardianPhone
          return phone ? { phone, label: `${t('profile.call')}: ${fullName(row)}` } : null
        }}
        rowActions={
          canArchive || maySell
            ? (row) => (
                <ArchiveAction
                  row={row}
                  calls={api.customers}
                  acts={[sellTo(row)].flatMap((act) => (act ? [{ key: 'sell', ...act }] : []))}
                  mayArchive={canArchive}
                  name={fullName(row)}
                  messages={{ archived: t('archived', { name: fullName(row) }), restored: t('restored', { name: fullName(row) }) }}
                  inUse={row.enrolled > 0 ? failures('customer/in-use') : undefined}
                  onChanged={() => changed('customers')}
                />
              )
            : undefined
        }
        columns={columns}
      />
      {question}
      {tagging && <TagChosen rows={tagging.rows} onDone={tagging.done} onClose={() => setTagging(null)} />}
    </>
  )
}
