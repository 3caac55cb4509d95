import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { accountKinds } from '#business/ledger/money-account.rules.ts'
import { amountLimit } from '#lib/amounts.ts'
import { pageLimit, versioned } from '#lib/calls.ts'
import { amount, day, id, optionalText, text, withRules, wholeNumber, type Rule } from '#lib/fields.ts'
import { recordKinds } from '#money/cashbook/move.rules.ts'
import { categories } from '#money/expenses/expense.rules.ts'
import { bankFileLines } from './bank-statement.rules.ts'
import { matchKinds, reasonKinds } from './match-kinds.rules.ts'

/** The most lines of one call; the caller keeps a call's body under 64 KB. */
export const bankChunk = 200

const invalid = 'lib.fields.invalid'
const calendarDay = () => day({ required: 'banking.day.required', format: 'banking.day.required' })
const signed = () => wholeNumber({ required: invalid, number: invalid, min: -amountLimit, max: amountLimit })
const balance = () => z._default(z.nullable(signed()), null)
const counted = (max: number) => z.int(invalid).check(z.gte(1, invalid), z.lte(max, invalid))
const bankWords = () => optionalText({ max: 500, long: invalid })

/** A line as the bank has it: amounts in minor units, above 0 for money in; `occurrence` among equal lines of its file. */
const fileLine = z.strictObject({
  position: counted(100_000),
  day: calendarDay(),
  amount: signed().check(z.refine((value) => value !== 0, invalid)),
  balance: balance(),
  name: bankWords(),
  text: bankWords(),
  reference: bankWords(),
  bankId: bankWords(),
  occurrence: counted(bankFileLines),
})
export type FileLine = z.output<typeof fileLine>
const fileLines = z.array(fileLine).check(z.minLength(1, invalid), z.maxLength(bankChunk, invalid))

/** A bank file with some of its lines; each call of one file names the same file. */
const fileInput = z.strictObject({
  id: id(),
  account: id('cashbook.account.unknown'),
  name: text({ required: invalid, max: 120 }),
  fromDay: calendarDay(),
  toDay: calendarDay(),
  openingBalance: balance(),
  closingBalance: balance(),
  lines: fileLines,
})
export type FileInput = z.output<typeof fileInput>
const fileRules: Rule<FileInput>[] = [
  { path: 'toDay', error: 'cashbook.to.order', holds: ({ fromDay, toDay }) => !fromDay || !toDay || toDay >= fromDay },
]

/**
 * What a line is or may be: entries of one document, or an open bill or expense that it pays. Its document is one of the ids;
 * `account` is the kind of a transfer's other account, which may have no name of its own.
 */
const bankItem = z.object({
  id: z.string(),
  kind: z.enum(matchKinds),
  day: z.string(),
  amount: z.number(),
  entries: z.array(z.string()),
  name: z.string(),
  number: z.nullable(z.string()),
  account: z.nullable(z.enum(accountKinds)),
  sale: z.nullable(z.string()),
  expense: z.nullable(z.string()),
})
export type BankItem = z.output<typeof bankItem>

/** What a line is proposed to be: `confidence` of 100, `difference` below 0 for a fee or a part of a bill. */
const bankProposal = z.object({
  items: z.array(bankItem),
  confidence: z.number(),
  isSure: z.boolean(),
  difference: z.number(),
  reasons: z.array(z.object({ kind: z.enum(reasonKinds), value: z.nullable(z.union([z.number(), z.string()])) })),
})
export type BankProposal = z.output<typeof bankProposal>

/** A bank's line with what it is, or what it is proposed to be. */
export const bankLine = z.object({
  id: z.string(),
  day: z.string(),
  amount: z.number(),
  name: z.string(),
  text: z.string(),
  reference: z.string(),
  version: z.number(),
  matchedAt: z.nullable(z.string()),
  items: z.array(bankItem),
  proposal: z.nullable(bankProposal),
})
export type BankLineRow = z.output<typeof bankLine>

/** Lines of an account, the oldest first; `open` and `matched` count all, `sure` those that may be accepted without a look. */
export const bankLines = z.object({
  currency: z.string(),
  exponent: z.number(),
  asOf: z.string(),
  rows: z.array(bankLine),
  total: z.number(),
  open: z.number(),
  matched: z.number(),
  sure: z.number(),
})
export type BankLines = z.output<typeof bankLines>

/** An imported file with how many lines it added, and how many of these are matched; `importedBy` is the member's address. */
const bankFile = z.object({
  id: z.string(),
  name: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  at: z.string(),
  importedBy: z.string(),
  lines: z.number(),
  matched: z.number(),
})
export type BankFile = z.output<typeof bankFile>

const note = optionalText({ max: 200, long: 'cashbook.note.long' })

/** An expense that accepting a line enters for its whole amount. */
export const lineExpense = z.strictObject({
  category: z.enum(categories, 'expenses.category.required'),
  supplier: text({ required: 'expenses.supplier.required', max: 80, long: 'expenses.supplier.long' }),
  tax: amount({ required: 'expenses.tax.required', number: 'expenses.amount.number' }),
  note,
})
export type LineExpense = z.output<typeof lineExpense>

