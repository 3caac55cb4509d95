/** The largest bank file, in bytes, and the most lines of one. */
export const bankFileBytes = 5_242_880
export const bankFileLines = 5_000

/** The longest text of a line that is stored, in characters. */
const longestText = 500

/** A movement that the bank has booked; amounts in minor units, above 0 for money in. */
export type BankLine = {
  /** Its line in the file, from 1. */
  line: number
  day: string
  amount: number
  /** The account's balance after it, where the file states one. */
  balance: number | null
  /** The other party: who paid, or was paid. */
  name: string
  text: string
  reference: string
  /** The bank's own id; empty where it gives none. It may repeat. */
  bankId: string
}

/** What a bank file contains, in the order of the file. */
export type BankStatement = {
  /** IBAN or account number without spaces; empty where the file states none. */
  account: string
  /** ISO 4217; empty where the file states none. */
  currency: string
  openingBalance: number | null
  closingBalance: number | null
  /** Whether each balance follows from the one before; null where lines have no balances. */
  isChained: boolean | null
  /** Lines that were left out because the bank has not booked them, or of another currency. */
  skipped: number
  lines: BankLine[]
}

/** Why a bank file can't be read. */
export const bankFaults = [
  'tooLarge',
  'tooManyLines',
  'empty',
  'spreadsheet',
  'pdf',
  'unknownFormat',
  'broken',
  'columns',
  'day',
  'amount',
  'currency',
  'severalAccounts',
] as const
export type BankFault = { code: (typeof bankFaults)[number]; line: number | null }

/** A bank file that can't be read, with the line at fault. */
export class BankFileError extends Error {
  readonly fault: BankFault

  constructor(code: BankFault['code'], line: number | null = null) {
    super(line === null ? code : `${code} in line ${line}`)
    this.name = 'BankFileError'
    this.fault = { code, line }
  }
}

/** A bank's text as it is stored and compared: one line without control and direction characters, of limited length. */
export function bankText(text: string): string {
  const plain = text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim()
    .normalize('NFC')
  // The end may be half of a character of two units.
  return plain
    .slice(0, longestText)
    .replace(/\p{Cs}$/u, '')
    .trim()
}

/** Joins texts with a space between them, each only once. */
export const joinedText = (texts: readonly string[]): string => bankText([...new Set(texts.map(bankText))].filter(Boolean).join(' '))
