import { isIban, plainAccount } from '#lib/bank-account.ts'
import { asciiDigits } from '#lib/digits.ts'
import { searchable } from '#lib/search.ts'
import type { BankLayout } from './bank-layout.rules.ts'
import type { BankStatement } from './bank-statement.rules.ts'
import type { TableRow } from './bank-table.rules.ts'
import { parseBankAmount } from './bank-values.rules.ts'

type Facts = Pick<BankStatement, 'account' | 'currency' | 'openingBalance' | 'closingBalance'>

/** How a row that is no movement begins. */
const labels = {
  account: /^(?:account(?: number| no)?|iban|kontonummer|konto|girokonto)\b|^(?:رقم الحساب|الايبان)/,
  currency: /^(?:account )?(?:currency|ccy|wahrung)\b|^(?:العمله|عمله الحساب)/,
  openingBalance: /^(?:opening|beginning|previous|start) balance|^balance brought forward|^anfangssaldo|^الرصيد الافتتاحي|^رصيد افتتاحي/,
  closingBalance:
    /^(?:closing|ending|end|current|account) balance|^balance carried forward|^endsaldo|^kontostand|^الرصيد الختامي|^رصيد الاقفال/,
}

/** The cells after a row's label, or the rest of the label's cell: `Account number: 123`, or both in cells of their own. */
function valuesOf(cells: readonly string[], label: RegExp): string[] | null {
  const at = cells.findIndex((cell) => label.test(searchable(cell)))
  if (at < 0) return null
  return [...cells.slice(at + 1), (cells[at] ?? '').replace(/^[^:]*:?/, '')].map((cell) => cell.trim()).filter(Boolean)
}

function firstFound<Value>(rows: readonly TableRow[], label: RegExp, read: (value: string) => Value | null): Value | null {
  for (const { cells } of rows) {
    for (const value of valuesOf(cells, label) ?? []) {
      const found = read(value)
      if (found !== null) return found
    }
  }
  return null
}

/** An IBAN, or a number of an account that a label announces. */
function accountIn(rows: readonly TableRow[]): string {
  const cells = rows.flatMap((row) => row.cells.flatMap((cell) => [cell, ...cell.split(/[:\s]+(?=[A-Z]{2}\d{2})/)]))
  const iban = cells.map(plainAccount).find(isIban)
  return (
    iban ?? firstFound(rows, labels.account, (value) => /^[\d*xX -]{6,34}$/.exec(asciiDigits(value))?.[0].replace(/\s/g, '') ?? null) ?? ''
  )
}

const codeIn = (text: string) => /^\s*([A-Z]{3})\b/.exec(text)?.[1] ?? null

/** The currency in the heading of an amount: `Amount (GBP)`. */
function headingCurrency({ headings, columns }: BankLayout): string | null {
  const money = headings.filter((_, at) => ['amount', 'debit', 'credit'].includes(columns[at] ?? ''))
  return money.map((heading) => /[([]([A-Z]{3})[)\]]/.exec(heading)?.[1]).find((code) => code !== undefined) ?? null
}

/** What rows beside the movements state of the account and its balances. */
export function statedFacts(rows: readonly TableRow[], layout: BankLayout, exponent: number): Facts {
  const amount = (value: string) => (/\d[.,\d]*$|\d\D{0,6}$/.test(value) ? parseBankAmount(value, layout.decimalMark, exponent) : null)
  return {
    account: accountIn(rows),
    currency: firstFound(rows, labels.currency, codeIn) ?? headingCurrency(layout) ?? '',
    openingBalance: firstFound(rows, labels.openingBalance, amount),
    closingBalance: firstFound(rows, labels.closingBalance, amount),
  }
}
