import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './challenges.client.ts'
import { changed } from '#web/changed.ts'
import { useToday } from '#business/setup/here.ts'
import { addDays } from '#lib/days.ts'
import { withRulesOf } from '#lib/fields.ts'
import { newRecordId } from '#lib/record-ids.ts'
import { DateField } from '#ui/dates/date-field.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { CheckField, SelectField, TextField } from '#ui/field.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { ImageField, NumberField, TextareaField } from '#ui/inputs.tsx'
import { useOpenTexts } from '#ui/use-open-texts.ts'
import { toastSuccess } from '#ui/toast.tsx'
import { useDay } from '#ui/use-day.ts'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { challengeInput, challengeRules, type ChallengeDetail } from './challenge.contract.ts'
import { endOf, metrics, modes, participations, challengeSessions, visibilities } from './challenge.rules.ts'
import { Simulation } from './simulation.tsx'

type Text =
  | 'nameEn'
  | 'nameAr'
  | 'description'
  | 'visibility'
  | 'session'
  | 'startsAt'
  | 'endsAt'
  | 'metric'
  | 'unit'
  | 'mode'
  | 'participation'
  | 'prizes'
type Values = Record<Text, string> &
  Record<'topN' | 'target' | 'pointsPerUnit' | 'minMembers' | 'max', number | string> & {
    lateJoin: boolean
    isPublished: boolean
    cover: ImageValue
  }

const schema = withRulesOf(z.object({ ...challengeInput.shape, cover: imageValue(undefined, true) }), challengeRules)

/** The fields as the call expects them: unused ones as null, one prize per line. */
function inputOf({ isPublished: _isPublished, prizes, ...values }: Values) {
  const orNull = (value: unknown) => (value === '' ? null : value)
  return {
    ...values,
    endsAt: values.session === 'custom' ? orNull(values.endsAt) : null,
    topN: values.mode === 'leaderboard' ? orNull(values.topN) : null,
    target: values.mode === 'threshold' ? orNull(values.target) : null,
    max: orNull(values.max),
    minMembers: values.participation === 'team' ? values.minMembers : 2,
    prizes: prizes
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  }
}

const startOf = (row: ChallengeDetail | null, today: string): Values => ({
  nameEn: row?.nameEn ?? '',
  nameAr: row?.nameAr ?? '',
  description: row?.description ?? '',
  cover: row?.cover ?? '',
  visibility: row?.visibility ?? 'internal',
  session: row?.session ?? 'monthly',
  startsAt: row?.startsAt ?? addDays(today, 1),
  endsAt: row?.session === 'custom' ? row.endsAt : '',
  metric: row?.metric ?? 'sessionsAttended',
  unit: row?.unit ?? '',
  mode: row?.mode ?? 'leaderboard',
  topN: row?.topN ?? 3,
  target: row?.target ?? '',
  pointsPerUnit: row?.pointsPerUnit ?? 10,
  participation: row?.participation ?? 'single',
  minMembers: row?.minMembers ?? 2,
  lateJoin: row?.lateJoin ?? true,
  max: row?.max ?? '',
  prizes: row?.prizes.join('\n') ?? '',
  isPublished: false,
})

/**
 * What, who, scoring with its simulation, prize and publish (product 6, /challenges/add). The server reports what is
 * fixed once it is live.
 */
