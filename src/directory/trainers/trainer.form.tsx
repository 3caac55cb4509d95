import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './trainers.client.ts'
import { changed } from '#web/changed.ts'
import { progressQuery, vendorQuery } from '#business/setup/setup.queries.ts'
import { useServiceOptions } from '#directory/services/service-names.ts'
import { withRulesOf, week, type TrainingDay } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { DaysField, ImageField, NumberField, TimeField } from '#ui/inputs.tsx'
import { MultiSelectField } from '#ui/multi-select.tsx'
import { Skeleton, State } from '#ui/page.tsx'
import { toastSuccess } from '#ui/toast.tsx'
import { AddLink } from '#ui/trial-over.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { CostFields } from './trainer-cost.tsx'
import css from './trainers.module.css'
import { trainerInput, trainerRules, type Trainer } from './trainer.contract.ts'

/** A trainer whom a rule pays has no cost: it is changed under the pay rules alone. */
const paidByRule = withRulesOf(
  z.object({ ...trainerInput.shape, avatar: imageValue('trainers.avatar.required'), cost: z.unknown() }),
  trainerRules,
)
const schema = withRulesOf(z.object({ ...trainerInput.shape, avatar: imageValue('trainers.avatar.required') }), trainerRules)
type Values = {
  services: string[]
  avatar: ImageValue
  Fname: string
  Lname: string
  cost: number | string
  /** The day from which a changed cost applies; '' for the current one. */
  costFrom: string
  startingTime: string
  endingTime: string
  trainingDays: TrainingDay[]
}

const valuesOf = (row: Trainer | null): Values => ({
  services: row?.services ?? [],
  avatar: row?.avatar ?? '',
  Fname: row?.Fname ?? '',
  Lname: row?.Lname ?? '',
  cost: row?.cost ?? '',
  costFrom: '',
  startingTime: row?.startingTime ?? '',
  endingTime: row?.endingTime ?? '',
  trainingDays: row?.trainingDays ?? week(),
})

/** The trainer form of spec 5, for adding and editing. */
export function TrainerForm({ row }: { row: Trainer | null }) {
  const t = useTranslations('trainers')
  const navigate = useNavigate()
  const { options, isReady } = useServiceOptions()
  const { data: progress } = useQuery(progressQuery)
  const { data: vendor } = useQuery(vendorQuery)
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const isPaidByRule = row !== null && row.cost === null
  const isOtherRate = ({ cost, costFrom }: Pick<Values, 'cost' | 'costFrom'>) => costFrom !== '' || cost !== row?.cost
  const form = useForm({
    name: 'trainer',
    initial: valuesOf(row),
    schema: isPaidByRule ? paidByRule : schema,
    rename: { file: 'avatar' },
    draft: { of: row?.id ?? 'new', version },
    async submit({ costFrom, ...values }) {
      const { cost: typed, ...others } = { ...values, avatar: await uploadedImage(values.avatar, 'avatar') }
      const fields = z.omit(trainerInput, { cost: true }).parse(others)
      // An unchanged cost is not sent: a different one may have taken effect since the form was opened.
      const isSame = isPaidByRule || (row !== null && !isOtherRate({ cost: typed, costFrom }))
      const cost = isSame ? undefined : trainerInput.shape.cost.parse(typed)
      await track(() =>
        version > 0 || cost === undefined
          ? api.trainers.update({ ...fields, ...(cost === undefined ? {} : { cost, ...(costFrom ? { costFrom } : {}) }), id, version })
          : api.trainers.create({ ...fields, cost, id }),
      )
      await changed('trainers')
      toastSuccess(t('saved'))
      setTimeout(() => void navigate({ to: '/staff' }))
    },
  })
  const asOpen =
    row === null && vendor && form.values.startingTime === '' && form.values.trainingDays.every(({ isSelected }) => !isSelected)
      ? {
          label: t('openingHours'),
          use: () => form.set({ startingTime: vendor.startingTime, endingTime: vendor.endingTime, trainingDays: vendor.trainingDays }),
        }
      : undefined
  if (!isReady) return <Skeleton />
  if (options.length === 0)
    return (
      <State
        title={t('needService.title')}
        text={t('needService.text')}
        action={<AddLink to="/services/add">{t('needService.action')}</AddLink>}
      />
    )
  return (
    <EntityForm form={form}>
      <Group title={t('groups.person')}>
        <ImageField field={form.field('avatar')} label={t('avatar.label')} purpose="avatar" />
        <Pair>
          <TextField field={form.field('Fname')} label={t('Fname.label')} allow="letters" maxLength={20} autoComplete="off" />
          <TextField field={form.field('Lname')} label={t('Lname.label')} allow="letters" maxLength={20} autoComplete="off" />
        </Pair>
      </Group>
      <Group title={t('groups.work')}>
        <MultiSelectField
          field={form.field('services')}
          label={t('services.label')}
          options={options}
          placeholder={t('services.placeholder')}
        />
        {isPaidByRule ? (
          <p className={css['effect']}>{t('cost.byRule')}</p>
        ) : row ? (
          <CostFields trainer={row.id} cost={form.field('cost')} from={form.field('costFrom')} isChanged={isOtherRate(form.values)} />
        ) : (
          <NumberField
            field={form.field('cost')}
            label={t('cost.label')}
            hint={t('cost.hint', { currency: progress?.country.currency ?? '' })}
          />
        )}
        <Pair>
          <TimeField field={form.field('startingTime')} label={t('startingTime.label')} offer={asOpen} />
          <TimeField field={form.field('endingTime')} label={t('endingTime.label')} />
        </Pair>
        <DaysField field={form.field('trainingDays')} label={t('days.label')} firstWeekday={progress?.country.firstWeekday ?? 0} />
      </Group>
    </EntityForm>
  )
}
