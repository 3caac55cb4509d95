import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './attendance.client.ts'
import { useZone } from '#business/setup/here.ts'
import { hereAt } from '#lib/zones.ts'
import { fullName } from '#lib/names.ts'
import { Failed, Skeleton, State } from '#ui/page.tsx'
import { ChangeButton, useTrialOver } from '#ui/trial-over.tsx'
import { rosterCall, rosterQuery } from './attendance.queries.ts'
import { useShownSince } from '#web/offline-answers.ts'
import type { Attendee } from './attendance.contract.ts'
import type { AttendanceMark } from './attendance.rules.ts'
import { addMarks } from './mark-queue.ts'
import { CareDialog } from './care-dialog.tsx'
import { CareMark } from './care-mark.tsx'
import css from '#timetable/enrolments/roster.module.css'
import { useUnsent } from './use-unsent.ts'

const choices = ['present', 'late', 'absent', 'excused'] as const
const letters: Record<string, AttendanceMark> = { p: 'present', l: 'late', a: 'absent', e: 'excused' }

/** Overlays the server's marks with those that it does not have yet. */
function useMarks(session: string, people: readonly Attendee[]) {
  const { marks, isWaiting } = useUnsent()
  const own = new Map(marks.filter((mark) => mark.session === session).map(({ enrolment, mark }) => [enrolment, mark]))
  return { unsent: marks.length, isWaiting, rows: people.map((person) => ({ ...person, mark: own.get(person.enrolment) ?? person.mark })) }
}

/** Who a person is, and what is to be minded about them. */
function Who({ person, onOpen }: { person: Attendee; onOpen: (person: Attendee) => void }) {
  return (
    <div className={css['who']}>
      <span className={css['name']} dir="auto">
        {fullName(person) || '–'}
      </span>
      <CareMark person={person} onOpen={onOpen} />
    </div>
  )
}

/** A person on a roster that is read-only for the member. */
function Marked({ person, onOpen }: { person: Attendee; onOpen: (person: Attendee) => void }) {
  const t = useTranslations('enrolments.attendance')
  return (
    <li className={css['person']} data-mark={person.mark}>
      <Who person={person} onOpen={onOpen} />
      <span>{t(`marks.${person.mark}`)}</span>
    </li>
  )
}

type PersonProps = { person: Attendee; onMark: (person: Attendee, mark: AttendanceMark) => void; onOpen: (person: Attendee) => void }

function Person({ person, onMark, onOpen }: PersonProps) {
  const t = useTranslations('enrolments.attendance')
  const name = fullName(person)

  // One key per person; the arrow keys move to the next, as in a list.
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const mark = letters[event.key.toLowerCase()]
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (!mark && step === 0) return
    event.preventDefault()
    if (mark) onMark(person, mark)
    const own = event.currentTarget
    const next = step < 0 ? own.previousElementSibling : own.nextElementSibling
    if (next instanceof HTMLElement)
      (next.querySelector<HTMLElement>('[aria-pressed="true"]') ?? next.querySelector<HTMLElement>('[role="group"] button'))?.focus()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- The keys belong to the buttons inside.
    <li className={css['person']} data-mark={person.mark} onKeyDown={press}>
      <Who person={person} onOpen={onOpen} />
      <div className={css['marks']} role="group" aria-label={name}>
        {choices.map((mark) => (
          <button
            key={mark}
            type="button"
            className={css['mark']}
            data-mark={mark}
            aria-pressed={person.mark === mark}
            onClick={() => onMark(person, person.mark === mark ? 'booked' : mark)}
          >
            {t(`marks.${mark}`)}
          </button>
        ))}
      </div>
    </li>
  )
}

/** Everyone expected at a session; one key or one touch marks a person (product 6). */
export function Roster({ session }: { session: string }) {
  const t = useTranslations('enrolments.attendance')
  const zone = useZone()
  const mayMark = useMay('attendance.mark')
  // What is known of a person can be read whatever the plan.
  const isOver = useTrialOver()
  const canMark = mayMark && !isOver
  const query = useQuery(rosterQuery(session))
  const since = useShownSince(rosterCall(session))
  const { unsent, isWaiting, rows } = useMarks(session, query.data?.people ?? [])
  // The "sent" message stays until there are marks to send again: the next render must not remove it.
  const [known, setKnown] = useState(unsent)
  const [isSent, setSent] = useState(false)
  const [opened, setOpened] = useState<Attendee | null>(null)
  if (known !== unsent) {
    setKnown(unsent)
    setSent(unsent === 0)
  }
  if (!query.data) return query.isError ? <Failed retry={() => void query.refetch()} /> : <Skeleton rows={8} />
  if (rows.length === 0) return <State title={t('nobody')} text={t('nobodyText')} />

  const at = () => new Date().toISOString()
  const mark = (person: Attendee, to: AttendanceMark) => addMarks([{ session, enrolment: person.enrolment, mark: to, markedAt: at() }])
  const open = rows.filter((person) => person.mark === 'booked')
  const markOthers = () => {
    const markedAt = at()
    addMarks(open.map(({ enrolment }) => ({ session, enrolment, mark: 'present', markedAt })))
  }

  return (
    <section className={css['roster']} aria-label={t('roster')}>
      <div className={css['head']}>
        <p>{t('marked', { marked: rows.length - open.length, booked: rows.length })}</p>
        {mayMark && open.length > 0 && (
          <ChangeButton look="outline" onClick={markOthers}>
            {t('all')}
          </ChangeButton>
        )}
      </div>
      {since && <p className={css['saving']}>{t('stored', { time: hereAt(new Date(since), zone).time })}</p>}
      <p className={isWaiting ? css['waiting'] : unsent > 0 ? css['saving'] : 'hidden-text'} role="status">
        {isWaiting ? t('offline', { count: unsent }) : unsent > 0 ? t('saving') : isSent ? t('sent') : ''}
      </p>
      <ul className={css['people']}>
        {rows.map((person) =>
          canMark ? (
            <Person key={person.enrolment} person={person} onMark={mark} onOpen={setOpened} />
          ) : (
            <Marked key={person.enrolment} person={person} onOpen={setOpened} />
          ),
        )}
      </ul>
      {opened && <CareDialog session={session} person={opened} onClose={() => setOpened(null)} />}
      {canMark && <p className={css['keys']}>{t('keys')}</p>}
    </section>
  )
}
