import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './challenges.client.ts'
import { batchOptionsQuery } from '#timetable/batches/batch.queries.ts'
import { changed } from '#web/changed.ts'
import { CustomerField } from '#timetable/enrolments/customer-field.tsx'
import { text } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { fullName } from '#lib/names.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/confirm.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/inputs.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import type { ChallengeDetail } from './challenge.contract.ts'
import { scoreInput, type ChallengeEntry } from './entry.contract.ts'
import css from './challenges.module.css'
import { useEntrantName } from './use-name.ts'

/** Asks for the reason for an action. */
export function ReasonDialog({
  title,
  text: about,
  save,
  run,
  onClose,
}: {
  title: string
  text: string
  save: string
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('challenges')
  const form = useForm({
    name: 'reason',
    initial: { reason: '' },
    schema: z.object({ reason: text({ required: 'challenges.reason.required', max: 200, long: 'challenges.reason.long' }) }),
    async submit({ reason }) {
      await run(reason)
      await changed('challenges')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm form={form} save={save} look="danger" back={t('dismiss')} onClose={onClose}>
        <p>{about}</p>
        <TextField field={form.field('reason')} label={t('reason.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}

type Person = { id: string; firstName: string; lastName: string }

/** Enters customers one by one, or everyone in a batch; in a team challenge, into the named team. */
export function EnterDialog({ challenge, onClose }: { challenge: ChallengeDetail; onClose: () => void }) {
  const t = useTranslations('challenges')
  const batches = useQuery(batchOptionsQuery)
  const [people, setPeople] = useState<Person[]>([])
  const form = useForm({
    name: 'enter',
    initial: { customers: '', batch: '', team: '' },
    schema: z.object({
      customers: z.string().check(z.minLength(1, 'challenges.customers.required')),
      team: z.string().check(z.minLength(challenge.participation === 'team' ? 1 : 0, 'challenges.team.required')),
    }),
    // Chosen customers are listed outside the field; either one of them or a batch satisfies it.
    input: ({ batch, team }) => ({ customers: people[0]?.id ?? batch, team: team.trim() }),
    async submit({ batch, team }) {
      const done = await api.challenges.enter({
        challenge: challenge.id,
        customers: people.map(({ id }) => id),
        batch: batch || null,
        team,
      })
      await changed('challenges')
      toastSuccess(t('enter.done', done))
      onClose()
    },
  })
  const choose = (person: Person | undefined) => {
    if (person) setPeople((now) => [...now.filter(({ id }) => id !== person.id), person])
    form.set({ customers: '' })
  }
  return (
    <Dialog title={t('enter.title')} onClose={onClose}>
      <DialogForm form={form} save={t('enter.save')} back={t('dismiss')} onClose={onClose}>
        <CustomerField field={{ ...form.field('customers'), onChange: () => {} }} person={undefined} onPerson={choose} />
        {people.length > 0 && (
          <ul className={css['prizes']}>
            {people.map((person) => (
              <li key={person.id}>
                <bdi>{fullName(person)}</bdi>{' '}
                <Button
                  look="quiet"
                  aria-label={t('enter.leaveOut', { name: fullName(person) })}
                  onClick={() => setPeople((now) => now.filter(({ id }) => id !== person.id))}
                >
                  {t('enter.out')}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <SelectField
          field={form.field('batch')}
          label={t('enter.batch')}
          options={[
            { value: '', label: t('enter.noBatch') },
            ...(batches.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {challenge.participation === 'team' && (
          <TextField
            field={form.field('team')}
            label={t('team.label')}
            maxLength={40}
            suggestions={challenge.teams.map(({ name }) => name)}
          />
        )}
        {challenge.state === 'live' && <p>{t('enter.late')}</p>}
      </DialogForm>
    </Dialog>
  )
}

/** Enters units by hand for one entrant. */
export function ScoreDialog({ challenge, entry, onClose }: { challenge: ChallengeDetail; entry: ChallengeEntry; onClose: () => void }) {
  const t = useTranslations('challenges')
  const entrant = useEntrantName()
  const [id] = useState(newRecordId)
  const last = challenge.today < challenge.endsAt ? challenge.today : challenge.endsAt
  const initial: { units: number | string; day: string; note: string } = { units: '', day: last, note: '' }
  const form = useForm({
    name: 'score',
    initial,
    schema: scoreInput,
    input: (values) => ({ ...values, id, entry: entry.id }),
    async submit(values) {
      await api.challenges.score(scoreInput.parse({ ...values, id, entry: entry.id }))
      await changed('challenges')
      toastSuccess(t('saved'))
      onClose()
    },
  })
  return (
    <Dialog title={t('score.title', { name: entrant(entry.name) })} onClose={onClose}>
      <DialogForm form={form} save={t('score.save')} back={t('dismiss')} onClose={onClose}>
        <NumberField
          field={form.field('units')}
          label={challenge.unit || t('units.label')}
          hint={t('score.hint', { points: challenge.pointsPerUnit })}
        />
        <DateField field={form.field('day')} label={t('day.label')} min={entry.countsFrom ?? challenge.startsAt} max={last} />
        <TextField field={form.field('note')} label={t('note.label')} maxLength={200} />
      </DialogForm>
    </Dialog>
  )
}
