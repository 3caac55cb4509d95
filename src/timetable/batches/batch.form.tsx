import { useQuery } from '@tanstack/react-query'
import type { Decision } from '#business/acts/act-effects.contract.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { api } from './batches.client.ts'
import { changed } from '#web/changed.ts'
import { hallOptionsQuery } from '#directory/halls/hall.queries.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { trainerOptionsQuery } from '#directory/trainers/trainer.queries.ts'
import type { Hall } from '#directory/halls/hall.contract.ts'
import { isUsuallyNotified } from './tell.rules.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { useToday } from '#business/setup/here.ts'
import type { Country } from '#business/setup/vendor.contract.ts'
import type { Trainer } from '#directory/trainers/trainer.contract.ts'
import { addMonths } from '#lib/days.ts'
import { week, type TrainingDay } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { trainerName } from '#lib/names.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { DaysField, MoneyField, NumberField, TimeField } from '#ui/inputs.tsx'
import { Skeleton, State } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { BatchLive } from './batch-live.tsx'
import { usePlan } from './batch-plan.tsx'
import { usePlacesQuestion, type PlacesAsked } from './places-question.tsx'
import { batchForm, batchInput, priceUnits, type Batch, type PlacesAnswer } from './batch.contract.ts'

type Typed = {
  service: string
  name: string
  code: string
  price: number | string
  priceUnit: string
  startingTime: string
  endingTime: string
  totalCandidates: number | string
  trainingDays: TrainingDay[]
  trainer: string
  hall: string | null
  startDate: string
  endDate: string
  state: string
}
/** `tell` is null until the user chooses whether people are notified. */
type Values = Typed & { tell: boolean | null }

/** A slot of the calendar from which a batch for that day alone starts. Times are HH:mm. */
export type OneOff = { day: string; startingTime: string; endingTime: string; trainer: string; hall: string | null }

const onceOf = ({ day, ...slot }: OneOff) => ({
  ...slot,
  startDate: day,
  endDate: day,
  trainingDays: week(new Date(`${day}T00:00:00Z`).getUTCDay()),
})

/** The batch's own values; for a new one, those of the slot, or three months from today (product 2.11). */
const valuesOf = (row: Batch | null, today: string, once: OneOff | null): Typed =>
  row ?? {
    service: '',
    name: '',
    code: '',
    price: '',
    priceUnit: 'month',
    startingTime: '',
    endingTime: '',
    totalCandidates: '',
    trainingDays: week(),
    trainer: '',
    hall: null,
    state: 'open',
    startDate: today,
    endDate: addMonths(today, 3),
    ...(once && onceOf(once)),
  }

/** The form values as call input. A form knows only draft and open; the server leaves any other state as it is. */
const pick = (values: Typed) => ({
  service: values.service,
  name: values.name,
  code: values.code,
  price: values.price,
  priceUnit: values.priceUnit,
  startingTime: values.startingTime,
  endingTime: values.endingTime,
  totalCandidates: values.totalCandidates,
  trainingDays: values.trainingDays,
  trainer: values.trainer,
  hall: values.hall,
  startDate: values.startDate,
  endDate: values.endDate,
  state: values.state === 'draft' ? 'draft' : 'open',
})

/** Whether people are notified of the typed change by default. */
const isNews = (row: Batch, values: Typed) => isUsuallyNotified<Batch | Typed>(row, values, 'trainingDays', 'startDate', 'endDate')

/** A name as a code: `Juniors A` as JUNIORS-A. */
const codeOf = (name: string) =>
  name
    .trim()
    .toLocaleUpperCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

type Choices = {
  services: { value: string; label: string }[]
  trainers: Trainer[]
  halls: Hall[]
  country: Country
}

/** A batch, null for a new one, and the question about its people's places when its end is moved. */
type Edited = { row: Batch | null; once?: OneOff | null; placesQuestion: ComponentType<PlacesAsked> }

