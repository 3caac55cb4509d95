import { useInfiniteQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '#api/client.ts'
import { Button } from './button.tsx'
import css from './history.module.css'
import { Failed, Skeleton, State } from './page.tsx'

type HistoryEntry = Awaited<ReturnType<typeof api.history.list>>['rows'][number]

/** A value of the log as a reader sees it; ids and long lists are left out. */
function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const text = String(value)
  return /^[0-9a-f]{8}-/.test(text) ? '' : text.slice(0, 60)
}

function Change({ entry }: { entry: HistoryEntry }) {
  const t = useTranslations('ui.history')
  // What is made stands on the page itself; only what changed is told.
  const names =
    entry.before === null ? [] : Object.keys(entry.after ?? {}).filter((name) => name !== 'search' && valueText(entry.after?.[name]) !== '')
  if (names.length === 0) return null
  return (
    <ul className={css['fields']}>
      {names.map((name) => {
        const before = valueText(entry.before?.[name])
        return (
          <li key={name}>
            <span className={css['field']}>{t.has(`fields.${name}`) ? t(`fields.${name}`) : name}</span>{' '}
            <bdi>
              {entry.before && name in entry.before && before !== ''
                ? `${before} → ${valueText(entry.after?.[name])}`
                : valueText(entry.after?.[name])}
            </bdi>
          </li>
        )
      })}
    </ul>
  )
}

/** What happened to a batch, a session or a customer, newest first: when, who, what, and the changed fields. */
export function History({ of }: { of: string }) {
  const t = useTranslations('ui.history')
  const format = useFormatter()
  const query = useInfiniteQuery({
    queryKey: ['history', of],
    queryFn: ({ pageParam }) => api.history.list({ of, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
  })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  const rows = query.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <State title={t('none')} />
  const word = (entry: HistoryEntry) => {
    const key = `actions.${entry.action}`
    return t('line', {
      entity: t.has(`entities.${entry.entity}`) ? t(`entities.${entry.entity}`) : entry.entity,
      action: t.has(key) ? t(key) : entry.action,
    })
  }
  return (
    <section className={css['history']} aria-label={t('title')}>
      <ol>
        {rows.map((entry) => (
          <li key={entry.id} className={css['entry']}>
            <time dateTime={entry.at}>{format.dateTime(new Date(entry.at), { dateStyle: 'medium', timeStyle: 'short' })}</time>
            <div>
              <strong>{word(entry)}</strong> <span className={css['who']}>{entry.actor}</span>
              <Change entry={entry} />
            </div>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}
