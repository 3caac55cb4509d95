import type { Caller } from '../../../test/app.ts'
import type { ExportFormat } from './account-codes.rules.ts'
import { encoded, fileName, writerOf } from './export-file.rules.ts'
import { generalColumns } from './general.rules.ts'
import type { AccountCodes, JournalEntry, JournalTotals } from './journal.contract.ts'
import { toJournalLines, type FileTerms } from './journal-lines.rules.ts'
import text from './text.en.json' with { type: 'json' }

/** The names of the general journal's columns in English. */
export const columnNames = generalColumns.map((name) => text.columns[name])

/** What files need, with plain words. */
export function fileTermsOf(
  totals: Pick<JournalTotals, 'from' | 'to' | 'currency' | 'exponent' | 'closedThrough'>,
  codes: AccountCodes,
): FileTerms {
  return {
    ...totals,
    words: { columns: columnNames, source: (source) => source, account: (account) => account, method: (method) => method },
    now: '2026-11-27T02:20:13.123Z',
    taxRate: codes.codes.find(({ account }) => account === 'taxRate')?.code ?? '',
    datev: codes.datev,
  }
}

/** The files of pages of entries, by name. */
export function filesOf(pages: readonly (readonly JournalEntry[])[], codes: AccountCodes, terms: FileTerms): Map<string, Uint8Array> {
  const codeOf = new Map<string, string>(codes.codes.map(({ account, code }) => [account, code]))
  const writer = writerOf(codes.format, terms)
  const pieces = [...pages.flatMap((page) => writer.add(toJournalLines(page, (account) => codeOf.get(account) ?? ''))), ...writer.end()]
  const names = [...new Set(pieces.map(({ file }) => file))]
  const bytesOf = (of: string) => Buffer.concat(pieces.filter(({ file }) => file === of).map((piece) => encoded(codes.format, piece.text)))
  return new Map(names.map((name) => [fileName(codes.format, terms, name, names.length), bytesOf(name)]))
}

/** Every page of a span's entries. */
export async function pagesOf({ calls }: Pick<Caller, 'calls'>, { from, to, through }: JournalTotals): Promise<JournalEntry[][]> {
  const pages: JournalEntry[][] = []
  for (let at = { day: from, after: 0 }; ;) {
    const { rows, hasMore } = await calls.journal.lines({ from: at.day, to, through, after: at.after })
    pages.push(rows)
    const last = rows.at(-1)
    if (!hasMore || !last) return pages
    at = { day: last.day, after: last.sequence }
  }
}

/** An export as the page makes it: its totals, its codes and its files. */
export async function exported(caller: Pick<Caller, 'calls'>, format: ExportFormat, span: { from: string; to: string }) {
  const totals = await caller.calls.journal.totals(span)
  const codes = await caller.calls.journal.codes({ format })
  return { totals, codes, files: filesOf(await pagesOf(caller, totals), codes, fileTermsOf(totals, codes)) }
}

/** The totals of the page by the codes of the file. */
export function totalsByCode({ rows }: JournalTotals, { codes }: AccountCodes) {
  const codeOf = new Map<string, string>(codes.map(({ account, code }) => [account, code]))
  return rows.flatMap(({ account, debit, credit }) =>
    (['debit', 'credit'] as const).flatMap((side) => {
      const amount = { debit, credit }[side]
      return amount === 0 ? [] : [{ code: codeOf.get(account) ?? '', side, amount }]
    }),
  )
}
