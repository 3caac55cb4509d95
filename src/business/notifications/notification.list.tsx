import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './notifications.client.ts'
import { changed } from '#web/changed.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { useFailed } from '#ui/use-failed.ts'
import type { Notification } from './notification.contract.ts'
import { kindNames, placeOf } from './notification.rules.ts'
import { useWords } from './use-words.ts'

/** All notifications of the member, newest first. */
export function NotificationList() {
  const t = useTranslations('notifications.list')
  const moment = useFileMoment()
  const none = useTranslations('notifications.panel.none')
  const words = useWords()
  const failed = useFailed()
  const list = useListQuery({
    entity: 'notifications',
    sort: 'at',
    filters: { state: 'all', kind: 'all', from: 'all', to: 'all' },
    read: api.notifications.list,
  })
  const stateOf = (row: Notification) => t(row.readAt === null ? 'unread' : 'read')
  return (
    <List<Notification>
      {...list}
      caption={t('caption')}
      exportName="notifications"
      href={(row) => placeOf(row.kind, row.about)}
      empty={{
        title: none('title'),
        text: none('text'),
        action: (
          <Link className={buttonClass('outline')} to="." search={{ tab: 'settings' }}>
            {t('settings')}
          </Link>
        ),
      }}
      filters={[
        {
          name: 'state',
          label: t('state'),
          fallback: 'all',
          options: [
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('unread') },
            { value: 'read', label: t('read') },
          ],
        },
        {
          name: 'kind',
          label: t('kind'),
          fallback: 'all',
          options: [{ value: 'all', label: t('any') }, ...kindNames.map((value) => ({ value, label: words.name(value) }))],
        },
        { name: 'from', label: t('from'), fallback: 'all', isDay: true },
        { name: 'to', label: t('to'), fallback: 'all', isDay: true },
      ]}
      columns={[
        { key: 'kind', label: t('kind'), csv: (row) => words.name(row.kind), cell: (row) => words.name(row.kind) },
        { key: 'text', label: t('text'), csv: words.text, cell: words.text },
        { key: 'at', label: t('at'), sort: 'at', csv: (row) => moment(row.at), isWhole: true, cell: (row) => words.when(row.at) },
        {
          key: 'state',
          narrow: 'second',
          label: t('state'),
          csv: stateOf,
          cell: (row) => <Status tone={row.readAt === null ? 'warn' : 'plain'}>{stateOf(row)}</Status>,
        },
      ]}
      rowActions={(row) =>
        row.readAt === null && (
          <Button
            look="quiet"
            aria-label={`${t('readOne')}: ${words.name(row.kind)}`}
            onClick={() => void api.notifications.read({ id: row.id }).then(() => changed('notifications'), failed)}
          >
            {t('readOne')}
          </Button>
        )
      }
    />
  )
}