function Fields({ row, once = null, placesQuestion, services, trainers, halls, country }: Choices & Edited) {
  const t = useTranslations('batches')
  const words = useTranslations('sessions')
  const ui = useTranslations('ui')
  const navigate = useNavigate()
  const today = useToday()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const answered = useRef<{ places: PlacesAnswer; decision?: Decision | undefined }>({ places: 'leave' })
  const initial: Values = { ...pick(valuesOf(row, today, once)), tell: null }
  const form = useForm({
    name: 'batch',
    initial,
    schema: batchForm,
    input: pick,
    draft: { of: row?.id ?? (once ? `${once.day} ${once.startingTime}` : 'new'), version },
    async submit(values) {
      const fields = batchInput.parse(pick(values))
      // An answer is for one save: the end may be typed back after a refusal.
      const answer = answered.current
      answered.current = { places: 'leave' }
      const isNotified = values.tell ?? (row !== null && isNews(row, values))
      await track(() =>
        version > 0 ? api.batches.update({ ...fields, id, version, ...answer, tell: isNotified }) : api.batches.create({ ...fields, id }),
      )
      await changed('batches')
      toastSuccess(t('saved'))
      setTimeout(
        () => void navigate(row ? { to: '/services/batch', search: { id: row.id } } : { to: '/services', search: { tab: 'batches' } }),
      )
    },
  })
  const save = (places: PlacesAnswer, decision?: Decision) => {
    answered.current = { places, decision }
    void form.submit()
  }
  const { asking, question } = usePlacesQuestion(row, form, save, placesQuestion)
  const { service } = form.values
  const reachable = usePlan(form.values, row?.id)?.reachable ?? 0
  const notifyField = form.field('tell')
  // Product 2.11: only active trainers who teach the chosen service.
  const teaching = trainers.filter((trainer) => service === '' || trainer.services.includes(service))
  const chosen = teaching.length === 1 ? teaching[0] : teaching.find(({ id: one }) => one === form.values.trainer)
  const code = codeOf(form.values.name)
  const hall = form.field('hall')
  const state = form.field('state')
  const { currency, exponent, firstWeekday } = country
  return (
    <EntityForm form={asking}>
      <Group title={t('groups.what')}>
        <SelectField field={form.field('service')} label={t('service.label')} options={services} placeholder={t('service.placeholder')} />
        <Pair>
          <TextField field={form.field('name')} label={t('name.label')} maxLength={30} />
          <TextField
            field={form.field('code')}
            label={t('code.label')}
            maxLength={30}
            offer={
              form.values.code === '' && code !== '' ? { label: ui('offer', { text: code }), use: () => form.set({ code }) } : undefined
            }
          />
        </Pair>
        <Pair>
          <MoneyField
            field={form.field('price')}
            label={t('price.label')}
            hint={row?.state === 'open' ? t('price.hint') : undefined}
            currency={currency}
            exponent={exponent}
          />
          <SelectField
            field={form.field('priceUnit')}
            label={t('priceUnit.label')}
            options={priceUnits.map((value) => ({ value, label: t(`priceUnit.${value}`) }))}
          />
        </Pair>
      </Group>
      <Group title={t('groups.when')}>
        <Pair>
          <TimeField field={form.field('startingTime')} label={t('startingTime.label')} />
          <TimeField field={form.field('endingTime')} label={t('endingTime.label')} />
        </Pair>
        <DaysField
          field={form.field('trainingDays')}
          label={t('days.label')}
          firstWeekday={firstWeekday}
          offers={chosen && row === null ? [{ label: t('days.trainer'), use: () => form.set({ trainingDays: chosen.trainingDays }) }] : []}
        />
        <Pair>
          <DateField field={form.field('startDate')} label={t('startDate.label')} />
          <DateField field={form.field('endDate')} label={t('endDate.label')} min={form.values.startDate} />
        </Pair>
      </Group>
      <Group title={t('groups.who')}>
        <NumberField field={form.field('totalCandidates')} label={t('totalCandidates.label')} />
        <SelectField
          field={form.field('trainer')}
          label={t('trainer.label')}
          options={teaching.map((trainer) => ({ value: trainer.id, label: trainerName(trainer) }))}
          placeholder={t('trainer.placeholder')}
          hint={teaching.length === 0 ? t('trainer.none') : undefined}
        />
        <SelectField
          field={{ ...hall, value: hall.value ?? '', onChange: (value) => hall.onChange(value === '' ? null : value) }}
          label={t('hall.label')}
          options={halls.map(({ id: value, title }) => ({ value, label: title }))}
          placeholder={t('hall.none')}
        />
      </Group>
      {(row === null || row.state === 'draft') && (
        <CheckField
          field={{ ...state, value: state.value === 'draft', onChange: (isDraft) => state.onChange(isDraft ? 'draft' : 'open') }}
          label={t('state.draft')}
        />
      )}
      <BatchLive values={form.values} batch={row?.id} trainer={trainers.find((trainer) => trainer.id === form.values.trainer)} />
      {row && reachable > 0 && (
        <CheckField
          field={{ ...notifyField, value: notifyField.value ?? isNews(row, form.values) }}
          label={words('notifyPeople', { count: reachable })}
        />
      )}
      {question}
    </EntityForm>
  )
}

/** The batch form of spec 5, for adding and editing. It renders once today's date is known, from which a new batch starts. */
export function BatchForm(edited: Edited) {
  const t = useTranslations('batches.need')
  const services = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const vendor = useQuery(vendorQuery)
  const trainers = useQuery(trainerOptionsQuery)
  const halls = useQuery(hallOptionsQuery)
  if (!services.isReady || !trainers.data || !halls.data || !progress || vendor.isPending) return <Skeleton />
  if (services.options.length === 0 || trainers.data.rows.length === 0) {
    const isService = services.options.length === 0
    return (
      <State
        title={t('title')}
        text={t('text')}
        action={<AddLink to={isService ? '/services/add' : '/staff/add'}>{isService ? t('service') : t('trainer')}</AddLink>}
      />
    )
  }
  return <Fields {...edited} services={services.options} trainers={trainers.data.rows} halls={halls.data.rows} country={progress.country} />
}
