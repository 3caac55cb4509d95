import { searchable } from '#lib/search.ts'
import { columnRoles, type ColumnRole } from './column-roles.rules.ts'

/** Words by which a column is recognized, English, German and Arabic; of several columns the one of the earliest word is used. */
const words: Record<ColumnRole, string> = {
  day:
    'posting date, posted date, date posted, post date, booking date, buchungstag, buchungsdatum, date completed, completed date,' +
    'transaction date, txn date, tran date, trans date, entry date, date, datum, تاريخ القيد, تاريخ العملية, تاريخ المعاملة,' +
    'تاريخ الحركة, التاريخ, تاريخ, value date, value dt, valutadatum, valuta, wertstellung, wert, تاريخ الحق, تاريخ القيمة',
  amount: 'total amount, amount, transaction amount, betrag, umsatz, value, مبلغ العملية, المبلغ, مبلغ, قيمة العملية, القيمة',
  debit:
    'debit, debit amount, debit amt, debits, paid out, money out, withdrawal, withdrawals, withdrawal amount, withdrawal amt, outflow,' +
    'out, soll, belastung, ausgang, مدين, المدين, مبلغ مدين, سحب, السحب, سحوبات, المسحوبات, السحوبات, خصم, الخصم',
  credit:
    'credit, credit amount, credit amt, credits, paid in, money in, deposit, deposits, deposit amount, deposit amt, inflow,' +
    'in, haben, gutschrift, eingang, دائن, الدائن, مبلغ دائن, إيداع, الإيداع, إيداعات, الإيداعات, إضافة, الإضافة',
  direction:
    'debit credit, credit debit, dr cr, cr dr, debit or credit, credit or debit, credit debit indicator, direction, soll haben,' +
    'مدين دائن, transaction type, type, details, نوع الحركة, نوع العملية',
  fee: 'fee, fees, charges, الرسوم, رسوم',
  balance:
    'balance, running balance, running bal, account balance, ledger balance, balance after, saldo nach buchung, saldo, kontostand,' +
    'الرصيد بعد العملية, الرصيد, رصيد, available balance',
  name:
    'counter party, counterparty, counterparty name, name, merchant name, merchant, beneficiary name, beneficiary, payee,' +
    'begunstigter zahlungspflichtiger, beguenstigter zahlungspflichtiger, begunstigter auftraggeber, name zahlungsbeteiligter,' +
    'auftraggeber empfanger, الطرف الآخر, اسم المستفيد, المستفيد, الاسم',
  payer: 'payer, payer name, sender, sender name, remitter, from, zahlungspflichtige r, zahlungspflichtiger, المرسل, اسم المرسل, المحول',
  payee: 'payee name, receiver, recipient, to, zahlungsempfanger in, zahlungsempfanger, المستلم, المحول إليه',
  text:
    'description, transaction description, transaction details, narration, narrative, particulars, details, memo, remarks,' +
    'verwendungszweck, buchungstext, umsatzart, vorgang, subcategory, transaction type, type, البيان, بيان العملية, تفاصيل العملية,' +
    'التفاصيل, تفاصيل, الوصف, وصف العملية, الشرح, شرح, نوع العملية, نوع الحركة',
  reference:
    'reference, payment reference, customer reference, kundenreferenz end to end, kundenreferenz, end to end id, ref, chq ref no,' +
    'check or slip, cheque no, cheque number, check number, المرجع, رقم المرجع, مرجع العميل, رقم الشيك',
  bankId:
    'transaction id, id, transaction number, transaction reference, transaction ref no, bank reference number, bank reference,' +
    'reference number, رقم العملية, رقم الحركة, الرقم المرجعي',
  currency: 'currency, ccy, payment currency, wahrung, waehrung, العملة, عملة',
  account: 'account, auftragskonto, iban auftragskonto, account number, account no, رقم الحساب',
  state: 'state, status, transaction status, info, الحالة, حالة العملية',
}

