import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import type { TrainingDay } from '#lib/fields.ts'
import { selectedDays } from '#lib/fields.ts'
import { moneyText } from '#lib/money.ts'
import { BatchPlan } from './batch-plan.tsx'
import { breakEven, countSessions, isOutsideHours, minutesBetween, monthsRun, pricePerSession } from './batch.rules.ts'
import css from './batches.module.css'

type Values = {
  price: number | string
  priceUnit: string
  startingTime: string
  endingTime: string
  totalCandidates: number | string
  trainingDays: TrainingDay[]
  trainer: string
  hall: string | null
  startDate: string
  endDate: string
}

/** What the batch will consist of, while it is typed: sessions, hours, price per session, and warnings (product 6). */
export function BatchLive({ values, trainer, batch }: { values: Values; trainer: Trainer | undefined; batch: string | undefined }) {
  const t = useTranslations('batches.live')
  const locale = useLocale()
  const { data: vendor } = useQuery(vendorQuery)
  const { data: progress } = useQuery(progressQuery)
  if (!progress) return null
  const { currency, exponent } = progress.country
  const sessions = countSessions(values.startDate, values.endDate, values.trainingDays)
  const months = monthsRun(values.startDate, values.endDate)
  const weekly = (minutesBetween(values.startingTime, values.endingTime) * selectedDays(values.trainingDays).length) / 60
  const unit = values.priceUnit === 'term' || values.priceUnit === 'session' ? values.priceUnit : 'month'
  const each = typeof values.price === 'number' ? pricePerSession(values.price, unit, sessions, months) : null
  const even = trainer && trainer.cost !== null ? breakEven(each, trainer.cost * 10 ** exponent) : null
  return (
    <section className={css['live']} aria-live="polite">
      <h2>{t('title')}</h2>
      <p className={css['figure']}>{t('sessions', { count: sessions })}</p>
      {weekly > 0 && <p className={css['note']}>{t('hours', { count: Math.round(weekly * 10) / 10 })}</p>}
      {each !== null && <p className={css['note']}>{t('perSession', { price: moneyText(each, currency, exponent, locale) })}</p>}
      {typeof values.price === 'number' && typeof values.totalCandidates === 'number' && values.totalCandidates > 0 && (
        <p className={css['note']}>{t('full', { price: moneyText(values.price * values.totalCandidates, currency, exponent, locale) })}</p>
      )}
      {even !== null && <p className={css['note']}>{t('breakEven', { count: even })}</p>}
      <BatchPlan values={values} batch={batch} />
      {vendor && isOutsideHours(values, vendor) && <p className={css['warning']}>{t('outsideVendor')}</p>}
      {trainer && isOutsideHours(values, trainer) && <p className={css['warning']}>{t('outsideTrainer')}</p>}
    </section>
  )
}
