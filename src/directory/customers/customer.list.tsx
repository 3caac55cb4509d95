import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './customers.client.ts'
import { changed } from '#web/changed.ts'
import { fullName } from '#lib/names.ts'
import { ArchiveAction } from '#ui/entity-list.tsx'
import { List } from '#ui/list.tsx'
import { useListQuery } from '#ui/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useCustomerFile } from './customer-file.ts'
import { customerSources, type Customer } from './customer.contract.ts'
import css from './customer.list.module.css'

/** The derived lifecycle as text. */
export function CustomerStatus({ row }: { row: Customer }) {
  const t = useTranslations('customers.lifecycles')
  const tone = row.lifecycle === 'active' ? 'good' : row.lifecycle === 'expiring' || row.lifecycle === 'blocked' ? 'warn' : 'plain'
  return <Status tone={tone}>{t(row.lifecycle)}</Status>
}

/** People who train or pay, found by name in any spelling or phone in any format (product 6, Customers). */
export function CustomerList() {
  const t = useTranslations('customers')
  const lists = useTranslations('ui.list')
  const [canArchive, seesTags] = [useMay('customers.archive'), useMay('customers.tags')]
  const common = useTranslations('services')
  const failures = useTranslations('lib.failures')
  const format = useFormatter()
  const list = useListQuery({
    entity: 'customers',
    filters: { state: 'current', lifecycle: 'all', source: 'all', tag: 'all' },
    read: api.customers.list,
  })
  // The front desk does not see tags, so its list has no tag filter.
  const tags = useQuery({ queryKey: ['customers', 'tags'], queryFn: () => api.customers.tags(), enabled: seesTags })
  const day = useDay()
  const file = useCustomerFile()
  return (
    <List<Customer>
      {...list}
      caption={t('list')}
      exportName="customers"
      href={(row) => ({ to: '/sales/customer', search: { id: row.id } })}
      empty={{
        title: t('empty.title'),
        text: t('empty.text'),
        action: <AddLink to="/sales/customer/add">{t('add')}</AddLink>,
      }}
      filters={[
        {
          name: 'lifecycle',
          label: t('columns.status'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('allLifecycles') },
            ...(['lead', 'active', 'expiring', 'lapsed'] as const).map((value) => ({ value, label: t(`lifecycles.${value}`) })),
          ],
        },
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
          options: [{ value: 'all', label: lists('all') }, ...customerSources.map((value) => ({ value, label: t(`sources.${value}`) }))],
        },
        ...(tags.data && tags.data.length > 0
          ? [
              {
                name: 'tag' as const,
                label: t('columns.tags'),
                fallback: 'all',
                options: [{ value: 'all', label: t('tags.all') }, ...tags.data.map((value) => ({ value, label: value }))],
              },
            ]
          : []),
      ]}
      rowActions={
        canArchive
          ? (row) => (
              <ArchiveAction
                row={row}
                calls={api.customers}
                name={fullName(row)}
                messages={{ archived: t('archived', { name: fullName(row) }), restored: t('restored', { name: fullName(row) }) }}
                inUse={row.enrolled > 0 ? failures('customer/in-use') : undefined}
                onChanged={() => changed('customers')}
              />
            )
          : undefined
      }
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          sort: 'firstName',
          cell: (row) => (
            <>
              {fullName(row)}
              {row.companyName && <small className={css['company']}>{row.companyName}</small>}
            </>
          ),
        },
        ...file,
        {
          key: 'phone',
          label: t('columns.phone'),
          cell: (row) => <span className="ltr">{row.phone || row.guardianPhone || '–'}</span>,
        },
        {
          key: 'email',
          label: t('columns.email'),
          isLesser: true,
          cell: (row) => <span className="ltr">{row.email || '–'}</span>,
        },
        {
          key: 'status',
          label: t('columns.status'),
          csv: (row) => t(`lifecycles.${row.lifecycle}`),
          cell: (row) => <CustomerStatus row={row} />,
        },
        {
          key: 'until',
          label: t('columns.until'),
          sort: 'activeUntil',
          csv: (row) => row.activeUntil ?? '',
          isWhole: true,
          cell: (row) => (row.activeUntil ? day(row.activeUntil) : '–'),
        },
        {
          key: 'enrolled',
          label: t('columns.enrolled'),
          isNumber: true,
          csv: (row) => row.enrolled,
          cell: (row) => format.number(row.enrolled),
        },
        {
          key: 'tags',
          label: t('columns.tags'),
          isLesser: true,
          cell: (row) => <span className={css['tags']}>{row.tags.join(', ')}</span>,
        },
      ]}
    />
  )
}
