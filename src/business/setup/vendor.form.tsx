import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { api } from './setup.client.ts'
import { contentOf } from '#lib/manner.ts'
import { changed } from '#web/changed.ts'
import { useRoot } from '#web/state.ts'
import { withRulesOf, week, type TrainingDay } from '#lib/fields.ts'
import { Button } from '#ui/button.tsx'
import { EntityForm, Group, Pair } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { imageValue, uploadedImage, type ImageValue } from '#ui/image-value.ts'
import { DaysField, ImageField, TimeField } from '#ui/inputs.tsx'
import { toastError, toastSuccess } from '#ui/toast.tsx'
import { useForm } from '#ui/use-form.ts'
import { useVersion } from '#ui/use-version.ts'
import { useLanguage } from '#ui/use-language.ts'
import { PublicCard } from './public-card.tsx'
import css from './setup.module.css'
import { likelyZone, ZoneField } from './zone-field.tsx'
import { vendorInput, vendorRules, type Progress, type Vendor } from './vendor.contract.ts'

const degrees = (limit: number) =>
  z
    .string()
    .check(
      z.refine((text) => text === '' || (/^-?\d{1,3}(?:\.\d{1,15})?$/.test(text) && Math.abs(Number(text)) <= limit), 'setup.place.range'),
    )
const schema = withRulesOf(
  z.object({ ...vendorInput.shape, logo: imageValue(), latitude: degrees(90), longitude: degrees(180) }),
  vendorRules,
)

type Values = {
  logo: ImageValue
  name: string
  username: string
  address: string
  postcode: string
  startingTime: string
  endingTime: string
  trainingDays: TrainingDay[]
  latitude: string
  longitude: string
  location: string
  timeZone: string
}

const valuesOf = (row: Vendor | null, zones: readonly string[]): Values => ({
  logo: row?.logo ?? '',
  name: row?.name ?? '',
  username: row?.username ?? '',
  address: row?.address ?? '',
  postcode: row?.postcode ?? '',
  startingTime: row?.startingTime ?? '',
  endingTime: row?.endingTime ?? '',
  trainingDays: row?.trainingDays ?? week(),
  latitude: row?.latitude === null || row?.latitude === undefined ? '' : String(row.latitude),
  longitude: row?.longitude === null || row?.longitude === undefined ? '' : String(row.longitude),
  location: row?.location ?? '',
  timeZone: row?.timeZone ?? likelyZone(zones),
})

/** The letters and digits of a name: what its business may be found by. */
const usernameOf = (name: string) =>
  name
    .toLocaleLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
    .slice(0, 30)

/** The vendor profile form of spec 5, next to a live preview of the public card. */
export function VendorForm({ row, progress }: { row: Vendor | null; progress: Progress }) {
  const t = useTranslations('setup')
  const words = useTranslations('ui')
  const language = useLanguage()
  const [version, track] = useVersion(row)
  const form = useForm({
    name: 'vendor',
    initial: valuesOf(row, progress.country.timeZones),
    schema,
    rename: { file: 'logo' },
    draft: { of: 'own', version },
    async submit(values) {
      const number = (text: string) => (text === '' ? null : Number(text))
      const fields = {
        ...values,
        logo: await uploadedImage(values.logo, 'logo'),
        latitude: number(values.latitude),
        longitude: number(values.longitude),
      }
      const saved = await track(() => api.setup.saveVendor({ ...fields, version }))
      useRoot.setState((state) => ({ vender: { venderData: { ...state.vender.venderData, ...saved } } }))
      await changed('setup')
      toastSuccess(t('saved'))
      return { logo: saved.logo }
    },
  })
  // The setup task links to the form's first text field, also from this very page.
  const hash = useRouterState({ select: (state) => state.location.hash })
  useEffect(() => {
    if (hash) document.getElementById(hash)?.focus()
  }, [hash])
  const offer = (username: string) =>
    form.values.username === '' && username !== ''
      ? { label: words('offer', { text: `@${username}` }), use: () => form.set({ username }) }
      : undefined
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => form.set({ latitude: coords.latitude.toFixed(6), longitude: coords.longitude.toFixed(6) }),
      () => toastError(t('place.failed')),
    )
  return (
    <div className={css['grid']}>
      <EntityForm form={form}>
        <Group title={t('groups.business')}>
          <ImageField field={form.field('logo')} label={t('logo.label')} purpose="logo" />
          <Pair>
            <TextField field={form.field('name')} label={t('name.label')} autoComplete="organization" />
            <TextField
              field={form.field('username')}
              label={t('username.label')}
              autoComplete="off"
              offer={offer(usernameOf(form.values.name))}
            />
          </Pair>
        </Group>
        <Group title={t('groups.hours')}>
          <Pair>
            <TimeField field={form.field('startingTime')} label={t('startingTime.label')} />
            <TimeField field={form.field('endingTime')} label={t('endingTime.label')} />
          </Pair>
          <DaysField
            field={form.field('trainingDays')}
            label={t('days.label')}
            firstWeekday={progress.country.firstWeekday}
            offers={[
              {
                label: t('days.every'),
                use: () => form.set({ trainingDays: form.values.trainingDays.map((day) => ({ ...day, isSelected: true })) }),
              },
            ]}
          />
          <ZoneField field={form.field('timeZone')} zones={progress.country.timeZones} />
        </Group>
        <Group title={t('groups.place')}>
          <TextField field={form.field('address')} label={t('address.label')} maxLength={120} autoComplete="address-line1" />
          <Pair>
            <TextField field={form.field('postcode')} label={t('postcode.label')} maxLength={20} autoComplete="postal-code" />
            <TextField
              field={{
                name: 'country',
                id: 'vendor-country',
                value: contentOf(progress.country, 'name', language),
                error: undefined,
                onChange: () => {},
                onBlur: () => {},
              }}
              label={t('country.label')}
              hint={t('country.hint')}
              disabled
            />
          </Pair>
          <TextField field={form.field('location')} label={t('place.location')} hint={t('place.locationHint')} maxLength={120} />
          <Pair>
            <TextField field={form.field('latitude')} label={t('place.latitude')} inputMode="decimal" dir="ltr" maxLength={20} />
            <TextField field={form.field('longitude')} label={t('place.longitude')} inputMode="decimal" dir="ltr" maxLength={20} />
          </Pair>
          <div>
            <Button onClick={locate}>{t('place.use')}</Button>
          </div>
        </Group>
      </EntityForm>
      <PublicCard values={form.values} progress={progress} />
    </div>
  )
}
