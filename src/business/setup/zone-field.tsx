import { useTranslations } from 'use-intl'
import { cityOf } from '#lib/zones.ts'
import { SelectField } from '#ui/field.tsx'
import type { FieldBinding } from '#ui/use-form.ts'

/** The zone that a country's new business is most likely in: the browser's own where the country has it, else its principal one. */
export function likelyZone(zones: readonly string[]): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (zones.includes(own) ? own : zones[0]) ?? 'UTC'
}

/** A zone as its people know it: the city that it is named after, and how far its clocks are from UTC now. */
function zoneText(zone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date())
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${cityOf(zone)} (${offset})`
}

/** Which of the country's time zones the business keeps its hours in; nothing to choose where the country has one. */
export function ZoneField({ field, zones }: { field: FieldBinding<string>; zones: readonly string[] }) {
  const t = useTranslations('setup')
  if (zones.length < 2) return null
  const options = zones.toSorted().map((value) => ({ value, label: zoneText(value) }))
  return <SelectField field={field} label={t('timeZone.label')} hint={t('timeZone.hint')} options={options} />
}
