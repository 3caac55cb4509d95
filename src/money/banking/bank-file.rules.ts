import { bankStatementOfCamt } from './camt.rules.ts'
import { bankStatementOfCsv } from './bank-csv.rules.ts'
import { isChoiceComplete, layoutOf, type BankFileOptions, type BankLayout } from './bank-layout.rules.ts'
import { BankFileError, bankFileBytes, type BankFault, type BankStatement } from './bank-statement.rules.ts'
import { decodeBankText } from './bank-text.rules.ts'

/** A bank file as read, or why it can't be; `layout` is of a CSV file only. */
export type BankFileReading = { statement: BankStatement; layout: BankLayout | null } | { fault: BankFault }

/** How many rows an owner sees while choosing columns. */
const previewRows = 8

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Refuses what is no text, by its first bytes: Excel's two formats, and PDF. */
function assertText(bytes: Uint8Array): void {
  if (bytes.length > bankFileBytes) throw new BankFileError('tooLarge')
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new BankFileError('spreadsheet')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new BankFileError('pdf')
}

const isXml = (text: string) => text.trimStart().startsWith('<')

function textOf(bytes: Uint8Array): string {
  assertText(bytes)
  return decodeBankText(bytes)
}

/** The result of reading, or the fault that it throws. */
function orFault<Found>(read: () => Found): Found | { fault: BankFault } {
  try {
    return read()
  } catch (error) {
    if (error instanceof BankFileError) return { fault: error.fault }
    throw error
  }
}

/**
 * Reads a bank's statement: CAMT.053, or CSV of any bank whose headings are known or whose columns are chosen.
 * @param bytes the file as it is, in any encoding
 */
export function readBankFile(bytes: Uint8Array, options: BankFileOptions): BankFileReading {
  return orFault(() => {
    if (options.chosen && !isChoiceComplete(options.chosen.columns)) throw new BankFileError('columns')
    const text = textOf(bytes)
    return isXml(text) ? { statement: bankStatementOfCamt(text, options), layout: null } : bankStatementOfCsv(text, options)
  })
}

/** The first rows of a CSV file with how it is read, for its owner to choose columns even where these can't be found. */
export function previewBankFile(
  bytes: Uint8Array,
  options: BankFileOptions,
): { layout: BankLayout; rows: string[][] } | { fault: BankFault } {
  return orFault(() => {
    const text = textOf(bytes)
    if (isXml(text)) throw new BankFileError('unknownFormat')
    const { layout, body } = layoutOf(text, options)
    return { layout, rows: body.slice(0, previewRows).map(({ cells }) => cells) }
  })
}
