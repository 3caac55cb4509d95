import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { rosterQuery } from '#timetable/attendance/attendance.queries.ts'
import type { Attendee } from '#timetable/attendance/attendance.contract.ts'
import { CancelSessionDialog } from '#timetable/sessions/cancel-session-dialog.tsx'
import { RestoreSessionDialog } from '#timetable/sessions/restore-session-dialog.tsx'
import type { Session } from '#timetable/sessions/session.contract.ts'
import { SessionDialog } from '#timetable/sessions/session-dialog.tsx'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { fullName } from '#lib/names.ts'
import { buttonClass } from '#ui/button.tsx'
import { Face } from '#ui/face.tsx'
import { Menu, type MenuItem } from '#ui/menu.tsx'
import { Unread } from '#ui/page.tsx'
import { SidePanel } from '#ui/side-panel.tsx'
import { PlaceBar } from '#ui/place-bar.tsx'
import { Status, surfaceClass } from '#ui/surface.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { api, useMay } from './calendar.client.ts'
import css from './session-panel.module.css'
import { SubstituteFoot, SubstituteList } from './substitute-list.tsx'
import { useSubstitute } from './use-substitute.ts'

/** Faces shown of a roster; the others are counted. */
const faces = 9

/** Who comes: the taken places, faces, and how many are marked. */
function RosterSummary({ session, people }: { session: Session; people: readonly Attendee[] | undefined }) {
  const t = useTranslations('calendar')
  const format = useFormatter()
  const here = people?.filter(({ mark }) => mark === 'present' || mark === 'late').length ?? 0
  const open = people?.filter(({ mark }) => mark === 'booked').length ?? 0
  return (
    <section className={`${css['roster']} ${surfaceClass(session.surface)}`} aria-label={t('roster')}>
      <p className={css['seats']}>
        <span>
          <b>{session.booked}</b> {t('ofPlaces', { capacity: session.capacity })}
        </span>
        {people && people.length > 0 && <span>{open === people.length ? t('notMarked') : t('marked', { here, open })}</span>}
      </p>
      <PlaceBar booked={session.booked} capacity={session.capacity} />
      <p className={css['people']}>
        <span className={css['faces']} aria-hidden="true">
          {people?.slice(0, faces).map((person) => (
            <Face key={person.enrolment} name={fullName(person)} surface={session.surface} />
          ))}
          {people && people.length > faces && <span className={`${css['rest']} ltr`}>+{format.number(people.length - faces)}</span>}
        </span>
        <Link to="/services/session" search={{ id: session.id }}>
          {t('roster')}
        </Link>
      </p>
    </section>
  )
}

/** What can be done with a session, by the member's rights. */
function Verbs({ session }: { session: Session }) {
  const t = useTranslations('calendar')
  const words = useTranslations('sessions')
  const [open, setOpen] = useState<'move' | 'cancel' | 'restore' | null>(null)
  const [mayMark, mayChange, mayCancel, mayRestore] = [
    useMay('attendance.mark'),
    useMay('sessions.change'),
    useMay('sessions.cancel'),
    useMay('sessions.restore'),
  ]
  const isOff = session.state === 'cancelled'
  const items: MenuItem[] = [
    { key: 'page', label: t('page'), place: { to: '/services/session', search: { id: session.id } } },
    { key: 'batch', label: t('batch'), place: { to: '/services/batch', search: { id: session.batch } } },
    ...(mayCancel && session.state === 'scheduled'
      ? [{ key: 'cancel', label: words('cancel.open'), isChange: true, run: () => setOpen('cancel') }]
      : []),
  ]
  return (
    <div className={css['verbs']}>
      {!isOff && (
        <Link className={buttonClass(mayMark ? 'primary' : 'outline')} to="/services/session" search={{ id: session.id }}>
          {mayMark ? t('attendance') : t('roster')}
        </Link>
      )}
      {mayChange && !isOff && (
        <ChangeButton look="outline" onClick={() => setOpen('move')}>
          {t('move')}
        </ChangeButton>
      )}
      {mayRestore && isOff && (
        <ChangeButton look="outline" onClick={() => setOpen('restore')}>
          {words('restore.open')}
        </ChangeButton>
      )}
      <Menu label={t('more')} items={items} />
      {open === 'move' && <SessionDialog session={session} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelSessionDialog session={session} onClose={() => setOpen(null)} />}
      {open === 'restore' && <RestoreSessionDialog session={session} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Shown({ session, onClose }: { session: Session; onClose: () => void }) {
  const t = useTranslations('calendar')
  const words = useTranslations('sessions')
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const roster = useQuery({ ...rosterQuery(session.id), enabled: useMay('attendance.roster') })
  const trainers = useQuery({ ...trainerOptionsQuery, enabled: useMay('trainers.list') })
  const mayGive = useMay('sessions.change') && session.state === 'scheduled'
  const substitute = useSubstitute(session, mayGive)
  return (
    <SidePanel
      title={session.batchName}
      onClose={onClose}
      foot={substitute.chosen && <SubstituteFoot session={session} substitute={substitute} />}
    >
      <p className={`${css['when']} ${surfaceClass(session.surface)}`}>
        {day(session.day)}, <span className="ltr">{`${session.startingTime}–${session.endingTime}`}</span>
        {' · '}
        <bdi>{session.hallTitle ?? words('hall.none')}</bdi>
      </p>
      {session.state === 'cancelled' && (
        <p>
          <Status tone="warn">{words('states.cancelled')}</Status> <bdi>{session.reason}</bdi>
        </p>
      )}
      <Verbs session={session} />
      <RosterSummary session={session} people={roster.data?.people} />
      <p className={css['trainer']}>
        <Face
          name={session.trainerName}
          image={trainers.data?.rows.find((row) => row.id === session.trainer)?.avatar}
          surface={session.surface}
        />
        <span>
          <strong dir="auto">{session.trainerName}</strong>
          <span>{t('trainer')}</span>
        </span>
      </p>
      {mayGive && <SubstituteList substitute={substitute} />}
    </SidePanel>
  )
}

/**
 * A session next to the calendar: when, where and with whom, who comes, and what can be done with it.
 * @param known the session as the calendar's list has it, if it does
 */
export function SessionPanel({ id, known, onClose }: { id: string; known: Session | undefined; onClose: () => void }) {
  const t = useTranslations('sessions')
  const query = useQuery({ queryKey: ['sessions', 'page', id], queryFn: () => api.sessions.get({ id }), placeholderData: known })
  if (query.data) return <Shown key={id} session={query.data} onClose={onClose} />
  return (
    <SidePanel title={t('one')} onClose={onClose}>
      <Unread query={query} rows={5} />
    </SidePanel>
  )
}
