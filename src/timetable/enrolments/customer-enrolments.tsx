import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from './enrolments.client.ts'
import { changed } from '#web/changed.ts'
import { Failed, Skeleton } from '#ui/page.tsx'
import css from './batch-people.module.css'
import { PlaceDiscount } from './discount-fields.tsx'
import { EnrolmentActions } from './enrolment-actions.tsx'
import { EnrolmentStatus } from './enrolment.list.tsx'
import { PlaceDays } from './place-days.tsx'

/** All enrolments of one customer, newest first, each with its attendance and available actions. */
export function CustomerEnrolments({ customer, mayPay }: { customer: string; mayPay: boolean }) {
  const t = useTranslations('enrolments')
  const none = useTranslations('customers.profile')
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
              <span className={css['rate']}>
                {present + late + absent + excused > 0 && t('attendance.tally', { present, late, absent, excused })}
              </span>
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
