import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './developers.client.ts'
import { changed } from '#web/changed.ts'
import { Button } from '#ui/button.tsx'
import { useFileColumns, useFileMoment } from '#ui/lists/file-columns.ts'
import { List } from '#ui/lists/list.tsx'
import { useListQuery } from '#ui/lists/list-state.ts'
import { Status } from '#ui/surface.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import css from './developers.module.css'
import { events, testEvent } from './event.rules.ts'
import { webhookDeliveryStates, type WebhookDelivery } from './webhook.contract.ts'
import { webhooksQuery } from './webhooks.query.ts'

/** Shortens a URL, so that a long one does not widen its option. */
const shortened = (url: string) => (url.length > 40 ? `${url.slice(0, 39)}…` : url)

/** The webhook deliveries with their results; each can be sent again. */
export function Deliveries() {
  const t = useTranslations('developers.deliveries')
  const file = useFileColumns()
  const moment = useFileMoment()
  const format = useFormatter()
  const failed = useFailed()
  const { data: webhooks = [] } = useQuery(webhooksQuery)
  const list = useListQuery({ entity: 'webhooks', filters: { webhook: 'all', state: 'all', event: 'all' }, read: api.webhooks.deliveries })
  const at = (instant: string) => format.dateTime(new Date(instant), { dateStyle: 'medium', timeStyle: 'medium' })
  const again = async ({ id }: WebhookDelivery) => {
    await api.webhooks.replay({ id }).then(() => toastSuccess(t('again.done')), failed)
    await changed('webhooks')
  }
  const answered = ({ code, answer }: WebhookDelivery) => [code === null ? '' : String(code), answer ?? ''].filter(Boolean).join(' ')
  return (
    <List<WebhookDelivery>
      {...list}
      caption={t('title')}
      exportName="webhook-deliveries"
      href={() => null}
      empty={{
        title: t('none.title'),
        text: t('none.text'),
        action: <Button onClick={() => void list.query.refetch()}>{t('none.look')}</Button>,
      }}
      filters={[
        {
          name: 'webhook',
          label: t('columns.webhook'),
          fallback: 'all',
          options: [{ value: 'all', label: t('all') }, ...webhooks.map(({ id, url }) => ({ value: id, label: shortened(url) }))],
        },
        {
          name: 'state',
          label: t('columns.state'),
          fallback: 'all',
          options: [{ value: 'all', label: t('all') }, ...webhookDeliveryStates.map((value) => ({ value, label: t(`states.${value}`) }))],
        },
        {
          name: 'event',
          label: t('columns.event'),
          fallback: 'all',
          options: [{ value: 'all', label: t('all') }, ...[testEvent, ...events].map((value) => ({ value, label: value }))],
        },
      ]}
      columns={[
        {
          key: 'event',
          label: t('columns.event'),
          csv: (row) => row.event,
          cell: (row) => <code className={`${css['code']} ltr`}>{row.event}</code>,
        },
        {
          key: 'createdAt',
          label: t('columns.at'),
          sort: 'createdAt',
          isWhole: true,
          csv: (row) => moment(row.createdAt),
          cell: (row) => at(row.createdAt),
        },
        {
          key: 'state',
          narrow: 'second',
          label: t('columns.state'),
          csv: (row) => t(`states.${row.state}`),
          cell: (row) => (
            <Status tone={row.state === 'delivered' ? 'good' : row.state === 'failed' ? 'warn' : 'plain'}>
              {t(`states.${row.state}`)}
            </Status>
          ),
        },
        { key: 'tries', label: t('columns.tries'), isNumber: true, csv: (row) => row.tries, cell: (row) => format.number(row.tries) },
        file('code', (row) => row.code ?? ''),
        {
          key: 'answer',
          label: t('columns.answer'),
          csv: (row) => row.answer ?? '',
          cell: (row) => <bdi className={css['code']}>{answered(row) || '–'}</bdi>,
        },
        {
          key: 'ms',
          label: t('columns.ms'),
          isNumber: true,
          cell: (row) => (row.ms === null ? '–' : format.number(row.ms, { style: 'unit', unit: 'millisecond' })),
        },
        file('milliseconds', (row) => row.ms ?? ''),
        {
          key: 'dueAt',
          label: t('columns.next'),
          isWhole: true,
          csv: (row) => moment(row.dueAt),
          cell: (row) => (row.dueAt === null ? '–' : at(row.dueAt)),
        },
        {
          key: 'record',
          label: t('columns.record'),
          csv: (row) => row.record,
          cell: (row) => <code className={`${css['code']} ltr`}>{row.record}</code>,
        },
      ]}
      rowActions={(row) => (
        <ChangeButton look="quiet" aria-label={`${t('again.do')}: ${row.event} ${at(row.createdAt)}`} onClick={() => void again(row)}>
          {t('again.do')}
        </ChangeButton>
      )}
    />
  )
}
