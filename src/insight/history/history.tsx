import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './history.client.ts'
import { languageFacts } from '#lib/manner.ts'
import { Button } from '#ui/button.tsx'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { useLanguage } from '#ui/use-language.ts'
import { useMoment } from '#ui/use-moment.ts'
import { columns } from './columns.ts'
import css from './history.module.css'
import { isNothing, useValues } from './use-values.ts'

type HistoryEntry = Awaited<ReturnType<typeof api.history.list>>['rows'][number]

/** The columns of an entry that have a label and changed; what was created is shown on the page itself. */
function changedColumns({ before, after }: HistoryEntry): string[] {
  if (before === null || after === null) return []
  return Object.keys(after).filter((name) => {
    if (!columns[name] || (isNothing(before[name]) && isNothing(after[name]))) return false
    return JSON.stringify(before[name]) !== JSON.stringify(after[name])
  })
}

function Change({ entry, say }: { entry: HistoryEntry; say: ReturnType<typeof useValues> }) {
  const t = useOpenTexts()
  const language = useLanguage()
  const { entity, before, after } = entry
  const names = changedColumns(entry)
  if (names.length === 0) return null
  return (
    <ul className={css['fields']}>
      {names.map((name) => (
        <li key={name}>
          <span className={css['field']}>{t(columns[name]?.[0] ?? '')}</span>{' '}
          {before && name in before && (
            <>
              <bdi>{say(entity, name, before[name])}</bdi> {languageFacts(language).direction === 'rtl' ? '←' : '→'}{' '}
            </>
          )}
          <bdi>{say(entity, name, after?.[name])}</bdi>
        </li>
      ))}
    </ul>
  )
}

/** What happened to a record, newest first: when, who, what, and the changed fields. @param of the record's id */
export function History({ of }: { of: string }) {
  const t = useTranslations('history')
  const words = useOpenTexts('history')
  const when = useMoment()
  const say = useValues()
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
      entity: words.has(`entities.${entry.entity}`) ? words(`entities.${entry.entity}`) : entry.entity,
      action: words.has(key) ? words(key) : entry.action,
    })
  }
  return (
    <section className={css['history']} aria-label={t('title')}>
      <ol>
        {rows.map((entry) => (
          <li key={entry.id} className={css['entry']}>
            <time dateTime={entry.at}>{when(entry.at)}</time>
            <div>
              <strong>{word(entry)}</strong>{' '}
              <span className={css['who']}>{entry.role === 'apiKey' ? t('byKey', { name: entry.actor }) : entry.actor}</span>
              <Change entry={entry} say={say} />
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
