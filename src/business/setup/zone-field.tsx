import { useTranslations } from 'use-intl'
import { cityOf } from '#lib/zones.ts'
import { SelectField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The most likely zone of a new business: the browser's own if the country has it, else the country's principal one. */
export function likelyZone(zones: readonly string[]): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (zones.includes(own) ? own : zones[0]) ?? 'UTC'
}

/** A zone's text: the city that it is named after, and its current offset from UTC. */
export function zoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${cityOf(zone)} (${offset})`
}

/** The business's time zone, out of its country's; no choice is shown where the country has one. */
export function ZoneField({ field, zones }: { field: FieldBinding<string>; zones: readonly string[] }) {
  const t = useTranslations('setup')
  if (zones.length < 2) return null
  const options = zones.toSorted().map((value) => ({ value, label: zoneText(value) }))
  return <SelectField field={field} label={t('timeZone.label')} hint={t('timeZone.hint')} options={options} />
}
