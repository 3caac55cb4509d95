import type { Source } from '#business/ledger/ledger.rules.ts'
import type { JournalAccount } from './account-codes.rules.ts'
import { amountText } from '#lib/digits.ts'
import type { DatevSettings, JournalEntry } from './journal.contract.ts'

/** One side of a journal line: the ledger account and its code in the file's format. */
export type Side = { account: JournalAccount; code: string }

/** An entry as every file has it: what leaves `credit` reaches `debit`. */
export type JournalLine = Omit<JournalEntry, 'debit' | 'credit'> & { debit: Side; credit: Side }

/** The code of an account in the file's format. */
export type CodeOf = (account: JournalAccount) => string

/** Turns ledger entries into journal lines, the only place that finds their codes. */
export function toJournalLines(entries: readonly JournalEntry[], codeOf: CodeOf): JournalLine[] {
  const side = (account: JournalAccount): Side => ({ account, code: codeOf(account) })
  return entries.map(({ debit, credit, ...entry }) => ({ ...entry, debit: side(debit), credit: side(credit) }))
}

/** The words of a file in the reader's language. */
export type FileWords = {
  /** The column names of the general journal, in order. */
  columns: readonly string[]
  source: (source: Source) => string
  account: (account: JournalAccount) => string
  method: (method: string) => string
}

/** What a file needs besides its lines. */
export type FileTerms = {
  from: string
  to: string
  currency: string
  /** The decimal digits of the currency. */
  exponent: number
  words: FileWords
  /** The last closed day; null while no month is closed. */
  closedThrough: string | null
  /** When the file is made, ISO 8601 UTC. */
  now: string
  /** The name of the tax rate that Xero shows on each line. */
  taxRate: string
  /** Required for DATEV. */
  datev: DatevSettings | null
}

/** A piece of a file; the pieces of one file follow one another. */
export type FilePiece = { file: string; text: string }

/** Writes files piece by piece, so that none is in memory as a whole; lines come in the order of their days. */
export type FileWriter = { add: (lines: readonly JournalLine[]) => FilePiece[]; end: () => FilePiece[] }

/** The pieces with those of one file that follow one another as one. */
export function joinedPieces(pieces: readonly FilePiece[]): FilePiece[] {
  const texts: { file: string; texts: string[] }[] = []
  for (const { file, text } of pieces) {
    const last = texts.at(-1)
    if (last?.file === file) last.texts.push(text)
    else texts.push({ file, texts: [text] })
  }
  return texts.map((piece) => ({ file: piece.file, text: piece.texts.join('') }))
}

/** An amount with all its decimals and a point, as spreadsheets and Xero read it. */
export const plainAmount = (minor: number, { exponent }: Pick<FileTerms, 'exponent'>): string => amountText(minor, exponent)
