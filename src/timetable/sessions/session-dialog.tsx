import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './sessions.client.ts'
import { choiceOf } from '#lib/choices.ts'
import { failureOf } from '#web/call-failure.ts'
import { changed } from '#web/changed.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { trainerName } from '#lib/names.ts'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { NumberField, TimeField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { Conflicts } from '#ui/conflict-list.tsx'
import css from './dialogs.module.css'
import { useScopes } from './use-scopes.ts'
import { conflictsIn, type Conflict } from '#lib/conflicts.ts'
import { sessionForm, sessionInput, sessionScopes, type Session } from './session.contract.ts'
import { isUsuallyNotified } from '#timetable/batches/tell.rules.ts'

/** Where a session was dragged to. */
export type Proposed = Partial<Pick<Session, 'day' | 'startingTime' | 'endingTime' | 'trainer' | 'hall'>>

/**
 * Changes a session, or also the following or all of its batch; first shows how many sessions and people that affects,
 * and every conflict.
 */
export function SessionDialog({ session, proposed = {}, onClose }: { session: Session; proposed?: Proposed; onClose: () => void }) {
  const t = useTranslations('sessions')
  const scopes = useScopes()
  const dayText = useDay()
  const batch = useQuery({ queryKey: ['batches', 'page', session.batch], queryFn: () => api.batches.get({ id: session.batch }) })
  const trainers = useQuery(trainerOptionsQuery)
  const halls = useQuery(hallOptionsQuery)
  const { day, startingTime, endingTime, trainer, hall, capacity } = { ...session, ...proposed }
  const [version, track] = useVersion(session)
  const [refusal, setRefusal] = useState<{ of: object; conflicts: Conflict[] } | null>(null)
  const initial: Values & { scope: string; tell: boolean | null } = {
    day,
    startingTime,
    endingTime,
    trainer,
    hall: hall ?? '',
    capacity,
    scope: 'this',
    tell: null,
  }
  const form = useForm({
    name: 'session',
    initial,
    schema: sessionForm,
    input: fieldsOf,
    async submit(values) {
      try {
        const isNotified = values.tell ?? isUsuallyNotified<Values | Session>(session, values, 'day')
        await track(() =>
          api.sessions.change({
            ...inputOf(values),
            id: session.id,
            version,
            scope: choiceOf(sessionScopes, values.scope),
            tell: isNotified,
          }),
        )
      } catch (error) {
        setRefusal({ of: values, conflicts: conflictsIn(failureOf(error).conflicts) })
        throw error
      }
      await changed('sessions')
      toastSuccess(t('change.saved'))
      onClose()
    },
  })
  const { tell: _shouldNotify, ...typed } = form.values
  const values = useDebounced(typed)
  const isWhole = sessionForm.safeParse(fieldsOf(values)).success
  const touched = useQuery({
    queryKey: ['sessions', 'touch', session.id, version, values],
    queryFn: () => api.sessions.touch({ ...inputOf(values), id: session.id, version, scope: choiceOf(sessionScopes, values.scope) }),
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  // The trainers who teach the service, and the session's current trainer.
  const able = (trainers.data?.rows ?? []).filter(
    (row) => row.id === session.trainer || !batch.data || row.services.includes(batch.data.service),
  )
  const reachable = touched.data?.reachable ?? 0
  const notifyField = form.field('tell')
  const isUsual = isUsuallyNotified<Values | Session>(session, form.values, 'day')
  // The preview may be older than the refusal; once a field is changed, the preview is newer.
  const refused = refusal?.of === form.values ? refusal.conflicts : []
  const isWide = form.values.scope !== 'this'
  return (
    <Dialog title={t('change.title')} onClose={onClose}>
      <DialogForm form={form} save={t('change.save')} back={t('back')} onClose={onClose}>
        <SelectField field={form.field('scope')} label={t('scope.label')} options={scopes} />
        {isWide ? <p className={css['note']}>{t('change.oneDay')}</p> : <DateField field={form.field('day')} label={t('day.label')} />}
        <Pair>
          <TimeField field={form.field('startingTime')} label={t('startingTime.label')} />
          <TimeField field={form.field('endingTime')} label={t('endingTime.label')} />
        </Pair>
        <SelectField
          field={form.field('trainer')}
          label={t('trainer.label')}
          options={able.map((row) => ({ value: row.id, label: trainerName(row) }))}
        />
        <Pair>
          <SelectField
            field={form.field('hall')}
            label={t('hall.label')}
            options={(halls.data?.rows ?? []).map((row) => ({ value: row.id, label: row.title }))}
            placeholder={t('hall.none')}
          />
          <NumberField field={form.field('capacity')} label={t('capacity.label')} />
        </Pair>
        <p className={css['touches']} role="status">
          {touched.data && t('change.touches', { sessions: touched.data.sessions, people: touched.data.people })}
        </p>
        {touched.data && touched.data.away.length > 0 && (
          <p className={css['warning']}>
            {t('change.away', {
              days: touched.data.away
                .slice(0, 8)
                .map((away) => dayText(away))
                .join(', '),
            })}
          </p>
        )}
        {reachable > 0 && (
          <CheckField field={{ ...notifyField, value: notifyField.value ?? isUsual }} label={t('notifyPeople', { count: reachable })} />
        )}
        <Conflicts conflicts={refused.length > 0 ? refused : (touched.data?.conflicts ?? [])} />
      </DialogForm>
    </Dialog>
  )
}

type Values = { day: string; startingTime: string; endingTime: string; trainer: string; hall: string; capacity: number | string }

/** The fields as call input: no hall as null, and without the scope. */
const fieldsOf = ({ day, startingTime, endingTime, trainer, hall, capacity }: Values) => ({
  day,
  startingTime,
  endingTime,
  trainer,
  hall: hall || null,
  capacity,
})

const inputOf = (values: Values) => sessionInput.parse(fieldsOf(values))
