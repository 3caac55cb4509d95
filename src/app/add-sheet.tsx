import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { planQuery } from '#directory/plans/plan.queries.ts'
import { useHere } from '#business/setup/here.ts'
import { todayQuery } from '#insight/home/home.queries.ts'
import { openRostersOf } from '#insight/home/today.rules.ts'
import type { CallName } from '#entrance/policy.ts'
import type { Place } from '#lib/addresses.ts'
import { Icon } from '#ui/icon.tsx'
import { PlaceLink } from '#ui/place-link.tsx'
import { ChoosePlan } from '#ui/trial-over.tsx'
import { useMayEach } from './app.client.ts'
import css from './bottom-bar.module.css'

/** What can be added from anywhere, in the order of how often it is. */
const additions: { title: 'home.sell' | 'home.addCustomer' | 'home.addBatch' | 'app.bar.expense'; call: CallName; place: Place }[] = [
  { title: 'home.sell', call: 'sales.sell', place: { to: '/sales/add' } },
  { title: 'home.addCustomer', call: 'customers.create', place: { to: '/sales/customer/add' } },
  { title: 'home.addBatch', call: 'batches.create', place: { to: '/services/add', search: { kind: 'batch' } } },
  { title: 'app.bar.expense', call: 'expenses.create', place: { to: '/finance/expense' } },
]

/** The rosters of today that are not marked yet; each opens with one tap. */
function Rosters({ onDone }: { onDone: () => void }) {
  const t = useTranslations('home')
  const here = useHere()
  const { data } = useQuery(todayQuery)
  const open = data ? openRostersOf(data.meetings, here.time) : []
  if (open.length === 0) return null
  return (
    <section aria-labelledby="add-rosters">
      <h2 id="add-rosters">{t('attend')}</h2>
      <ul>
        {open.map(({ id, name, startingTime }) => (
          <li key={id}>
            <PlaceLink place={{ to: '/services/session', search: { id } }} onClick={onDone}>
              <span className="ltr">{startingTime}</span> <bdi>{name}</bdi>
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The round button of the bar: a sheet above it with what the role may add, and today's open rosters. */
export function AddSheet() {
  const t = useTranslations()
  const mayEach = useMayEach()
  const sheet = useRef<HTMLDivElement>(null)
  const [isOpened, setOpened] = useState(false)
  const { data: plan } = useQuery(planQuery)
  const offered = additions.filter(({ call }) => mayEach(call))
  const mayMark = mayEach('attendance.mark')
  const close = () => sheet.current?.hidePopover()
  if (offered.length === 0 && !mayMark) return null
  return (
    <>
      <button type="button" className={css['add']} aria-haspopup="dialog" aria-label={t('app.bar.add')} popoverTarget="add-sheet">
        <Icon name="add" />
      </button>
      <div
        ref={sheet}
        id="add-sheet"
        popover="auto"
        role="dialog"
        aria-label={t('app.bar.add')}
        className={css['sheet']}
        onToggle={({ newState }) => {
          setOpened(newState === 'open')
          if (newState === 'open') sheet.current?.querySelector('a')?.focus()
        }}
      >
        {plan?.isExpired ? (
          <ChoosePlan />
        ) : (
          <ul>
            {offered.map(({ title, place }) => (
              <li key={title}>
                <PlaceLink place={place} onClick={close}>
                  {t(title)}
                </PlaceLink>
              </li>
            ))}
          </ul>
        )}
        {/* The day is asked for only where it is shown. */}
        {mayMark && isOpened && <Rosters onDone={close} />}
      </div>
    </>
  )
}
