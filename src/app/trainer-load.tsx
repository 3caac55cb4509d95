import { useTranslations } from 'use-intl'
import { trainerName } from '#lib/names.ts'
import { BarRows } from '#ui/charts/bar-rows.tsx'
import { Formula } from '#ui/formula.tsx'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import type { useMonthFigures } from './use-month-figures.ts'

type Props = { trainers: readonly Trainer[]; figures: ReturnType<typeof useMonthFigures>; month: string; monthName: string }

/** The hours of the month of each trainer in the list, held and planned; the busiest first. */
export function TrainerLoads({ trainers, figures, month, monthName }: Props) {
  const t = useTranslations('trainers.loads')
  const rows = trainers
    .map((trainer) => {
      const { heldMinutes: held, plannedMinutes: planned } = figures.loadOf(trainer.id)
      return { trainer, values: { held, planned } }
    })
    .toSorted((a, b) => b.values.held + b.values.planned - a.values.held - a.values.planned)
  const isEmpty = rows.every(({ values }) => values.held + values.planned === 0)
  // One alone is compared with no one, and is in the list.
  if (!figures.isReady || trainers.length < 2) return null
  return (
    <BarRows
      title={t('title')}
      note={t('note', { month: monthName })}
      exportName={`trainer-load-${month}`}
      first={t('trainer')}
      none={isEmpty && t('none', { month: monthName })}
      series={[
        { key: 'held', name: t('held'), look: 'bar', tone: 'turf' },
        { key: 'planned', name: t('planned'), look: 'hatched', tone: 'neutral' },
      ]}
      rows={rows.map(({ trainer, values }) => ({
        key: trainer.id,
        name: trainerName(trainer),
        values,
        text: t('of', { held: figures.hours(values.held), all: figures.hours(values.held + values.planned) }),
        link: { to: '/staff/trainer', search: { id: trainer.id, date: `${month}-01` } },
      }))}
      write={(minutes) => t('hours', { hours: figures.hours(minutes) })}
      csv={(minutes) => minutes / 60}
      foot={figures.asOf && <Formula text={t('formula')} asOf={figures.asOf} />}
    />
  )
}
