import type { JournalAccount } from './account-codes.rules.ts'
import { saveFile } from '#ui/save-file.ts'
import { encoded, fileName, writerOf } from './export-file.rules.ts'
import { api } from './journal.client.ts'
import type { AccountCodes, JournalTotals } from './journal.contract.ts'
import { toJournalLines, type FileTerms, type FileWords } from './journal-lines.rules.ts'

/** Browsers drop a download that begins together with another. */
const betweenFilesMs = 300
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes the files of an export in the browser and saves them. A thousand entries are read and written at a time, into
 * blobs, which the browser keeps outside the page's memory: neither side ever has the span as a whole.
 * @returns the number of files
 */
export async function saveExport(totals: JournalTotals, { format, codes, datev }: AccountCodes, words: FileWords): Promise<number> {
  const { from, to, through } = totals
  const codeOf = new Map<string, string>(codes.map(({ account, code }) => [account, code]))
  const terms: FileTerms = { ...totals, words, now: new Date().toISOString(), taxRate: codeOf.get('taxRate') ?? '', datev }
  const writer = writerOf(format, terms)
  const files = new Map<string, Blob[]>()
  const store = (pieces: ReturnType<typeof writer.end>) => {
    for (const { file, text } of pieces) files.set(file, [...(files.get(file) ?? []), new Blob([encoded(format, text)])])
  }
  for (let page = { day: from, after: 0 }; ;) {
    const { rows, hasMore } = await api.journal.lines({ from: page.day, to, through, after: page.after })
    store(writer.add(toJournalLines(rows, (account: JournalAccount) => codeOf.get(account) ?? '')))
    const last = rows.at(-1)
    if (!hasMore || !last) break
    page = { day: last.day, after: last.sequence }
  }
  store(writer.end())
  for (const [file, pieces] of files) {
    saveFile(fileName(format, { from, to }, file, files.size), new Blob(pieces, { type: 'text/csv' }))
    if (files.size > 1) await wait(betweenFilesMs)
  }
  return files.size
}
