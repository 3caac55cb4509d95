import type { Column } from './list.tsx'
import type { ListPage, ListState } from './list-state.ts'
import type { Filter } from './list-tools.tsx'
import { sheetOf } from '../sheet.ts'

/** Called after each page: how many rows were read, of how many. */
type OnRead = (done: number, total: number) => void

/**
 * The name of a list's file: what it has and the days that it covers, such as `sales-2026-11-01-to-2026-11-30`; for a list without
 * chosen days, the day on which it is exported.
 * @param today YYYY-MM-DD in the business's time zone
 */
export function fileNameOf(name: string, { filters: chosen }: ListState, filters: readonly Filter[], today: string): string {
  const [from, to] = filters.flatMap(({ isDay, ...filter }) => {
    const value = chosen[filter.name] ?? filter.fallback
    return isDay ? [value === filter.fallback ? '' : value] : []
  })
  const days = [...(from ? [to ? from : `from-${from}`] : []), ...(to ? [`to-${to}`] : [])]
  return [name, ...(days.length > 0 ? days : [today])].join('-')
}

/** Saves rows as a CSV file. @param fileRows splits a row that takes several rows in the file */
export async function exportRows<Row>({
  columns,
  name,
  fileRows = (row) => [row],
  rows,
}: {
  columns: Column<Row>[]
  name: string
  fileRows?: ((row: Row) => Row[]) | undefined
  rows: readonly Row[]
}): Promise<void> {
  const { downloadCsv } = await import('../csv-file.ts')
  const { header, rows: lines } = sheetOf(
    columns,
    rows.flatMap((row) => fileRows(row)),
  )
  downloadCsv(name, header, lines)
}

/** Every row that the filters match, read page by page. @param limit ends the reading after so many rows */
export async function allOf<Row>(readPage: (page: number) => Promise<ListPage<Row>>, onRead?: OnRead, limit = Infinity): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { rows: read, total, totalIsCapped } = await readPage(page)
    rows.push(...read)
    onRead?.(rows.length, total)
    // A total that is capped says only that there are more.
    if (read.length === 0 || rows.length >= limit || (rows.length >= total && !totalIsCapped)) return rows.slice(0, limit)
  }
}
