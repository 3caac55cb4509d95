import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useToday } from '#business/setup/here.ts'
import { daysBetween, daysIn } from '#lib/days.ts'
import { api } from './enrolments.client.ts'
import { changed } from '#web/changed.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import css from './batch-people.module.css'
import { PlaceDiscount } from './discount-fields.tsx'
import { EnrolmentActions } from './enrolment-actions.tsx'
import { EnrolmentStatus } from './enrolment.list.tsx'
import { PlaceDays } from './place-days.tsx'
import { lastDay, occupyingStates } from './enrolment.rules.ts'

/** How much of a place's time is over. Decorative: its days are written above it. */
function DaysBar({ from, to, today }: { from: string; to: string; today: string }) {
  const whole = daysIn({ from, to })
  return (
    <progress className={css['progress']} aria-hidden="true" max={whole} value={Math.min(Math.max(daysBetween(from, today), 0), whole)} />
  )
}

/** All enrolments of one customer, newest first, each with its attendance and available actions. */
export function CustomerEnrolments({ customer, mayPay }: { customer: string; mayPay: boolean }) {
  const t = useTranslations('enrolments')
  const none = useTranslations('customers.profile')
  const today = useToday()
  const input = { customer, state: 'all', size: 100 } as const
  const query = useQuery({ queryKey: ['enrolments', 'list', input], queryFn: () => api.enrolments.list(input) })
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton rows={2} />
  if (query.data.rows.length === 0) return <p>{none('none')}</p>
  return (
    <ul className={css['people']} aria-label={t('list')}>
      {query.data.rows.map((row) => {
        const { present, late, absent, excused } = row
        return (
          <li key={row.id} className={css['row']} data-plain>
            <span className={css['who']}>
              <Link to="/services/batch" search={{ id: row.batch }} dir="auto">
                {row.batchName}
              </Link>
              <span className={css['note']}>
                <PlaceDays row={row} />
              </span>
              {present + late + absent + excused > 0 && (
                <span className={css['note']}>{t('attendance.tally', { present, late, absent, excused })}</span>
              )}
              {occupyingStates.includes(row.state) && <DaysBar from={row.startDate} to={lastDay(row)} today={today} />}
              {row.discount && (
                <span className={css['note']}>
                  <PlaceDiscount row={row} />
                </span>
              )}
            </span>
            <span className={css['status']}>
              <EnrolmentStatus row={row} />
            </span>
            <span className={css['foot']}>
              <span className={css['actions']}>
                <EnrolmentActions row={row} mayPay={mayPay} onChanged={() => changed('enrolments')} />
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
