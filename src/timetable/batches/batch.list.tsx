import { useQuery } from '@tanstack/react-query'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { api, useMay } from './batches.client.ts'
import { changed } from '#web/changed.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import { useServiceOptions, useServiceTypes } from '#directory/services/service-names.ts'
import { moneyText } from '#lib/money.ts'
import { dayList } from '#lib/week.ts'
import { ArchiveAction } from '#ui/entity-list.tsx'
import { useFileColumns } from '#ui/file-columns.ts'
import { List } from '#ui/list.tsx'
import { useListQuery } from '#ui/list-state.ts'
import { Status, Surface } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { batchStates, type Batch } from './batch.contract.ts'

/** Class groups with their days, price and places (product 6, Batches). */
export function BatchList() {
  const t = useTranslations('batches')
  const lists = useTranslations('ui.list')
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
          cell: (row) => <Surface surface={byId.get(row.serviceType)?.surface}>{row.name}</Surface>,
        },
        {
          key: 'code',
          label: t('columns.code'),
          sort: 'code',
          isLesser: true,
          csv: (row) => row.code,
          cell: (row) => <span className="ltr">{row.code}</span>,
        },
        {
          key: 'service',
          label: t('columns.service'),
          isLesser: true,
          csv: (row) => nameOf(row.serviceType),
          cell: (row) => nameOf(row.serviceType),
        },
        { key: 'trainer', label: t('columns.trainer'), csv: (row) => row.trainerName, cell: (row) => row.trainerName },
        {
          key: 'hall',
          label: t('columns.hall'),
          isLesser: true,
          csv: (row) => row.hallTitle ?? '',
          cell: (row) => row.hallTitle ?? t('noHall'),
        },
        {
          key: 'when',
          label: t('columns.when'),
          cell: (row) => (
            <>
              {days(row)} <span className="whole">{hours(row)}</span>
            </>
          ),
        },
        file('weekdays', days),
        file('startTime', (row) => row.startingTime),
        file('endTime', (row) => row.endingTime),
        {
          key: 'dates',
          label: t('columns.dates'),
          isLesser: true,
          sort: 'startDate',
          cell: (row) => (
            <>
              <span className="whole">{`${day(row.startDate)} –`}</span> <span className="whole">{day(row.endDate)}</span>
            </>
          ),
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
