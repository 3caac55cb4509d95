import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import type { ChartTone } from '#ui/charts/chart-series.ts'
import { useDay, useDays } from '#ui/use-day.ts'
import { api } from './rankings.client.ts'
import type { BoardKind, RankingSpan } from './rankings.rules.ts'
import { usePeriodName } from './use-period.ts'

const tones: readonly ChartTone[] = ['text', 'turf', 'info', 'clay', 'wood', 'mat']

/** How the highest ranks of a board changed over its last periods, as lines; nothing before there are two periods. */
export function RankLines({ board, asked }: { board: BoardKind; asked: { span: RankingSpan; day?: string } }) {
  const t = useTranslations('rankings.lines')
  const hidden = useTranslations('rankings')('hidden')
  const format = useFormatter()
  const nameOf = usePeriodName()
  const day = useDay()
  const days = useDays({ day: 'numeric', month: 'numeric' })
  const input = { board, ...asked }
  const { data } = useQuery({ queryKey: ['rankings', 'movement', input], queryFn: () => api.rankings.movement(input) })
  if (!data || data.rows.length === 0 || data.rows.every(({ ranks }) => ranks.filter((rank) => rank !== null).length < 2)) return null
  const { span } = data.period
  const labelOf = (from: string, to: string) =>
    span === 'month' ? day(from, { month: 'short' }) : span === 'year' ? day(from, { year: 'numeric' }) : days(from, to)
  // A period in which none of them had a rank says nothing.
  const shown = data.periods
    .map((one, at) => ({ ...one, at }))
    .filter(({ at }) => data.rows.some(({ ranks }) => typeof ranks[at] === 'number'))
  const last = shown.at(-1)
  return (
    <SeriesChart
      title={t(`titles.${board}`)}
      note={t('note', { count: data.rows.length })}
      exportName={`ranking-movement-${board}-${data.period.from}`}
      first={t('period')}
      isRank
      series={data.rows.map(({ id, name }, at) => ({
        key: id,
        name: name === '' ? hidden : name,
        look: 'line',
        tone: tones[at] ?? 'text',
      }))}
      points={shown.map(({ from, to, at }) => ({
        key: from,
        label: labelOf(from, to),
        fullName: nameOf({ span, from, to }),
        file: from,
        ...(from === last?.from && data.period.frozenAt === null && { isOpen: true }),
        values: Object.fromEntries(data.rows.map(({ id, ranks }) => [id, ranks[at] ?? null])),
      }))}
      write={(rank) => format.number(rank)}
    />
  )
}
