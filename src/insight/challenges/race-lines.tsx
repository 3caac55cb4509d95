import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { SeriesChart } from '#ui/charts/series-chart.tsx'
import type { ChartTone } from '#ui/charts/chart-series.ts'
import { useDay } from '#ui/use-day.ts'
import { api } from './challenges.client.ts'
import { useEntrantName } from './use-name.ts'

const tones: readonly ChartTone[] = ['text', 'turf', 'info', 'clay', 'wood', 'mat']

/** The points of the business's leading entrants as lines by day; nothing before there are two days. */
export function RaceLines({ challenge }: { challenge: string }) {
  const t = useTranslations('challenges.race')
  const format = useFormatter()
  const day = useDay()
  const entrant = useEntrantName()
  const { data } = useQuery({ queryKey: ['challenges', 'race', challenge], queryFn: () => api.challenges.race({ challenge }) })
  if (!data || data.rows.length === 0 || data.days.length < 2) return null
  return (
    <SeriesChart
      title={t('title')}
      note={t('note', { count: data.rows.length })}
      exportName="challenge-race"
      first={t('day')}
      series={data.rows.map(({ id, name }, at) => ({ key: id, name: entrant(name), look: 'line', tone: tones[at] ?? 'text' }))}
      points={data.days.map((one, at) => ({
        key: one,
        label: day(one, { day: 'numeric', month: 'short' }),
        fullName: day(one),
        file: one,
        values: Object.fromEntries(data.rows.map(({ id, points }) => [id, points[at] ?? null])),
      }))}
      write={(points) => format.number(points)}
    />
  )
}
