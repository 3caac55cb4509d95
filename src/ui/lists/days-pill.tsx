import { useState } from 'react'
import { useTimeZone, useTranslations } from 'use-intl'
import { dayPresets, daysOfPreset, presetNamed, presetOf } from '#lib/day-presets.ts'
import { isDay } from '#lib/days.ts'
import { hereAt } from '#lib/zones.ts'
import { Choice } from '../choice.tsx'
import { DayPill } from '../dates/day-pill.tsx'
import { useDays, useDay } from '../use-day.ts'

/** Days of a list: `from` and `to`, each YYYY-MM-DD or '' for no limit. */
export type DaysChosen = { from: string; to: string }

/**
 * Narrows a list to some days: by name, such as this month, or by any first and last day.
 * @param labels what the first and last day are called
 */
export function DaysPill({
  days,
  labels,
  onChange,
}: {
  days: DaysChosen
  labels: { from: string; to: string }
  onChange: (days: DaysChosen) => void
}) {
  const t = useTranslations('lists')
  const zone = useTimeZone() ?? 'UTC'
  const today = hereAt(new Date(), zone).day
  const [isCustom, setCustom] = useState(false)
  const range = useDays()
  const day = useDay()
  const { from, to } = days
  const isApplied = from !== '' || to !== ''
  const preset = isApplied ? presetOf(days, today) : null
  const isByHand = isCustom || (isApplied && preset === null)
  const word = (text: string) => (isDay(text) ? day(text) : text)
  const shown = preset
    ? t(`days.${preset}`)
    : isDay(from) && isDay(to) && from <= to
      ? range(from, to)
      : [from, to].filter(Boolean).map(word).join(' – ')
  const all = () => {
    setCustom(false)
    onChange({ from: '', to: '' })
  }
  return (
    <>
      <Choice
        label={t('days.label')}
        value={isByHand ? 'custom' : (preset ?? 'all')}
        options={(['all', ...dayPresets, 'custom'] as const).map((value) => ({ value, label: t(`days.${value}`) }))}
        isApplied={isApplied}
        remove={isApplied ? { label: t('remove', { filter: `${t('days.label')}: ${shown}` }), run: all } : undefined}
        onChange={(value) => {
          const named = presetNamed(value)
          setCustom(value === 'custom')
          if (named) onChange(daysOfPreset(named, today))
          else if (value === 'all') all()
        }}
      />
      {isByHand && (
        <>
          <DayPill label={labels.from} value={from} isOptional onChange={(first) => onChange({ from: first, to })} />
          <DayPill label={labels.to} value={to} isOptional onChange={(last) => onChange({ from, to: last })} />
        </>
      )}
    </>
  )
}