export function ChallengeForm({ row }: { row: ChallengeDetail | null }) {
  const t = useTranslations('challenges')
  const navigate = useNavigate()
  const today = useToday()
  const day = useDay()
  const [id] = useState(() => row?.id ?? newRecordId())
  const [version, track] = useVersion(row)
  const initial: Values = startOf(row, today)
  const form = useForm({
    name: 'challenge',
    initial,
    schema,
    input: inputOf,
    rename: { file: 'cover' },
    draft: { of: row?.id ?? 'new', version },
    async submit(values) {
      const cover = (await uploadedImage(values.cover, 'cover')) || null
      const fields = challengeInput.parse({ ...inputOf(values), cover })
      const saved = await track(() =>
        version > 0 ? api.challenges.update({ ...fields, id, version }) : api.challenges.create({ ...fields, id }),
      )
      if (values.isPublished) await track(() => api.challenges.publish({ id, version: saved.version }))
      await changed('challenges')
      toastSuccess(t(values.isPublished ? 'actions.published' : 'saved'))
      setTimeout(() => void navigate({ to: '/challenges/challenge', search: { id } }))
    },
  })
  const { values, field } = form
  const words = useOpenTexts('challenges')
  const choices = (group: string, values: readonly string[]) => values.map((value) => ({ value, label: words(`${group}.${value}`) }))
  // A draft may contain a choice that an earlier version offered.
  const session = challengeSessions.find((known) => known === values.session)
  const metric = metrics.find((known) => known === values.metric)
  const end = values.startsAt && values.session !== 'custom' && session ? endOf(session, values.startsAt, null) : null
  const perUnit = Number(values.pointsPerUnit)
  const target = values.mode === 'threshold' ? Number(values.target) : 0
  return (
    <EntityForm form={form}>
      <Group title={t('form.what')}>
        <Pair>
          <TextField field={field('nameEn')} label={t('nameEn.label')} maxLength={60} dir="ltr" />
          <TextField field={field('nameAr')} label={t('nameAr.label')} maxLength={60} dir="rtl" />
        </Pair>
        <TextareaField field={field('description')} label={t('description.label')} max={500} />
        <Pair>
          <SelectField field={field('session')} label={t('session.label')} options={choices('sessions', challengeSessions)} />
          <DateField
            field={field('startsAt')}
            label={t('startsAt.label')}
            hint={end ? t('startsAt.until', { day: day(end) }) : undefined}
          />
        </Pair>
        {values.session === 'custom' && <DateField field={field('endsAt')} label={t('endsAt.label')} min={values.startsAt} />}
        <ImageField field={field('cover')} label={t('cover.label')} purpose="cover" />
      </Group>
      <Group title={t('form.who')}>
        <Pair>
          <SelectField
            field={field('visibility')}
            label={t('visibility.label')}
            hint={words(`visibility.${values.visibility}`)}
            options={choices('visibilities', visibilities)}
          />
          <SelectField
            field={field('participation')}
            label={t('participation.label')}
            options={choices('participations', participations)}
          />
        </Pair>
        {values.participation === 'team' && (
          <NumberField field={field('minMembers')} label={t('minMembers.label')} hint={t('minMembers.hint')} />
        )}
        <NumberField field={field('max')} label={t('max.label')} hint={t('max.hint')} />
        <CheckField field={field('lateJoin')} label={t('lateJoin.label')} />
      </Group>
      <Group title={t('form.scoring')}>
        <Pair>
          <SelectField field={field('metric')} label={t('metric.label')} options={choices('metrics', metrics)} />
          <NumberField field={field('pointsPerUnit')} label={t('pointsPerUnit.label')} hint={words(`pointsPerUnit.${values.metric}`)} />
        </Pair>
        {values.metric === 'manual' && <TextField field={field('unit')} label={t('unit.label')} hint={t('unit.hint')} maxLength={20} />}
        <Pair>
          <SelectField field={field('mode')} label={t('mode.label')} options={choices('modes', modes)} />
          {values.mode === 'leaderboard' ? (
            <NumberField field={field('topN')} label={t('topN.label')} />
          ) : (
            <NumberField field={field('target')} label={t('target.label')} />
          )}
        </Pair>
        {metric && Number.isInteger(perUnit) && perUnit > 0 && perUnit <= 1000 && (
          <Simulation metric={metric} pointsPerUnit={perUnit} target={target > 0 ? target : null} />
        )}
      </Group>
      <Group title={t('form.prize')}>
        <TextareaField field={field('prizes')} label={t('prizes.label')} max={800} />
        <p>{t('prizes.hint')}</p>
        {(row === null || row.state === 'draft') && <CheckField field={field('isPublished')} label={t('form.publish')} />}
      </Group>
    </EntityForm>
  )
}
