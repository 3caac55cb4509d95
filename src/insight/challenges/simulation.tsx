import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import { Table } from '#ui/table.tsx'
import { useDays } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import type { ChallengeInput } from './challenge.contract.ts'
import css from './challenges.module.css'
import { useEntrantName } from './use-name.ts'

/** The board that the rules would have produced over the last days' attendance (product 6): no one is entered and nothing is stored. */
export function Simulation({ metric, pointsPerUnit, target }: Pick<ChallengeInput, 'metric' | 'pointsPerUnit' | 'target'>) {
  const t = useTranslations('challenges.simulation')
  const format = useFormatter()
  const days = useDays()
  const entrant = useEntrantName()
  const input = useDebounced({ metric, pointsPerUnit, target }, 300)
  const query = useQuery({
    queryKey: ['challenges', 'simulation', input],
    queryFn: () => api.challenges.simulate(input),
    enabled: metric !== 'manual',
  })
  if (metric === 'manual') return <p>{t('manual')}</p>
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton rows={3} />
  const { from, to, entrants, reached, rows } = query.data
  return (
    <section className={css['part']} aria-label={t('title')}>
      <p>
        {t('text', { days: days(from, to), count: entrants })} {target !== null && t('reached', { count: reached })}
      </p>
      {rows.length > 0 && (
        <Table
          label={t('title')}
          look="sheet"
          columns={[
            { key: 'rank', label: t('rank'), isNumber: true, cell: ({ rank }) => format.number(rank ?? 0) },
            { key: 'name', label: t('name'), isHead: true, cell: ({ name }) => <bdi>{entrant(name)}</bdi> },
            { key: 'points', label: t('points'), isNumber: true, cell: ({ points }) => format.number(points) },
          ]}
          rows={rows.slice(0, 10)}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}
