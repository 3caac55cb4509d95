import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useToday } from '#business/setup/here.ts'
import { EnrolDialog } from '#timetable/enrolments/enrol-dialog.tsx'
import type { Session } from '#timetable/sessions/session.contract.ts'
import { ChangeButton } from '#ui/trial-over.tsx'
import { changed } from '#web/changed.ts'
import { api, useMay } from './attendance.client.ts'

/** Adds somebody who comes to one session only: a place of that one day, on terms like any other. */
export function AddVisitor({ session }: { session: Session }) {
  const t = useTranslations('enrolments')
  const mayEnrol = useMay('enrolments.enrol')
  const today = useToday()
  const [isOpen, setOpen] = useState(false)
  const { data: batch } = useQuery({
    queryKey: ['batches', 'one', session.batch],
    queryFn: () => api.batches.get({ id: session.batch }),
    enabled: isOpen,
  })
  // No one is enrolled for a day that is over.
  if (!mayEnrol || session.day < today) return null
  return (
    <>
      <ChangeButton look="outline" isBusy={isOpen && !batch} onClick={() => setOpen(true)}>
        {t('visitor')}
      </ChangeButton>
      {isOpen && batch && (
        <EnrolDialog batch={batch} day={session.day} onClose={() => setOpen(false)} onDone={() => void changed('sessions')} />
      )}
    </>
  )
}
