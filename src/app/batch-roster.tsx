import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, useMay } from './app.client.ts'
import { useServiceTypes } from '#directory/services/service-names.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { BatchPeople, batchPeopleQuery } from '#timetable/enrolments/batch-people.tsx'
import { Dots } from '#ui/charts/dots.tsx'

/** How many of each person's last sessions are shown. */
const shownMarks = 8

/** The people of a batch, each with a face on its surface and how they attended its last sessions. */
export function BatchRoster({ batch, mayPay }: { batch: Batch; mayPay: boolean }) {
  const t = useTranslations('customers')
  const { byId } = useServiceTypes()
  const maySee = useMay('attendance.recent')
  const people = useQuery(batchPeopleQuery(batch.id))
  const customers = [...new Set(people.data?.rows.map(({ customer }) => customer))]
  const { data: recent = [] } = useQuery({
    queryKey: ['attendance', 'recent', batch.id, customers],
    queryFn: () => api.attendance.recent({ customers, batch: batch.id }),
    enabled: maySee && customers.length > 0,
  })
  const marksOf = (id: string) => {
    const marks = recent.find(({ customer }) => customer === id)?.marks.filter((mark) => mark !== 'booked') ?? []
    const last = marks.slice(-shownMarks)
    if (last.length === 0) return null
    const attended = last.filter((mark) => mark === 'present' || mark === 'late').length
    return <Dots dots={last} count={shownMarks} label={t('attended', { attended, count: last.length })} />
  }
  return <BatchPeople batch={batch.id} mayPay={mayPay} about={{ surface: byId.get(batch.serviceType)?.surface, marksOf }} />
}