/** A transfer, tax payment, or money of the owner or a lender that accepting a line enters; `account` is a transfer's other one. */
export const lineMove = z.strictObject({
  kind: z.enum(recordKinds, 'cashbook.move.required'),
  account: z._default(z.nullable(id('cashbook.account.unknown')), null),
  note,
})
export type LineMove = z.output<typeof lineMove>

/** What a member says that a line is: entries, documents that it pays, or one that is entered for it. */
export const matchInput = z.strictObject({
  ...versioned,
  entries: z._default(z.array(id()).check(z.maxLength(500, invalid)), []),
  documents: z._default(
    z.array(z.strictObject({ kind: z.enum(['bill', 'supplierBill'], invalid), id: id() })).check(z.maxLength(20, invalid)),
    [],
  ),
  expense: z._default(z.nullable(lineExpense), null),
  move: z._default(z.nullable(lineMove), null),
})
export type MatchInput = z.output<typeof matchInput>

export const undoInput = z.strictObject({
  ...versioned,
  reason: text({ required: 'cashbook.reason.required', max: 200, long: 'cashbook.reason.long' }),
})
export type UndoInput = z.output<typeof undoInput>

/**
 * A line that is no longer matched. `stay` counts what accepting it entered or paid that can no longer be reversed: a payment
 * of a bill of which money was refunded, and an expense paid in a month that is closed.
 */
const undoneLine = z.object({ ...bankLine.shape, stay: z.number() })
export type UndoneLine = z.output<typeof undoneLine>

const openRow = { id: z.string(), day: z.string(), amount: z.number(), name: z.string() }
const open = z.object({ count: z.number(), amount: z.number(), rows: z.array(z.object(openRow)) })
/** The entries of one document and day are one row. */
const openEntries = z.object({ ...open.shape, rows: z.array(z.object({ ...openRow, entries: z.array(z.string()) })) })

/**
 * Why the bank's balance at the end of a day differs from the ledger's, in minor units: ledger + `atStart` + `missing` + lines −
 * entries = bank. `atStart` is the difference before the first line, `missing` what files state beyond their lines, `lines` those
 * without entries until the day and `entries` those without lines, each with the first 100. `bank` is null where no file states a balance.
 */
export const bankBalance = z.object({
  currency: z.string(),
  exponent: z.number(),
  asOf: z.string(),
  day: z.string(),
  startedOn: z.nullable(z.string()),
  importedThrough: z.nullable(z.string()),
  bank: z.nullable(z.number()),
  ledger: z.number(),
  atStart: z.number(),
  missing: z.number(),
  lines: open,
  entries: openEntries,
})
export type BankBalance = z.output<typeof bankBalance>

export const bankingContract = {
  /** Which of a file's lines are stored already, by their positions, and which may be with other texts; writes nothing. */
  check: oc
    .route({ method: 'POST', path: '/banking/check' })
    .input(z.strictObject({ account: id('cashbook.account.unknown'), lines: fileLines }))
    .output(z.object({ known: z.array(z.number()), doubles: z.array(z.number()) })),
  /** Stores lines of a bank file; those that are stored already are left alone. */
  importFile: oc
    .route({ method: 'POST', path: '/banking/files', successStatus: 201 })
    .input(withRules(fileInput, fileRules))
    .output(z.object({ id: z.string(), added: z.number(), known: z.number() })),
  /** The files that were imported into an account, the last first, at most 200. */
  files: oc
    .route({ method: 'GET', path: '/banking/accounts/{account}/files' })
    .input(z.strictObject({ account: id() }))
    .output(z.object({ rows: z.array(bankFile) })),
  /** Removes a file with the lines that it added; refused while one of them is matched. A second call removes nothing. */
  removeFile: oc
    .route({ method: 'DELETE', path: '/banking/files/{id}' })
    .input(z.strictObject({ id: id() }))
    .output(z.object({ id: z.string(), lines: z.number() })),
  /** Lines that are to be matched, each with a proposal, or those that are. */
  lines: oc
    .route({ method: 'GET', path: '/banking/accounts/{account}/lines' })
    .input(
      z.strictObject({
        account: id(),
        state: z._default(z.enum(['open', 'matched'], invalid), 'open'),
        page: z._default(counted(100_000), 1),
        size: z._default(counted(pageLimit), 50),
      }),
    )
    .output(bankLines),
  balance: oc
    .route({ method: 'GET', path: '/banking/accounts/{account}/balance' })
    .input(z.strictObject({ account: id(), day: z.optional(calendarDay()) }))
    .output(bankBalance),
  /** Matches a line. One that is matched already is answered as it is. */
  accept: oc.route({ method: 'POST', path: '/banking/lines/{id}/match' }).input(matchInput).output(bankLine),
  /** Matches up to 50 lines whose proposals are sure now; `left` is how many more there are. */
  acceptSure: oc
    .route({ method: 'POST', path: '/banking/accounts/{account}/matches' })
    .input(z.strictObject({ account: id() }))
    .output(z.object({ accepted: z.number(), left: z.number() })),
  /** Makes a line unmatched, and reverses what accepting it entered, where that is still possible. */
  undo: oc.route({ method: 'POST', path: '/banking/lines/{id}/undo' }).input(undoInput).output(undoneLine),
}
