import { useTimeZone, useTranslations } from 'use-intl'
import { localInstant } from '#lib/days.ts'
import type en from './text.en.json'

/** Columns only in the file, for values that the screen combines in one cell. */
export type FileColumn = keyof typeof en.files.columns

/** Returns a function that creates a column only in the file. */
export function useFileColumns() {
  const t = useTranslations('lists.files.columns')
  return <Row>(name: FileColumn, csv: (row: Row) => string | number) => ({ key: `file-${name}`, label: t(name), csv })
}

/** Formats instants (UTC) for files: in the business's time zone with its offset; empty for null. */
export function useFileMoment(): (instant: string | null) => string {
  const zone = useTimeZone() ?? 'UTC'
  return (instant) => (instant ? localInstant(instant, zone) : '')
}
