import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from './batches.client.ts'
import { selectedDays, type TrainingDay } from '#lib/fields.ts'
import { planForm } from './session-plan.contract.ts'
import { Conflicts } from '#ui/conflict-list.tsx'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import css from './batches.module.css'

type Values = {
  startingTime: string
  endingTime: string
  trainingDays: TrainingDay[]
  trainer: string
  hall: string | null
  startDate: string
  endDate: string
}

/** The calendar's preview of a batch while it is typed; undefined until its plan is complete. */
export function usePlan(values: Values, batch: string | undefined) {
  const { startDate, endDate, startingTime, endingTime, trainer, hall } = values
  const days = selectedDays(values.trainingDays)
  const debounced = useDebounced({
    startDate,
    endDate,
    startingTime,
    endingTime,
    days,
    hall,
    ...(trainer ? { trainer } : {}),
    ...(batch ? { batch } : {}),
  })
  // Validate the debounced values, since they are the ones sent, not what is being typed.
  const isWhole = planForm.safeParse(debounced).success && debounced.endingTime > debounced.startingTime && debounced.days.length > 0
  const { data } = useQuery({
    queryKey: ['sessions', 'plan', debounced],
    queryFn: () => api.sessions.plan(debounced),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return isWhole ? data : undefined
}

/** Shows the plan's skipped closed days and every conflict by date (product 3). */
export function BatchPlan({ values, batch }: { values: Values; batch: string | undefined }) {
  const t = useTranslations('batches.live')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const data = usePlan(values, batch)
  if (!data) return null
  return (
    <>
      {data.skipped.length > 0 && (
        <p className={css['note']}>
          {t('skipped', {
            count: data.skipped.length,
            days: data.skipped
              .slice(0, 3)
              .map((closed) => `${day(closed.day)} (${closed.label})`)
              .join(', '),
          })}
        </p>
      )}
      {data.away.length > 0 && (
        <p className={css['warning']}>
          {t('away', {
            count: data.away.length,
            days: data.away
              .slice(0, 8)
              .map((away) => day(away))
              .join(', '),
          })}
        </p>
      )}
      <Conflicts conflicts={data.conflicts} />
    </>
  )
}
