import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './services.client.ts'
import { contentOf } from '#lib/manner.ts'
import { changed } from '#web/changed.ts'
import { shareCell } from '#lib/csv-cells.ts'
import { Button } from '#ui/button.tsx'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { useFileColumns, useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useDayManner } from '#ui/use-day.ts'
import { useServiceTypes } from './service-names.ts'
import type { Service } from './service.contract.ts'
import css from './services.module.css'

/** What the vendor teaches: cover, name, status, batches, enrolled and fill (product 6). */
export function ServiceList() {
  const t = useTranslations('services')
  const failures = useTranslations('lib.failures')
  const [canAdd, canEdit, canArchive] = [useMay('services.create'), useMay('services.update'), useMay('services.archive')]
  const format = useFormatter()
  const manner = useDayManner()
  const file = useFileColumns()
  const moment = useFileMoment()
  const { byId, nameOf, language } = useServiceTypes()
  const list = useListQuery({ entity: 'services', filters: { state: 'current' }, read: api.services.list })
  const isArchive = list.state.filters['state'] === 'archived'
  return (
    <List<Service>
      {...list}
      caption={t('list')}
      exportName="services"
      face={(row) => ({ name: nameOf(row.service), image: row.cover, surface: byId.get(row.service)?.surface, isWide: true })}
      href={(row) => (canEdit ? { to: '/services/edit', search: { id: row.id } } : null)}
      empty={
        isArchive
          ? {
              title: t('noneArchived.title'),
              text: t('noneArchived.text'),
              action: <Button onClick={() => list.onState({ filters: { state: 'current' } })}>{t('noneArchived.action')}</Button>,
            }
          : {
              title: t('empty.title'),
              text: t('empty.text'),
              action: canAdd && <AddLink to="/services/add">{t('add')}</AddLink>,
            }
      }
      filters={[
        {
          name: 'state',
          label: t('filter.status'),
          fallback: 'current',
          options: [
            { value: 'current', label: t('filter.current') },
            ...(['draft', 'published', 'archived'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
      ]}
      rowActions={
        canArchive
          ? (row) => (
              <ArchiveAction
                row={row}
                calls={api.services}
                name={nameOf(row.service)}
                messages={{
                  archived: t('archived', { name: nameOf(row.service) }),
                  restored: t('restored', { name: nameOf(row.service) }),
                }}
                inUse={row.places > 0 ? failures('service/in-use') : undefined}
                onChanged={() => changed('services')}
              />
            )
          : undefined
      }
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          sort: 'service',
          csv: (row) => nameOf(row.service),
          cell: (row) => nameOf(row.service),
          detail: (row) => <span className={css['description']}>{contentOf(row, 'description', language)}</span>,
        },
        { key: 'description', label: t('columns.description'), csv: (row) => row.descriptionEn },
        {
          key: 'status',
          narrow: 'second',
          label: t('columns.status'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => <Status tone={row.state === 'published' ? 'good' : 'plain'}>{t(`states.${row.state}`)}</Status>,
        },
        {
          key: 'batches',
          label: t('columns.batches'),
          isNumber: true,
          csv: (row) => row.batches,
          cell: (row) => format.number(row.batches),
        },
        {
          key: 'enrolled',
          label: t('columns.enrolled'),
          isNumber: true,
          csv: (row) => row.enrolled,
          cell: (row) => <span className="ltr">{`${format.number(row.enrolled)} / ${format.number(row.places)}`}</span>,
        },
        file('places', (row) => row.places),
        {
          key: 'fill',
          label: t('columns.fill'),
          isNumber: true,
          csv: (row) => shareCell(row.places > 0 ? row.enrolled / row.places : null),
          cell: (row) => (row.places > 0 ? format.number(row.enrolled / row.places, { style: 'percent', maximumFractionDigits: 0 }) : '–'),
        },
        {
          key: 'created',
          label: t('columns.created'),
          sort: 'createdAt',
          isWhole: true,
          csv: (row) => moment(row.createdAt).slice(0, 10),
          cell: (row) => format.dateTime(new Date(row.createdAt), manner),
        },
      ]}
    />
  )
}
