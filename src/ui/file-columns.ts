import { useTimeZone, useTranslations } from 'use-intl'
import { localInstant } from '#lib/days.ts'
import type en from './text.en.json'

/** The columns that a file alone has, where the screen shows several values in one cell. */
export type FileColumn = keyof typeof en.files.columns

/** Makes a column of a file alone. */
export function useFileColumns() {
  const t = useTranslations('ui.files.columns')
  return <Row>(name: FileColumn, csv: (row: Row) => string | number) => ({ key: `file-${name}`, label: t(name), csv })
}

/** Writes instants, UTC, as files have them: the business's own time with its offset; nothing for none. */
export function useFileMoment(): (instant: string | null) => string {
  const zone = useTimeZone() ?? 'UTC'
  return (instant) => (instant ? localInstant(instant, zone) : '')
}
