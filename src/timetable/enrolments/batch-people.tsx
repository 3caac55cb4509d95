import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, useEffect, type ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api, useMay } from './enrolments.client.ts'
import { changed } from '#web/changed.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { fullName } from '#lib/names.ts'
import { CheckBox } from '#ui/check-box.tsx'
import { Face } from '#ui/face.tsx'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useFailed } from '#ui/use-failed.ts'
import { useMoment } from '#ui/use-moment.ts'
import { useDayManner } from '#ui/use-day.ts'
import css from './batch-people.module.css'
import { billingQuery } from './billing-rules.queries.ts'
import { ChosenPlaces } from './chosen-places.tsx'
import { EnrolmentActions } from './enrolment-actions.tsx'
import { EnrolmentStatus } from './enrolment.list.tsx'
import { PlaceDiscount } from './discount-fields.tsx'
import type { Enrolment } from './enrolment.contract.ts'
import { occupyingStates } from './enrolment.rules.ts'
import { PlaceDays } from './place-days.tsx'

/** Most people shown in the view of one batch; a larger batch has its full list under Subscriptions. */
const shown = 100

/** Which people of a list are chosen, by the ids of their places. */
type Chosen = { ids: ReadonlySet<string>; set: (id: string, isChosen: boolean) => void }

/** Whether a place can be acted on together with others: it runs, and its customer is not blocked. */
const isChoosable = ({ state, isBlocked }: Enrolment) => occupyingStates.includes(state) && !isBlocked

/** What rooms above show of each person: the colour of the batch's surface, and how they attended last. */
export type AboutPeople = { surface?: string | undefined; marksOf: (customer: string) => ReactNode }

type PersonProps = { row: Enrolment; position: number; mayPay: boolean; chosen: Chosen | null; about: AboutPeople | undefined }

function Person({ row, position, mayPay, chosen, about }: PersonProps) {
  const t = useTranslations('enrolments')
  const format = useFormatter()
  const manner = useDayManner()
  const when = useMoment()
  const { present, late, absent, excused } = row
  const marked = present + late + absent + excused
  return (
    <li className={css['row']}>
      <span className={css['start']}>
        {chosen && isChoosable(row) && (
          <CheckBox
            label={t('chosen.one', { name: fullName(row) })}
            isLabelHidden
            isChecked={chosen.ids.has(row.id)}
            onChange={(isChosen) => chosen.set(row.id, isChosen)}
          />
        )}
        {about ? (
          <Face name={fullName(row)} surface={about.surface} />
        ) : (
          <span className={css['bib']} aria-hidden="true">
            {position}
          </span>
        )}
      </span>
      <span className={css['who']}>
        <Link to="/sales/customer" search={{ id: row.customer }} dir="auto">
          {fullName(row)}
        </Link>
        <span className={css['note']}>
          {row.state === 'offered' && row.offeredUntil ? (
            t(row.isAutoOffer ? 'offer.auto' : 'offer.until', { when: when(row.offeredUntil) })
          ) : row.state === 'waitlisted' ? (
            t('since', { when: format.dateTime(new Date(row.queuedAt), manner) })
          ) : (
            <PlaceDays row={row} />
          )}
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
        {about && <span className={css['marks']}>{about.marksOf(row.customer)}</span>}
        <span className={css['rate']} title={marked > 0 ? t('attendance.tally', { present, late, absent, excused }) : undefined}>
          {marked > 0 &&
            t('attendance.rate', { percent: format.number((present + late) / marked, { style: 'percent', maximumFractionDigits: 0 }) })}
        </span>
        <span className={css['actions']}>
          <EnrolmentActions row={row} mayPay={mayPay} onChanged={() => changed('enrolments')} />
        </span>
      </span>
    </li>
  )
}

type PeopleShown = { rows: Enrolment[]; label: string; mayPay: boolean; chosen?: Chosen | null; about?: AboutPeople | undefined }

function People({ rows, label, mayPay, chosen = null, about }: PeopleShown) {
  return (
    <ol className={css['people']} data-choosing={chosen !== null} data-marks={about !== undefined} aria-label={label}>
      {rows.map((row, index) => (
        <Person key={row.id} row={row} position={index + 1} mayPay={mayPay} chosen={chosen} about={about} />
      ))}
    </ol>
  )
}

