import { useState } from 'react'
import { newRecordId } from '#lib/record-ids.ts'
import { changed } from '#web/changed.ts'
import { useFailed } from '#ui/use-failed.ts'
import { bankChunks, fileLinesOf } from './bank-chunks.rules.ts'
import type { BankFileReading } from './bank-file.rules.ts'
import type { BankFileOptions } from './bank-layout.rules.ts'
import type { FileInput } from './banking.contract.ts'
import { bankText, type BankFault, type BankStatement } from './bank-statement.rules.ts'
import { api } from './banking.client.ts'

export type ColumnChoice = NonNullable<BankFileOptions['chosen']>

/** Which lines of a statement are stored already, and which may be with other texts, by their positions. */
export type BankVerdicts = { known: Set<number>; doubles: Set<number> }

type Read = { name: string; bytes: Uint8Array; reading: BankFileReading; choice: ColumnChoice | null; rows: string[][]; isSure: boolean }

/** The reader comes when a file is chosen: it is larger than the page. */
const reader = () => import('./bank-file.rules.ts')

/** Reads a file, with its first rows where it has columns. */
async function readAs(name: string, bytes: Uint8Array, options: BankFileOptions): Promise<Read> {
  const { readBankFile, previewBankFile } = await reader()
  const reading = readBankFile(bytes, options)
  const preview = previewBankFile(bytes, options)
  if ('fault' in preview) return { name, bytes, reading, choice: null, rows: [], isSure: true }
  const { columns, dayOrder, headings, isSure } = preview.layout
  const rows = headings.length > 0 ? [headings, ...preview.rows] : preview.rows
  return { name, bytes, reading, choice: { columns, dayOrder }, rows, isSure: isSure || options.chosen !== undefined }
}

/** Asks for each line of a statement whether it is stored. */
async function verdictsOf(account: string, statement: BankStatement): Promise<BankVerdicts> {
  const verdicts: BankVerdicts = { known: new Set(), doubles: new Set() }
  for (const lines of bankChunks(fileLinesOf(statement))) {
    const { known, doubles } = await api.banking.check({ account, lines })
    for (const position of known) verdicts.known.add(position)
    for (const position of doubles) verdicts.doubles.add(position)
  }
  return verdicts
}

type Header = Omit<FileInput, 'lines'>

/** The most characters of a file's name that are stored. */
const longestName = 100

function headerOf(id: string, account: string, name: string, { lines, openingBalance, closingBalance }: BankStatement): Header {
  const days = lines.map(({ day }) => day).toSorted()
  const plainName = [...bankText(name)].slice(0, longestName).join('').trim()
  return { id, account, name: plainName || 'bank-file', fromDay: days[0] ?? '', toDay: days.at(-1) ?? '', openingBalance, closingBalance }
}

/** A bank file from its choice to its import; nothing is stored before `store`. */
export function useBankFile(account: string, options: Omit<BankFileOptions, 'chosen'>) {
  const failed = useFailed()
  const [id] = useState(newRecordId)
  const [file, setFile] = useState<Read | null>(null)
  const [verdicts, setVerdicts] = useState<BankVerdicts | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function whileBusy<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      failed(error)
      return null
    } finally {
      setBusy(false)
    }
  }

  async function read(name: string, bytes: Uint8Array, chosen?: ColumnChoice): Promise<void> {
    setVerdicts(null)
    await whileBusy(async () => {
      const found = await readAs(name, bytes, chosen ? { ...options, chosen } : options)
      setFile(found)
      if ('statement' in found.reading) setVerdicts(await verdictsOf(account, found.reading.statement))
    })
  }

  const statement = file && 'statement' in file.reading ? file.reading.statement : null
  const fault: BankFault | null = file && 'fault' in file.reading ? file.reading.fault : null
  return {
    file,
    statement,
    fault,
    verdicts,
    isBusy,
    read: async (chosen: File) => read(chosen.name, new Uint8Array(await chosen.arrayBuffer())),
    readWith: (choice: ColumnChoice) => (file ? read(file.name, file.bytes, choice) : Promise.resolve()),
    /** Sends the lines at some positions. @returns how many were new; null where a call failed, which may be tried again */
    store: (positions: ReadonlySet<number>) =>
      whileBusy(async () => {
        if (!file || !statement) return null
        const header = headerOf(id, account, file.name, statement)
        let added = 0
        const lines = fileLinesOf(statement).filter(({ position }) => positions.has(position))
        for (const chunk of bankChunks(lines)) added += (await api.banking.importFile({ ...header, lines: chunk })).added
        await changed('banking')
        return added
      }),
  }
}