/** Words of a column that the customer may edit at the bank: only for a file with no other text. */
const noteWords = ['notes', 'note', 'notes and tags', 'ملاحظات'].map(searchable)

const ranks = new Map<ColumnRole, Map<string, number>>(
  columnRoles.map((role) => [role, new Map(words[role].split(',').map((word, rank) => [searchable(word), rank]))]),
)

/** Roles that several columns may have together. */
const sharedRoles: readonly ColumnRole[] = ['text', 'reference']

/** The forms of a heading: complete, without brackets, and each of its languages or alternatives. */
function formsOf(heading: string): string[] {
  const open = heading.replace(/\([^)]*\)|\[[^\]]*\]|[€£$]/g, ' ')
  const parts = [heading, open, ...open.split(/[/|\n–-]/), open.replace(/[\u0600-\u06ff]+/g, ' '), open.replace(/[a-z]+/gi, ' ')]
  return [...new Set(parts.flatMap((part) => [part, part.replace(/\b[A-Z]{3}\s*$/, '')]).map(searchable))].filter(Boolean)
}

/** How early a heading's best form is among a role's words; Infinity if it is none of them. */
function rankOf(forms: readonly string[], role: ColumnRole): number {
  return Math.min(...forms.map((form) => ranks.get(role)?.get(form) ?? Infinity))
}

/** The columns of a heading row that have a role, the best first. */
function columnsOf(headings: readonly string[][], role: ColumnRole): number[] {
  return headings
    .map((forms, at) => ({ at, rank: rankOf(forms, role) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ at }) => at)
}

/** Whether the values of a column may be those of a role: for headings that also mean something else. */
export type IsRole = (role: ColumnRole, column: number) => boolean

/**
 * The role of each column by its heading, empty for none.
 * @param isRole whether a column's values confirm the role, where its heading may mean something else too
 */
export function recognizeColumns(headings: readonly string[], isRole: IsRole): (ColumnRole | '')[] {
  const roles: (ColumnRole | '')[] = headings.map(() => '')
  const forms = headings.map(formsOf)
  for (const role of columnRoles) {
    const found = columnsOf(forms, role).filter((at) => roles[at] === '' && isRole(role, at))
    for (const at of sharedRoles.includes(role) ? found : found.slice(0, 1)) roles[at] = role
  }
  const hasSeparate = roles.includes('debit') && roles.includes('credit')
  const single = roles.map((role) => (hasSeparate && (role === 'amount' || role === 'direction') ? '' : role))
  if (single.includes('text')) return single
  const note = forms.findIndex((all, at) => single[at] === '' && all.some((form) => noteWords.includes(form)))
  return single.map((role, at) => (at === note ? 'text' : role))
}

/** Whether columns suffice to read movements: a day, and an amount or both debit and credit. */
export const isComplete = (columns: readonly (ColumnRole | '')[]) =>
  columns.includes('day') && (columns.includes('amount') || (columns.includes('debit') && columns.includes('credit')))

const outWords = ['dr', 'd', 'debit', 'dbit', 's', 'soll', 'out', 'withdrawal', 'مدين', 'سحب', 'خصم'].map(searchable)
const inWords = ['cr', 'c', 'credit', 'crdt', 'h', 'haben', 'in', 'deposit', 'دائن', 'إيداع', 'إضافة'].map(searchable)

/** The sign of a direction's word: −1 for money out, 1 for money in, 0 for any other word. */
export function directionOf(text: string): -1 | 0 | 1 {
  const word = searchable(text)
  return outWords.includes(word) ? -1 : inWords.includes(word) ? 1 : 0
}

const unbooked = /\b(?:pending|declined|failed|rejected|reverted|cancelled|canceled|vorgemerkt|authori[sz]ed)\b|معلق|قيد التنفيذ|مرفوض|ملغ/

/** Whether a state's word says that the bank has not booked the movement. */
export const isUnbooked = (text: string) => unbooked.test(searchable(text))