/** The people of a batch, to choose some and act on them at once. */
function Choosing({ rows, label, mayPay, about }: PeopleShown) {
  const t = useTranslations('enrolments.chosen')
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [cleared, setCleared] = useState(0)
  const all = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone once no one is chosen.
  useEffect(() => {
    if (cleared > 0) all.current?.focus()
  }, [cleared])
  const choosable = rows.filter(isChoosable)
  const chosen = choosable.filter(({ id }) => ids.has(id))
  const set = (id: string, isChosen: boolean) => setIds((now) => new Set(isChosen ? [...now, id] : [...now].filter((one) => one !== id)))
  return (
    <>
      {(choosable.length > 0 || ids.size > 0) && (
        <div className={css['choice']}>
          <CheckBox
            box={all}
            label={t('all')}
            isChecked={chosen.length > 0 && chosen.length === choosable.length}
            isPartly={chosen.length > 0 && chosen.length < choosable.length}
            onChange={(isChosen) => setIds(new Set(isChosen ? choosable.map(({ id }) => id) : []))}
          />
          <ChosenPlaces
            rows={chosen}
            onClear={() => {
              setIds(new Set())
              setCleared((times) => times + 1)
            }}
          />
        </div>
      )}
      <People rows={rows} label={label} mayPay={mayPay} chosen={{ ids, set }} about={about} />
    </>
  )
}

/** The people with a place in a batch, in the order in which they came. */
export function batchPeopleQuery(batch: string) {
  const input = { batch, state: 'held', size: shown, sort: 'createdAt', direction: 'asc' } as const
  return queryOptions({ queryKey: ['enrolments', 'list', input], queryFn: () => api.enrolments.list(input) })
}

/** The people with a place in the batch: offered, active, frozen or past due. */
export function BatchPeople({ batch, mayPay, about }: { batch: string; mayPay: boolean; about?: AboutPeople | undefined }) {
  const t = useTranslations('enrolments')
  const mayChange = useMay('enrolments.changeSeveral')
  const query = useQuery(batchPeopleQuery(batch))
  // A list that could not be read again stays, with the dialog that may be open above it.
  if (query.isError && !query.data) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  if (query.data.rows.length === 0) return <State title={t('attendance.nobody')} text={t('attendance.nobodyText')} />
  const List = mayChange ? Choosing : People
  return <List rows={query.data.rows} label={t('list')} mayPay={mayPay} about={about} />
}

/** The batch's places in a state, those that waited longest first. */
function usePlaces(batch: string, state: 'waitlisted' | 'offered') {
  const input = { batch, state, size: shown, sort: 'queuedAt', direction: 'asc' } as const
  return useQuery({ queryKey: ['enrolments', 'list', input], queryFn: () => api.enrolments.list(input) })
}

/** The open offers, and the waiting list in order, with the action that offers a free place to its first person. */
export function BatchQueue({ batch, mayPay }: { batch: Batch; mayPay: boolean }) {
  const t = useTranslations('enrolments')
  const failed = useFailed()
  const when = useMoment()
  const { data: rules } = useQuery({ ...billingQuery, enabled: useMay('enrolments.billing') })
  const [isBusy, setBusy] = useState(false)
  const query = usePlaces(batch.id, 'waitlisted')
  const { data: offered } = usePlaces(batch.id, 'offered')
  const offers = offered?.rows ?? []
  const free = batch.totalCandidates - batch.enrolled
  async function offer(): Promise<void> {
    setBusy(true)
    try {
      const row = await api.enrolments.offerNext({ batch: batch.id })
      toastSuccess(t('offer.done', { name: fullName(row), when: when(row.offeredUntil ?? row.updatedAt) }))
    } catch (error) {
      failed(error)
    }
    await changed('enrolments')
    setBusy(false)
  }
  if (query.isError) return <Failed retry={() => void query.refetch()} />
  if (!query.data) return <Skeleton />
  if (query.data.rows.length === 0 && offers.length === 0) return <State title={t('queue.none')} text={t('queue.noneText')} />
  return (
    <div className={css['queue']}>
      <div className={css['offer']}>
        <div>
          <p>{t('queue.free', { count: Math.max(free, 0) })}</p>
          {rules?.placeOffers === 'auto' && <p className={css['note']}>{t('queue.auto')}</p>}
        </div>
        {batch.state === 'open' && free > 0 && (
          <ChangeButton isBusy={isBusy} onClick={() => void offer()}>
            {t('offer.open')}
          </ChangeButton>
        )}
      </div>
      {offers.length > 0 && <People rows={offers} label={t('offer.list')} mayPay={mayPay} />}
      {query.data.rows.length > 0 && <People rows={query.data.rows} label={t('queue.label')} mayPay={mayPay} />}
    </div>
  )
}
