import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './halls.client.ts'
import { changed } from '#web/changed.ts'
import { ArchiveAction } from '#ui/lists/entity-list.tsx'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { audiences, type Hall } from './hall.contract.ts'

/** Rooms, courts and pools with their size and places. @param inUse why a hall can't be archived now, as far as it is known */
export function HallList({ inUse }: { inUse?: (id: string) => string | undefined }) {
  const t = useTranslations('halls')
  const lists = useTranslations('lists')
  const [canAdd, canEdit, canArchive] = [useMay('halls.create'), useMay('halls.update'), useMay('halls.archive')]
  const common = useTranslations('services')
  const format = useFormatter()
  const list = useListQuery({ entity: 'halls', filters: { state: 'current', audience: 'all' }, read: api.halls.list })
  return (
    <List<Hall>
      {...list}
      caption={t('list')}
      exportName="halls"
      href={(row) => (canEdit ? { to: '/services/edit', search: { kind: 'hall', id: row.id } } : null)}
      empty={{
        title: t('empty.title'),
        text: t('empty.text'),
        action: canAdd && (
          <AddLink to="/services/add" search={{ kind: 'hall' }}>
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
            ...(['active', 'maintenance', 'archived'] as const).map((value) => ({ value, label: t(`states.${value}`) })),
          ],
        },
        {
          name: 'audience',
          label: t('columns.audience'),
          fallback: 'all',
          options: [{ value: 'all', label: lists('all') }, ...audiences.map((value) => ({ value, label: t(`audiences.${value}`) }))],
        },
      ]}
      rowActions={
        canArchive
          ? (row) => (
              <ArchiveAction
                row={row}
                calls={api.halls}
                name={row.title}
                messages={{ archived: t('archived', { name: row.title }), restored: t('restored', { name: row.title }) }}
                inUse={inUse?.(row.id)}
                onChanged={() => changed('halls')}
              />
            )
          : undefined
      }
      columns={[
        { key: 'title', label: t('columns.title'), sort: 'title', csv: (row) => row.title, cell: (row) => row.title },
        {
          key: 'size',
          label: t('columns.size'),
          sort: 'size',
          isNumber: true,
          csv: (row) => row.size,
          cell: (row) => t('sqm', { size: format.number(row.size) }),
        },
        {
          key: 'totalCandidates',
          label: t('columns.totalCandidates'),
          sort: 'totalCandidates',
          isNumber: true,
          csv: (row) => row.totalCandidates,
          cell: (row) => format.number(row.totalCandidates),
        },
        {
          key: 'audience',
          label: t('columns.audience'),
          csv: (row) => t(`audiences.${row.audience}`),
          cell: (row) => t(`audiences.${row.audience}`),
        },
        {
          key: 'status',
          narrow: 'second',
          label: t('columns.status'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => (
            <Status tone={row.state === 'active' ? 'good' : row.state === 'maintenance' ? 'warn' : 'plain'}>
              {t(`states.${row.state}`)}
            </Status>
          ),
        },
      ]}
    />
  )
}
