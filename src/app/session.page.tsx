import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from './app.client.ts'
import { rosterQuery } from '#timetable/attendance/attendance.queries.ts'
import { Roster } from '#timetable/attendance/roster.tsx'
import { AddVisitor } from '#timetable/attendance/visitor.tsx'
import { CancelSessionDialog } from '#timetable/sessions/cancel-session-dialog.tsx'
import { RestoreSessionDialog } from '#timetable/sessions/restore-session-dialog.tsx'
import type { Session } from '#timetable/sessions/session.contract.ts'
import { SessionDialog } from '#timetable/sessions/session-dialog.tsx'
import { useHere, useZone } from '#business/setup/here.ts'
import { cityOf, differs } from '#lib/zones.ts'
import { Facts } from '#ui/facts.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { Status, Surface } from '#ui/surface.tsx'
import { ChangeButton } from '#ui/trial-over.tsx'
import { useDay } from '#ui/use-day.ts'
import { useReader } from '#ui/use-reader.ts'

/** The session's displayed state, from its stored state and the clock. */
function useStateName({ state, startsAt, endsAt }: Session): 'scheduled' | 'running' | 'over' | 'completed' | 'cancelled' {
  const now = useHere().now.toISOString()
  if (state !== 'scheduled') return state
  return now < startsAt ? 'scheduled' : now < endsAt ? 'running' : 'over'
}

function Actions({ session }: { session: Session }) {
  const t = useTranslations('sessions')
  const [open, setOpen] = useState<'change' | 'cancel' | 'restore' | null>(null)
  if (session.state === 'cancelled')
    return (
      <>
        <ChangeButton look="outline" onClick={() => setOpen('restore')}>
          {t('restore.open')}
        </ChangeButton>
        {open === 'restore' && <RestoreSessionDialog session={session} onClose={() => setOpen(null)} />}
      </>
    )
  return (
    <>
      {session.state === 'scheduled' && (
        <ChangeButton look="quiet" onClick={() => setOpen('cancel')}>
          {t('cancel.open')}
        </ChangeButton>
      )}
      <ChangeButton look="outline" onClick={() => setOpen('change')}>
        {t('change.open')}
      </ChangeButton>
      {open === 'change' && <SessionDialog session={session} onClose={() => setOpen(null)} />}
      {open === 'cancel' && <CancelSessionDialog session={session} onClose={() => setOpen(null)} />}
    </>
  )
}

function Details({ session }: { session: Session }) {
  const t = useTranslations('sessions')
  const day = useDay({ dateStyle: 'full' })
  const name = useStateName(session)
  const canEdit = useMay('sessions.change')
  const zone = useZone()
  const readersZone = useReader(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, zone)
  const isElsewhere = differs(zone, readersZone, new Date(session.startsAt))
  return (
    <Page
      title={session.batchName}
      lead={
        <>
          {day(session.day)}, <span className="ltr">{`${session.startingTime}–${session.endingTime}`}</span>
          {isElsewhere && ` (${cityOf(zone)})`}
        </>
      }
      actions={
        <>
          {session.state !== 'cancelled' && <AddVisitor session={session} />}
          {canEdit && <Actions session={session} />}
        </>
      }
    >
      <Facts
        label={t('one')}
        facts={[
          { name: t('batch'), value: <BatchLink session={session} /> },
          { name: t('trainer.label'), value: session.trainerName },
          { name: t('hall.label'), value: session.hallTitle ?? t('hall.none') },
          { name: t('capacity.label'), value: t('calendar.seats', { booked: session.booked, capacity: session.capacity }) },
          {
            name: t('state'),
            value: <Status tone={name === 'cancelled' ? 'warn' : name === 'running' ? 'good' : 'plain'}>{t(`states.${name}`)}</Status>,
          },
        ]}
      />
      {session.reason && <p>{session.reason}</p>}
      {session.state !== 'cancelled' && <Roster session={session.id} />}
    </Page>
  )
}

function BatchLink({ session }: { session: Session }) {
  return (
    <Link to="/services/batch" search={{ id: session.batch }}>
      <Surface surface={session.surface}>{session.batchName}</Surface>
    </Link>
  )
}

/** /services/session?id=…: one session with its roster (product 6). */
export default function SessionPage() {
  const t = useTranslations('app.titles')
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery(rosterQuery(id))
  if (query.data) return <Details session={query.data.session} />
  return (
    <Page title={t('session')}>
      <Unread query={query} rows={8} />
    </Page>
  )
}
