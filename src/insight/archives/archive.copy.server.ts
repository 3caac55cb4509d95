import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { snapshot, type Trx } from '#db/tenant.ts'
import { currencyOf } from '#business/ledger/books.server.ts'
import { csvMark, csvText } from '#lib/csv.ts'
import { instant, type App } from '#kernel/app.ts'
import { isMoney } from './archive.rules.ts'
import { tablesOf, type ArchiveTable } from './archive.tables.server.ts'

/** A file of an archive: its path in it, its size and its SHA-256 in hex. */
export type ArchiveFile = { path: string; bytes: number; sha256: string }

/** A table's two files, its row count, and the totals of its amounts by currency and column: minor units, as decimal strings. */
export type TableParts = {
  table: string
  rows: number
  columns: string[]
  sums: Record<string, Record<string, string>>
  csv: ArchiveFile
  json: ArchiveFile
}

/** What was copied of a vendor, as of one moment. */
export type Copy = {
  /** UTC instant. */
  asOf: string
  vendor: { id: string; name: string; country: string }
  /** The decimal places of each currency that sums name. */
  exponents: Record<string, number>
  tables: TableParts[]
  files: ArchiveFile[]
  /** Whether it contains whom to call in an emergency and medical notes. */
  hasCare: boolean
  /** Images that a row names and the file store lacks. */
  missing: string[]
}

/** Whose data is copied, and whether with what only some roles may read of customers. */
type Archived = { vendorId: string; hasCare: boolean }

/** Stops the work between two pages, files or pieces because the process is shutting down. */
export class Ended extends Error {}

/** Opens a new file for writing in parts, so that it is never in memory as a whole. */
export async function openPart(folder: string, path: string) {
  const handle = await open(join(folder, path), 'wx', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async write(data: string | Uint8Array): Promise<void> {
      const chunk = Buffer.from(data)
      hash.update(chunk)
      bytes += chunk.length
      await handle.appendFile(chunk)
    },
    async close(): Promise<ArchiveFile> {
      await handle.close()
      return { path, bytes, sha256: hash.digest('hex') }
    },
  }
}

type Row = Record<string, unknown>

/** A value as a cell: amounts, days and instants as they are, lists and objects as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}

/** Sums the amounts of rows, which may exceed what a number can represent. @param own the currency of rows that name none */
function adder(columns: string[], own: string) {
  const sums = new Map<string, Map<string, bigint>>()
  return {
    add(row: Row): void {
      if (columns.length === 0) return
      const currency = typeof row['currency'] === 'string' ? row['currency'] : own
      const of = sums.get(currency) ?? new Map<string, bigint>()
      sums.set(currency, of)
      for (const column of columns) of.set(column, (of.get(column) ?? 0n) + BigInt(Number(row[column] ?? 0)))
    },
    sums: () =>
      Object.fromEntries([...sums].map(([currency, of]) => [currency, Object.fromEntries([...of].map(([c, sum]) => [c, `${sum}`]))])),
  }
}

async function copyTable(
  folder: string,
  { name, columns }: ArchiveTable,
  pages: AsyncIterable<Row[]>,
  currency: string,
  onPage: (rows: Row[]) => void,
): Promise<TableParts> {
  const names = columns.map((column) => column.name)
  const csv = await openPart(folder, `data/${name}.csv`)
  const json = await openPart(folder, `data/${name}.json`)
  const sums = adder(
    columns.filter((column) => isMoney(column.name, column.type)).map((column) => column.name),
    currency,
  )
  let count = 0
  try {
    await csv.write(`${csvMark}${csvText([names])}\r\n`)
    for await (const rows of pages) {
      onPage(rows)
      count += rows.length
      for (const row of rows) sums.add(row)
      await csv.write(`${csvText(rows.map((row) => names.map((column) => cellOf(row[column]))))}\r\n`)
      await json.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    }
  } catch (error) {
    await Promise.allSettled([csv.close(), json.close()])
    throw error
  }
  return { table: name, rows: count, columns: names, sums: sums.sums(), csv: await csv.close(), json: await json.close() }
}

async function copyFiles(app: App, folder: string, images: string[], isOver: () => boolean): Promise<Pick<Copy, 'files' | 'missing'>> {
  const files: ArchiveFile[] = []
  const missing: string[] = []
  for (const image of images) {
    if (isOver()) throw new Ended()
    const name = image.replace('/media/', '')
    const file = await app.files.get(name)
    if (!file) {
      missing.push(name)
      continue
    }
    const part = await openPart(folder, `files/${name}`)
    try {
      for await (const chunk of file.stream as AsyncIterable<Uint8Array>) await part.write(chunk)
    } finally {
      files.push(await part.close())
    }
  }
  return { files, missing }
}

/**
 * Copies all of a vendor's data into a folder: `data/<table>.csv` and `.json` for every table, all as of one moment,
 * and `files/<name>` for every image.
 * @param folder exists and is empty
 * @throws Ended when the process is shutting down
 */
export async function copyAll(app: App, { vendorId, hasCare }: Archived, folder: string, isOver: () => boolean): Promise<Copy> {
  for (const name of ['data', 'files']) await mkdir(join(folder, name), { mode: 0o700 })
  const tables: TableParts[] = []
  const images: string[] = []
  let about: Pick<Copy, 'asOf' | 'vendor' | 'exponents'> & { currency: string } = {
    asOf: '',
    vendor: { id: vendorId, name: '', country: '' },
    exponents: {},
    currency: '',
  }
  async function plan(trx: Trx): Promise<ArchiveTable[]> {
    const { currency } = await currencyOf(trx, vendorId)
    const merchant = await trx.selectFrom('merchants').select(['name', 'code']).where('vendorId', '=', vendorId).executeTakeFirstOrThrow()
    const countries = await trx.selectFrom('countries').select(['currency', 'exponent']).execute()
    about = {
      asOf: instant(app),
      vendor: { id: vendorId, name: merchant.name, country: merchant.code },
      exponents: Object.fromEntries(countries.map((row) => [row.currency, row.exponent])),
      currency,
    }
    return tablesOf(trx, vendorId, hasCare)
  }
  await snapshot(app.db, vendorId, plan, async (table, pages) => {
    const copied = await copyTable(folder, table, pages, about.currency, (rows) => {
      if (isOver()) throw new Ended()
      if (table.name === 'media') images.push(...rows.map(({ image }) => String(image)))
    })
    tables.push(copied)
  })
  const named = new Set(tables.flatMap(({ sums }) => Object.keys(sums)))
  const exponents = Object.fromEntries(Object.entries(about.exponents).filter(([currency]) => named.has(currency)))
  return { asOf: about.asOf, vendor: about.vendor, hasCare, exponents, tables, ...(await copyFiles(app, folder, images, isOver)) }
}
