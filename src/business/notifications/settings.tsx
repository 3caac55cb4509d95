import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './notifications.client.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { NoticeSetting } from './notification.contract.ts'
import { kinds } from './notification.rules.ts'
import css from './notifications.module.css'
import { useWords } from './use-words.ts'

const areas = ['money', 'people', 'account'] as const
const ways = ['app', 'mail'] as const
const queryKey = ['notifications', 'settings']

/** The channels by which the member receives each kind; each box is saved as it is ticked. */
export function Settings() {
  const t = useTranslations('notifications.settings')
  const words = useWords()
  const client = useQueryClient()
  const failed = useFailed()
  const query = useQuery({ queryKey, queryFn: () => api.notifications.settings() })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  const save = ({ kind, app, mail }: NoticeSetting) =>
    void api.notifications.saveSettings({ kind, app, mail }).then((rows) => client.setQueryData(queryKey, rows), failed)
  return (
    <div className={css['settings']}>
      <p>{t('lead')}</p>
      {areas.map((area) => {
        const rows = query.data.filter(({ kind }) => kinds[kind].area === area)
        if (rows.length === 0) return null
        return (
          <Table
            key={area}
            label={t(`areas.${area}`)}
            caption={t(`areas.${area}`)}
            look="sheet"
            columns={[
              {
                key: 'kind',
                label: t('kind'),
                cell: (row) => (
                  <>
                    {words.name(row.kind)}
                    {row.isFixed && <span className={css['note']}>{t('always')}</span>}
                  </>
                ),
              },
              ...ways.map((way) => ({
                key: way,
                label: t(way),
                cell: (row: NoticeSetting) => (
                  <input
                    type="checkbox"
                    aria-label={t('choice', { kind: words.name(row.kind), way: t(way) })}
                    checked={row[way]}
                    disabled={row.isFixed}
                    onChange={() => save({ ...row, [way]: !row[way] })}
                  />
                ),
              })),
            ]}
            rows={rows}
            keyOf={({ kind }) => kind}
          />
        )
      })}
    </div>
  )
}
