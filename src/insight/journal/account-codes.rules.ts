import { accounts } from '#business/ledger/ledger.rules.ts'
import { accountKinds } from '#business/ledger/money-account.rules.ts'

const isOther = <Name extends string>(name: Name): name is Exclude<Name, 'cash'> => name !== 'cash'

/** The accounts of a journal: those of the ledger, and instead of `cash` the kinds of money accounts. */
export const journalAccounts = [...accountKinds, ...accounts.filter(isOther)] as const
export type JournalAccount = (typeof journalAccounts)[number]

/** The files that an accountant's program reads. */
export const exportFormats = ['general', 'xero', 'quickbooks', 'datev'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The charts of accounts of DATEV that have default codes here: SKR03 and SKR04. */
export const datevCharts = ['03', '04'] as const
export type DatevChart = (typeof datevCharts)[number]

/** What a code belongs to: an account of the journal, or the name of the tax rate that Xero requires on each line. */
export const coded = [...journalAccounts, 'taxRate'] as const
export type Coded = (typeof coded)[number]

/** Each account with a code of this product's own chart. */
const general: Record<JournalAccount, string> = {
  till: '1000',
  bank: '1010',
  card: '1020',
  wallet: '1030',
  supplierPayable: '2000',
  loan: '2500',
  owner: '3000',
  marketplaceReceivable: '1100',
  payoutClearing: '1150',
  customerReceivable: '1200',
  customerCredit: '2100',
  taxPayable: '2200',
  payrollPayable: '2300',
  deferredRevenue: '2400',
  opening: '3900',
  revenue: '4000',
  discount: '4100',
  refund: '4200',
  deferral: '4300',
  payroll: '5000',
  commission: '5100',
  expense: '6000',
}

/**
 * Xero's default chart for the United Kingdom. Xero refuses bank accounts, accounts receivable (610) and payable (800) in
 * manual journals: these have codes that its chart leaves free.
 */
const xero: Record<JournalAccount, string> = {
  till: '601',
  bank: '603',
  card: '604',
  wallet: '605',
  supplierPayable: '802',
  loan: '900',
  owner: '970',
  marketplaceReceivable: '602',
  payoutClearing: '855',
  customerReceivable: '612',
  customerCredit: '813',
  taxPayable: '820',
  payrollPayable: '805',
  deferredRevenue: '810',
  opening: '850',
  revenue: '200',
  discount: '200',
  refund: '200',
  deferral: '200',
  payroll: '320',
  commission: '325',
  expense: '429',
}

/** QuickBooks finds accounts by name. Accounts receivable and its sales tax account would need a customer or an agency. */
const quickbooks: Record<JournalAccount, string> = {
  till: 'Cash on hand',
  bank: 'Checking',
  card: 'Card clearing',
  wallet: 'Wallet clearing',
  supplierPayable: 'Accrued expenses',
  loan: 'Loans payable',
  owner: 'Owner investment',
  marketplaceReceivable: 'Marketplace balance',
  payoutClearing: 'Payouts in transit',
  customerReceivable: 'Customer balances',
  customerCredit: 'Customer credit',
  taxPayable: 'Tax due',
  payrollPayable: 'Trainer pay due',
  deferredRevenue: 'Deferred revenue',
  opening: 'Opening balance equity',
  revenue: 'Sales',
  discount: 'Discounts given',
  refund: 'Refunds to customers',
  deferral: 'Change in deferred revenue',
  payroll: 'Trainer pay',
  commission: 'Commissions and fees',
  expense: 'Other business expenses',
}

/**
 * SKR03 and SKR04: only accounts without a tax function and without sub-ledger, since the ledger moves tax on its own
 * and a line names no customer (1410, 1210: receivables outside the sub-ledger).
 */
const datev: Record<DatevChart, Record<JournalAccount, string>> = {
  '03': {
    till: '1000',
    bank: '1200',
    card: '1210',
    wallet: '1220',
    supplierPayable: '1610',
    loan: '630',
    owner: '1890',
    marketplaceReceivable: '1500',
    payoutClearing: '1360',
    customerReceivable: '1410',
    customerCredit: '1710',
    taxPayable: '1770',
    payrollPayable: '1700',
    deferredRevenue: '990',
    opening: '9000',
    revenue: '8200',
    discount: '8700',
    refund: '8700',
    deferral: '8200',
    payroll: '3100',
    commission: '4760',
    expense: '4900',
  },
  '04': {
    till: '1600',
    bank: '1800',
    card: '1810',
    wallet: '1820',
    supplierPayable: '3310',
    loan: '3150',
    owner: '2180',
    marketplaceReceivable: '1300',
    payoutClearing: '1460',
    customerReceivable: '1210',
    customerCredit: '3250',
    taxPayable: '3800',
    payrollPayable: '3500',
    deferredRevenue: '3900',
    opening: '9000',
    revenue: '4200',
    discount: '4700',
    refund: '4700',
    deferral: '4200',
    payroll: '5900',
    commission: '6770',
    expense: '6300',
  },
}

/** What has a code in a format: every account of the journal, and in Xero the tax rate. */
export const codedIn = (format: ExportFormat): readonly Coded[] => (format === 'xero' ? coded : journalAccounts)

/** The code that a format has by default. @param chart of DATEV */
export function defaultCode(format: ExportFormat, of: Coded, chart: DatevChart): string {
  if (of === 'taxRate') return format === 'xero' ? 'No VAT' : ''
  return { general, xero, quickbooks, datev: datev[chart] }[format][of]
}

/**
 * What each format accepts as a code. Xero's codes have at most 10 characters; DATEV's have as many digits as its client
 * is set to, customers and suppliers one more (`tooLong`). None may begin as a formula, which a spreadsheet would run.
 */
const accepted: Record<ExportFormat, RegExp> = {
  general: /^[\p{L}\p{N}][\p{L}\p{N}./ -]{0,19}$/u,
  xero: /^[\p{L}\p{N}][\p{L}\p{N}./-]{0,9}$/u,
  quickbooks: /^[\p{L}\p{N}(][^\p{Cc}"]{0,99}$/u,
  datev: /^(?!0+$)\d{1,9}$/,
}

/** Whether a format accepts a code; '' means that there is none. */
export const isCode = (format: ExportFormat, of: string, code: string): boolean =>
  code === '' || (of === 'taxRate' ? accepted.quickbooks : accepted[format]).test(code)

/** Whether a code of DATEV has more digits than its client's accounts, those of customers and suppliers included. */
export const isTooLong = (code: string, accountLength: number): boolean => code.length > accountLength + 1
