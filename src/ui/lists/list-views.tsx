import { useFormatter, useTranslations } from 'use-intl'
import type { Filters } from '#lib/addresses.ts'
import { useInSight } from '../use-in-sight.ts'
import css from './list-views.module.css'
import type { ViewCount } from './own-views.ts'

/** A view of a list that the product offers: its name, and the filters that differ from their defaults. */
export type View = { key: string; label: string; filters: Filters }

/**
 * Often used filters by name, in one line above a list; the current one is the one that the list shows. A count takes the room that
 * was left for it, so that nothing moves when it arrives; one that is undefined has none.
 */
export function ListViews({
  views,
  current,
  onChoose,
}: {
  views: { key: string; label: string; query: string; count?: ViewCount | null | undefined }[]
  /** The key of the current one, if the list shows one. */
  current: string | undefined
  onChoose: (query: string) => void
}) {
  const t = useTranslations('lists')
  const format = useFormatter()
  const line = useInSight<HTMLDivElement>(current)
  return (
    <div ref={line} className={css['views']} role="group" aria-label={t('views')}>
      {views.map(({ key, label, query, count }) => (
        <button key={key} type="button" aria-pressed={key === current} onClick={() => onChoose(query)}>
          <bdi>{label}</bdi>
          {count !== undefined && (
            <span className={css['count']} data-count>
              {count && ` ${format.number(count.total)}${count.totalIsCapped ? '+' : ''}`}
            </span>
          )}
        </button>
      ))}
    </div>
  )
}
