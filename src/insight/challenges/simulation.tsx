import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from './challenges.client.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import { useDays } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import type { ChallengeInput } from './challenge.contract.ts'
import css from './challenges.module.css'
import { useEntrantName } from './use-name.ts'

/** The board that the rules would have given over the last days' attendance (product 6): nobody is entered and nothing kept. */
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
        <div className={css['scroll']}>
          <table className={css['table']}>
            <caption className="hidden-text">{t('title')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('rank')}</th>
                <th scope="col">{t('name')}</th>
                <th scope="col" className={css['number']}>
                  {t('points')}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, 10).map((row) => (
                <tr key={row.id}>
                  <td>{format.number(row.rank ?? 0)}</td>
                  <th scope="row" dir="auto">
                    {entrant(row.name)}
                  </th>
                  <td className={css['number']}>{format.number(row.points)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
