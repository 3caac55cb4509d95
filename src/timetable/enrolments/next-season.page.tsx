import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useToday } from '#business/setup/here.ts'
import { progressQuery } from '#business/setup/setup.queries.ts'
import type { Hall } from '#directory/halls/hall.contract.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import { isDay } from '#lib/days.ts'
import { trainerName } from '#lib/names.ts'
import { newRecordId } from '#lib/record-ids.ts'
import type { Batch } from '#timetable/batches/batch.contract.ts'
import { seasonForm } from '#timetable/batches/season.contract.ts'
import { nextCode, nextDates } from '#timetable/batches/season.rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { Conflicts } from '#ui/conflict-list.tsx'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { MoneyField, NumberField } from '#ui/inputs.tsx'
import { Page, Unread } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useDebounced } from '#ui/use-debounced.ts'
import { useForm } from '#ui/use-form.ts'
import { changed } from '#web/changed.ts'
import { api } from './enrolments.client.ts'
import { SeasonPeople, type SeasonShown } from './season-people.tsx'

type Asked = { startDate: string; endDate: string; price: number | undefined; trainer: string; hall: string | null }

/** What the next season would be, as its dates and price are typed; undefined until it is known. */
function useSeason(id: string, typed: Asked, areDates: boolean) {
  const asked = useDebounced({ ...typed, areDates }, 250)
  const { areDates: isAsked, trainer, ...season } = asked
  const { data } = useQuery({
    queryKey: ['enrolments', 'nextSeason', id, asked],
    queryFn: () => api.batches.nextSeason({ id, ...season, ...(trainer === '' ? {} : { trainer }) }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return data
}

/** Most days of a trainer's absence that are shown. */
const daysShown = 8

/** How many sessions there are, what conflicts with them, when the trainer is away, and the next season that there is already. */
function SeasonPlan({ shown }: { shown: SeasonShown }) {
  const t = useTranslations('batches.season')
  const locale = useLocale()
  const day = useDay({ weekday: 'short', day: 'numeric', month: 'short' })
  const [following] = shown.following
  const days = shown.away.slice(0, daysShown).map((one) => day(one))
  const away = new Intl.ListFormat(locale, { type: 'unit' }).format(days) + (shown.away.length > daysShown ? '…' : '')
  return (
    <div role="status">
      <p>{t('sessions', { count: shown.sessions })}</p>
      {shown.away.length > 0 && <p>{t('away', { count: shown.away.length, days: away })}</p>}
      <Conflicts conflicts={shown.conflicts} />
      {following && (
        <p>
          {t.rich('following', {
            name: following.name,
            link: (name) => (
              <Link to="/services/batch" search={{ id: following.id }}>
                {name}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}

type Options = { trainers: readonly Trainer[]; halls: readonly Hall[]; country: { currency: string; exponent: number } }

function SeasonForm({ batch, trainers, halls, country }: { batch: Batch } & Options) {
  const t = useTranslations('batches')
  const navigate = useNavigate()
  const today = useToday()
  const [id] = useState(newRecordId)
  const teaching = trainers.filter(({ services }) => services.includes(batch.service))
  const own = <One extends { id: string }>(known: readonly One[], part: string | null) => known.some((one) => one.id === part)
  const form = useForm({
    name: 'next-season',
    initial: {
      name: batch.name,
      code: nextCode(batch.code),
      ...nextDates(batch, today),
      price: '' as number | string,
      totalCandidates: batch.totalCandidates as number | string,
      trainer: own(teaching, batch.trainer) ? batch.trainer : '',
      hall: own(halls, batch.hall) ? batch.hall : null,
      waiting: true,
      tell: true,
      leaveOut: [] as string[],
    },
    schema: seasonForm,
    input: ({ leaveOut: _leaveOut, price, ...values }) => ({ ...values, price: price === '' ? undefined : price }),
    draft: { of: batch.id, version: batch.version },
    async submit({ leaveOut, price, ...values }) {
      const input = seasonForm.parse({ ...values, price: price === '' ? undefined : price })
      const known = new Set(shown?.rows.map(({ enrolment }) => enrolment))
      const out = leaveOut.filter((enrolment) => known.has(enrolment))
      const created = await api.batches.rollOver({ id: batch.id, copy: id, ...input, leaveOut: out })
      await changed('batches')
      await changed('enrolments')
      toastSuccess(t('season.done', { name: created.name }))
      setTimeout(() => void navigate({ to: '/services/batch', search: { id: created.id } }))
    },
  })
  const { startDate, endDate, price, trainer, hall, totalCandidates, waiting } = form.values
  const areDates = isDay(startDate) && isDay(endDate) && endDate >= startDate
  const shown = useSeason(batch.id, { startDate, endDate, price: typeof price === 'number' ? price : undefined, trainer, hall }, areDates)
  const hallField = form.field('hall')
  return (
    <EntityForm form={form} save={t('season.save')}>
      <Group title={t('groups.what')}>
        <Pair>
          <TextField field={form.field('name')} label={t('name.label')} maxLength={30} />
          <TextField field={form.field('code')} label={t('code.label')} maxLength={30} />
        </Pair>
        <Pair>
          <DateField field={form.field('startDate')} label={t('startDate.label')} min={batch.startDate} />
          <DateField field={form.field('endDate')} label={t('endDate.label')} min={startDate} />
        </Pair>
        <MoneyField
          field={form.field('price')}
          label={t('season.price')}
          hint={t('season.priceHint')}
          currency={country.currency}
          exponent={country.exponent}
        />
      </Group>
      <Group title={t('groups.who')}>
        <NumberField field={form.field('totalCandidates')} label={t('totalCandidates.label')} />
        <Pair>
          <SelectField
            field={form.field('trainer')}
            label={t('trainer.label')}
            options={teaching.map((one) => ({ value: one.id, label: trainerName(one) }))}
            placeholder={t('trainer.placeholder')}
          />
          <SelectField
            field={{ ...hallField, value: hall ?? '', onChange: (value) => hallField.onChange(value === '' ? null : value) }}
            label={t('hall.label')}
            options={halls.map(({ id: value, title }) => ({ value, label: title }))}
            placeholder={t('hall.none')}
          />
        </Pair>
        {shown && <SeasonPlan shown={shown} />}
      </Group>
      <Group title={t('season.people')}>
        {shown?.rows.some(({ isWaiting }) => isWaiting) && <CheckField field={form.field('waiting')} label={t('season.waiting')} />}
        <CheckField field={form.field('tell')} label={t('season.tell')} />
        {shown && (
          <SeasonPeople
            shown={shown}
            field={form.field('leaveOut')}
            places={typeof totalCandidates === 'number' ? totalCandidates : 0}
            waiting={waiting}
          />
        )}
        <p>{t('season.undo')}</p>
      </Group>
    </EntityForm>
  )
}

/** /services/next-season?id=…: the next season of a batch, with who continues. */
export default function NextSeasonPage() {
  const t = useTranslations('batches')
  const day = useDay()
  const { id = '' } = useSearch({ strict: false })
  const query = useQuery({ queryKey: ['batches', 'page', id], queryFn: () => api.batches.get({ id }) })
  const trainers = useQuery(trainerOptionsQuery)
  const halls = useQuery(hallOptionsQuery)
  const progress = useQuery(progressQuery)
  const batch = query.data
  if (!batch || !trainers.data || !halls.data || !progress.data) {
    return (
      <Page title={t('season.open')}>
        <Unread query={[query, trainers, halls, progress].find(({ error }) => error) ?? query} rows={8} />
      </Page>
    )
  }
  return (
    <Page
      title={t('season.title', { name: batch.name })}
      lead={<span>{`${day(batch.startDate)} – ${day(batch.endDate)}`}</span>}
      actions={
        <Link className={buttonClass('outline')} to="/services/batch" search={{ id: batch.id }}>
          {t('season.back')}
        </Link>
      }
    >
      <SeasonForm key={batch.id} batch={batch} trainers={trainers.data.rows} halls={halls.data.rows} country={progress.data.country} />
    </Page>
  )
}
