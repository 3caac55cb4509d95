import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './batches.client.ts'
import { changed } from '#web/changed.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useServiceOptions, useServiceTypes } from '#directory/services/service-names.ts'
import { moneyText } from '#lib/money.ts'
import { dayList } from '#lib/week.ts'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { useFileColumns } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { batchStates, type Batch } from './batch.contract.ts'

/** Class groups with their days, price and places (product 6, Batches). */
export function BatchList() {
  const t = useTranslations('batches')
  const lists = useTranslations('lists')
  const failures = useTranslations('lib.failures')
  const [canAdd, canArchive, canFilter] = [useMay('batches.create'), useMay('batches.archive'), useMay('services.list')]
  const common = useTranslations('services')
  const format = useFormatter()
  const file = useFileColumns()
  const locale = useLocale()
  const { byId, nameOf } = useServiceTypes()
  const { options } = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const list = useListQuery({ entity: 'batches', filters: { state: 'current', service: 'all' }, read: api.batches.list })
  const days = (row: Batch) => dayList(row.trainingDays, progress?.country.firstWeekday ?? 0, locale)
  const hours = (row: Batch) => `\u2066${row.startingTime}–${row.endingTime}\u2069`
  const day = useDay()
  const price = (row: Batch) =>
    t(`perUnit.${row.priceUnit}`, { price: moneyText(row.price, row.currency, progress?.country.exponent ?? 2, locale) })
  return (
    <List<Batch>
      {...list}
      caption={t('list')}
      exportName="batches"
      href={(row) => ({ to: '/services/batch', search: { id: row.id } })}
      face={(row) => ({ name: row.name, surface: byId.get(row.serviceType)?.surface })}
      empty={{
        title: t('empty.title'),
        text: t('empty.text'),
        action: canAdd && (
          <AddLink to="/services/add" search={{ kind: 'batch' }}>
            {t('add')}
          </AddLink>
        ),
      }}
      filters={[
        {
          name: 'state',
          label: common('filter.status'),
          fallback: 'current',
          options: [
            { value: 'current', label: common('filter.current') },
            ...batchStates.map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
        ...(canFilter
          ? [
              {
                name: 'service' as const,
                label: t('columns.service'),
                fallback: 'all',
                options: [{ value: 'all', label: lists('all') }, ...options],
              },
            ]
          : []),
      ]}
      rowActions={
        canArchive
          ? (row) => (
              <ArchiveAction
                row={row}
                calls={api.batches}
                name={row.name}
                messages={{ archived: t('archived', { name: row.name }), restored: t('restored', { name: row.name }) }}
                inUse={row.enrolled + row.waitlisted > 0 ? failures('batch/in-use') : undefined}
                onChanged={() => changed('batches')}
              />
            )
          : undefined
      }
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          sort: 'name',
          csv: (row) => row.name,
          cell: (row) => row.name,
          detail: (row) => (
            <>
              {nameOf(row.serviceType)} · <span className="ltr">{row.code}</span>
            </>
          ),
        },
        file('code', (row) => row.code),
        { key: 'service', label: t('columns.service'), csv: (row) => nameOf(row.serviceType) },
        {
          key: 'trainer',
          label: t('columns.trainer'),
          csv: (row) => row.trainerName,
          cell: (row) => row.trainerName,
          detail: (row) => row.hallTitle ?? t('noHall'),
        },
        { key: 'hall', label: t('columns.hall'), csv: (row) => row.hallTitle ?? '' },
        {
          key: 'when',
          label: t('columns.when'),
          cell: days,
          detail: (row) => <span className="whole">{hours(row)}</span>,
        },
        file('weekdays', days),
        file('startTime', (row) => row.startingTime),
        file('endTime', (row) => row.endingTime),
        {
          key: 'dates',
          label: t('columns.dates'),
          isLesser: true,
          sort: 'startDate',
          isWhole: true,
          cell: (row) => day(row.startDate),
          detail: (row) => `– ${day(row.endDate)}`,
        },
        file('startDate', (row) => row.startDate),
        file('endDate', (row) => row.endDate),
        {
          key: 'price',
          label: t('columns.price'),
          sort: 'price',
          isNumber: true,
          csv: (row) => row.price / 10 ** (progress?.country.exponent ?? 2),
          cell: price,
        },
        file('currency', (row) => row.currency),
        {
          key: 'places',
          narrow: 'first',
          label: t('columns.places'),
          isNumber: true,
          cell: (row) => <span className="ltr">{`${format.number(row.enrolled)} / ${format.number(row.totalCandidates)}`}</span>,
        },
        file('enrolled', (row) => row.enrolled),
        file('places', (row) => row.totalCandidates),
        {
          key: 'waiting',
          label: t('columns.waiting'),
          isNumber: true,
          csv: (row) => row.waitlisted,
          cell: (row) => (row.waitlisted > 0 ? format.number(row.waitlisted) : '–'),
        },
        {
          key: 'status',
          narrow: 'second',
          label: t('columns.status'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => (
            <Status tone={row.state === 'open' ? 'good' : row.state === 'cancelled' ? 'warn' : 'plain'}>{t(`states.${row.state}`)}</Status>
          ),
        },
      ]}
    />
  )
}
