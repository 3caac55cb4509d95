import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './notifications.client.ts'
import { buttonClass } from '#ui/button.tsx'
import { useFileColumns, useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { notificationChannels, deliveryKinds, deliveryStates, type NotificationDelivery } from './notification.contract.ts'
import { placeOf } from './notification.rules.ts'
import css from './notifications.module.css'
import { isOutsideMail } from './outside.rules.ts'
import { useWords } from './use-words.ts'

const tones: Partial<Record<NotificationDelivery['state'], 'good' | 'warn'>> = {
  sent: 'good',
  failed: 'warn',
  dropped: 'warn',
  givenUp: 'warn',
}

/** What was sent to whom, when, by which channel and with which result. */
export function DeliveryLog() {
  const t = useTranslations('notifications.log')
  const moment = useFileMoment()
  const file = useFileColumns()
  const any = useTranslations('notifications.list')
  const words = useWords()
  const list = useListQuery({
    entity: 'notifications',
    of: 'log',
    sort: 'at',
    filters: { kind: 'all', channel: 'all', state: 'all', from: 'all', to: 'all' },
    read: api.notifications.log,
  })
  const nameOf = (kind: NotificationDelivery['kind']) => (isOutsideMail(kind) ? words.mailName(kind) : words.name(kind))
  const reasonOf = ({ reason, replyCode }: NotificationDelivery) => (reason ? t(`reasons.${reason}`, { code: replyCode ?? 0 }) : '')
  const why = (row: NotificationDelivery) => (row.readAt ? t('readAt', { at: words.when(row.readAt) }) : reasonOf(row))
  return (
    <>
      <p>{t('lead')}</p>
      <List<NotificationDelivery>
        {...list}
        caption={t('caption')}
        exportName="delivery-log"
        href={(row) => placeOf(row.kind, row.about)}
        empty={{
          title: t('none.title'),
          text: t('none.text'),
          action: (
            <Link className={buttonClass('outline')} to="/sales">
              {t('open')}
            </Link>
          ),
        }}
        filters={[
          {
            name: 'kind',
            label: t('kind'),
            fallback: 'all',
            options: [{ value: 'all', label: any('any') }, ...deliveryKinds.map((value) => ({ value, label: nameOf(value) }))],
          },
          {
            name: 'channel',
            label: t('way'),
            fallback: 'all',
            options: [{ value: 'all', label: t('anyWay') }, ...notificationChannels.map((value) => ({ value, label: t(`ways.${value}`) }))],
          },
          {
            name: 'state',
            label: t('result'),
            fallback: 'all',
            options: [{ value: 'all', label: t('anyResult') }, ...deliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))],
          },
          { name: 'from', label: any('from'), fallback: 'all', isDay: true },
          { name: 'to', label: any('to'), fallback: 'all', isDay: true },
        ]}
        columns={[
          { key: 'kind', label: t('kind'), csv: (row) => nameOf(row.kind), cell: (row) => nameOf(row.kind) },
          { key: 'to', label: t('to'), csv: (row) => row.address, cell: (row) => <bdi>{row.address}</bdi> },
          { key: 'at', label: t('at'), sort: 'at', csv: (row) => moment(row.at), isWhole: true, cell: (row) => words.when(row.at) },
          { key: 'way', label: t('way'), csv: (row) => t(`ways.${row.channel}`), cell: (row) => t(`ways.${row.channel}`) },
          {
            key: 'result',
            narrow: 'second',
            label: t('result'),
            csv: (row) => t(`states.${row.state}`),
            cell: (row) => (
              <>
                <Status tone={tones[row.state] ?? 'plain'}>{t(`states.${row.state}`)}</Status>
                {why(row) !== '' && <span className={css['reason']}>{why(row)}</span>}
              </>
            ),
          },
          file('readAt', (row) => moment(row.readAt)),
          file('reason', reasonOf),
          {
            key: 'since',
            label: t('since'),
            csv: (row) => moment(row.stateAt),
            isWhole: true,
            cell: (row) => words.when(row.stateAt),
          },
          {
            key: 'tries',
            label: t('tries'),
            isNumber: true,
            csv: (row) => row.attempts,
            cell: (row) => (row.channel === 'mail' ? row.attempts : '–'),
          },
        ]}
      />
    </>
  )
}
