import { cp1252Bytes } from '#lib/cp1252.ts'
import type { ExportFormat } from './account-codes.rules.ts'
import { datevWriter } from './datev.rules.ts'
import { generalWriter } from './general.rules.ts'
import type { FileTerms, FileWriter } from './journal-lines.rules.ts'
import { quickbooksWriter } from './quickbooks.rules.ts'
import { xeroWriter } from './xero.rules.ts'

const writers: Record<ExportFormat, (terms: FileTerms) => FileWriter> = {
  general: generalWriter,
  xero: xeroWriter,
  quickbooks: quickbooksWriter,
  datev: datevWriter,
}

/** Opens the files of an export. */
export const writerOf = (format: ExportFormat, terms: FileTerms): FileWriter => writers[format](terms)

/** The bytes of a piece: DATEV reads Windows-1252, all others UTF-8. */
export const encoded = (format: ExportFormat, text: string): Uint8Array<ArrayBuffer> =>
  format === 'datev' ? cp1252Bytes(text) : new TextEncoder().encode(text)

const names: Record<ExportFormat, string> = { general: 'journal', xero: 'xero', quickbooks: 'quickbooks', datev: 'EXTF_Buchungsstapel' }

/** The name of a file by what it has and its days; of several, each is numbered or, for DATEV, has its own days. */
export function fileName(format: ExportFormat, { from, to }: { from: string; to: string }, file: string, count: number): string {
  if (format === 'datev') return `${names.datev}_${file}.csv`
  return `${names[format]}-${from}-${to}${count > 1 ? `-${file}` : ''}.csv`
}
