import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { entrySources } from '#business/ledger/ledger.rules.ts'
import { ordered, range } from '#insight/finance/finance-report.contract.ts'
import { optionalText, text, wholeNumber, withRules, type Rule } from '#lib/fields.ts'
import { coded, journalAccounts, codedIn, datevCharts, exportFormats, isCode, type ExportFormat } from './account-codes.rules.ts'

/** The most entries that one export has; a longer span is exported in parts. */
export const entriesLimit = 100_000
/** The entries that one call returns. */
export const entriesPerPage = 1000

const format = z.enum(exportFormats, 'lib.fields.invalid')
const count = () => z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid'), z.lte(Number.MAX_SAFE_INTEGER, 'lib.fields.invalid'))
const version = z.int('lib.fields.invalid').check(z.gte(0, 'lib.fields.invalid'), z.lte(2_000_000_000, 'lib.fields.invalid'))

/** What each account gained on either side in a span, in minor units; both sides have the same sum. */
export const journalTotals = z.object({
  currency: z.string(),
  exponent: z.number(),
  from: z.string(),
  to: z.string(),
  rows: z.array(z.object({ account: z.enum(journalAccounts), debit: z.number(), credit: z.number() })),
  /** The number of entries in the span. */
  entries: z.number(),
  /** The last entry of the ledger when it was read: `journal.lines` up to it are exactly these totals. */
  through: z.number(),
  /** The last closed day; null while no month is closed. */
  closedThrough: z.nullable(z.string()),
  asOf: z.string(),
})
export type JournalTotals = z.output<typeof journalTotals>

/** A ledger entry as a journal has it: `amount` in minor units leaves `credit` for `debit`. */
export const journalEntry = z.object({
  sequence: z.number(),
  day: z.string(),
  source: z.enum(entrySources),
  /** The number of the bill or credit note; for a source without numbers, its kind and the end of its id. */
  document: z.string(),
  debit: z.enum(journalAccounts),
  credit: z.enum(journalAccounts),
  amount: z.number(),
  currency: z.string(),
  method: z.nullable(z.string()),
  /** The supplier of an expense, or the trainer whose pay it is; '' otherwise. */
  name: z.string(),
  /** The rate of the tax in thousandths of a percent; null where the entry moves none, or its document has no rate. */
  taxRateThousandths: z.nullable(z.number()),
})
export type JournalEntry = z.output<typeof journalEntry>

const linesInput = z.strictObject({
  ...range.shape,
  /** From `journal.totals`; later entries are left out, so that all pages are as of one moment. */
  through: count(),
  /** The entries of the day `from` up to this one are left out: a next page begins after the last entry of the one before. */
  after: z.optional(count()),
})
export type LinesInput = z.output<typeof linesInput>

const datevFields = {
  /** The tax adviser's number at DATEV (Beraternummer). */
  consultant: wholeNumber({
    required: 'journal.datev.consultant.required',
    number: 'journal.datev.consultant.range',
    min: 1001,
    max: 9_999_999,
    high: 'journal.datev.consultant.range',
  }),
  /** The number under which the adviser keeps the business (Mandantennummer). */
  client: wholeNumber({
    required: 'journal.datev.client.required',
    number: 'journal.datev.client.range',
    min: 1,
    max: 99_999,
    high: 'journal.datev.client.range',
  }),
  chart: z.enum(datevCharts, 'lib.fields.invalid'),
  /** The digits of an account's code (Sachkontenlänge). */
  accountLength: wholeNumber({
    required: 'journal.datev.accountLength',
    number: 'journal.datev.accountLength',
    min: 4,
    max: 8,
    high: 'journal.datev.accountLength',
  }),
  /** The first month of the financial year, 1 for January. */
  yearStart: wholeNumber({
    required: 'lib.fields.required',
    number: 'lib.fields.invalid',
    min: 1,
    max: 12,
    high: 'lib.fields.invalid',
  }),
}

/** The form of the DATEV settings. */
export const datevForm = z.strictObject(datevFields)
const datevSave = z.strictObject({ ...datevFields, version })
export type DatevSave = z.output<typeof datevSave>
/** `version` is what a save sends: 0 before the first. */
const datevSettings = z.object({ ...datevFields, version: z.number() })
export type DatevSettings = z.output<typeof datevSettings>

/** What has the code, a text so that later accounts need no change of the table; the rules below know which there are. */
const code = z.strictObject({
  account: text({ required: 'lib.fields.required', max: 60, long: 'lib.fields.invalid' }),
  code: optionalText({ max: 100, long: 'journal.code.invalid' }),
})

type CodesSave = { format: ExportFormat; codes: z.output<typeof code>[]; version: number }

/** Whether each of the codes satisfies a condition; a format that is refused itself has none to check. */
const each =
  (holds: (format: ExportFormat, one: z.output<typeof code>) => boolean): Rule<CodesSave>['holds'] =>
  ({ format: of, codes = [] }) => {
    const known = exportFormats.find((one) => one === of)
    return known === undefined || codes.every((one) => holds(known, one))
  }

const codeRules: Rule<CodesSave>[] = [
  {
    path: 'codes',
    error: 'lib.fields.invalid',
    holds: each((of, { account }) => codedIn(of).some((one) => one === account)),
  },
  { path: 'codes', error: 'journal.code.invalid', holds: each((of, { account, code: typed }) => isCode(of, account, typed)) },
  {
    path: 'codes',
    error: 'lib.fields.invalid',
    holds: ({ codes = [] }) => new Set(codes.map(({ account }) => account)).size === codes.length,
  },
]

/** The codes that a save names; the others stay as they are. */
export const codesSave = withRules(
  z.strictObject({ format, codes: z.array(code).check(z.maxLength(coded.length, 'lib.fields.invalid')), version }),
  codeRules,
)
export type CodesSaveInput = z.output<typeof codesSave>

/** The codes of a format in the order of the accounts, and the settings of DATEV, null before the first save. */
export const accountCodes = z.object({
  format: z.enum(exportFormats),
  codes: z.array(z.object({ account: z.enum(coded), code: z.string(), isDefault: z.boolean() })),
  version: z.number(),
  datev: z.nullable(datevSettings),
})
export type AccountCodes = z.output<typeof accountCodes>

export const journalContract = {
  totals: oc.route({ method: 'GET', path: '/journal' }).input(ordered(range)).output(journalTotals),
  /** In the order of their days, a thousand at a time. */
  lines: oc
    .route({ method: 'GET', path: '/journal/lines' })
    .input(ordered(linesInput))
    .output(z.object({ rows: z.array(journalEntry), hasMore: z.boolean() })),
  codes: oc.route({ method: 'GET', path: '/journal/codes' }).input(z.strictObject({ format })).output(accountCodes),
  /** Saves the codes that it names for one format. */
  saveCodes: oc.route({ method: 'POST', path: '/journal/codes' }).input(codesSave).output(accountCodes),
  /** Saves what DATEV files name in their header; another chart changes the default codes. */
  saveDatev: oc.route({ method: 'POST', path: '/journal/datev' }).input(datevSave).output(accountCodes),
}
