import type { XmlElement } from '@rgrove/parse-xml'
import { isDay } from '#lib/days.ts'
import { BankFileError, bankFileLines, bankText, joinedText, type BankLine, type BankStatement } from './bank-statement.rules.ts'
import { parseBankAmount } from './bank-values.rules.ts'
import { childrenOf, elementAt, textAt, xmlRoot } from './xml-nodes.rules.ts'

/** Amounts of the account that a file is imported into. */
type Money = { currency: string; exponent: number }

/** The unsigned amount of an `Amt` in minor units; null if it is missing or of another currency. */
function amountOf(amount: XmlElement | null, { currency, exponent }: Money): number | null {
  const isOwn = amount !== null && (amount.attributes['Ccy'] ?? currency) === currency
  return isOwn ? parseBankAmount(amount.text.trim(), '.', exponent) : null
}

/** −1 for a debit, 1 for a credit; of a reversal too, since it states the direction of the entry itself (ISO 20022). */
const signOf = (element: XmlElement) => (textAt(element, 'CdtDbtInd') === 'DBIT' ? -1 : 1)

/** A day, of a date or a moment in the bank's own time. */
const dayAt = (element: XmlElement, name: string) => (textAt(element, name, 'Dt') || textAt(element, name, 'DtTm')).slice(0, 10)

/** What EndToEndId states if the payer gave none. */
const given = (reference: string) => (/^(?:NOT ?PROVIDED|NONREF|NOTAVAIL)$/i.test(reference) ? '' : reference)

/** The name of a party, up to version 6 directly and from then in `Pty`. */
const partyName = (parties: XmlElement | null, role: string) => textAt(parties, role, 'Pty', 'Nm') || textAt(parties, role, 'Nm')

function partyOf(details: XmlElement | null, sign: 1 | -1): string {
  const parties = elementAt(details, 'RltdPties')
  const [ultimate, direct] = sign > 0 ? ['UltmtDbtr', 'Dbtr'] : ['UltmtCdtr', 'Cdtr']
  return bankText(partyName(parties, direct) || partyName(parties, ultimate))
}

/** Remittance of any kind: as the payer wrote it, and structured references and document numbers. */
function remittanceOf(details: XmlElement | null): { text: string; references: string[] } {
  const remittance = elementAt(details, 'RmtInf')
  const structured = childrenOf(remittance, 'Strd')
  return {
    text: joinedText([
      ...childrenOf(remittance, 'Ustrd').map((text) => text.text),
      ...structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map((text) => text.text)),
    ]),
    references: structured.flatMap((one) => [
      textAt(one, 'CdtrRefInf', 'Ref'),
      ...childrenOf(one, 'RfrdDocInf').map((document) => textAt(document, 'Nb')),
    ]),
  }
}

type Entry = { element: XmlElement; line: number; day: string; bankId: string }

/** A movement from an entry, or from one of its payments. */
function camtLine({ element, line, day, bankId }: Entry, details: XmlElement | null, amount: number): BankLine {
  const { text, references } = remittanceOf(details)
  const own = textAt(details, 'Refs', 'AcctSvcrRef')
  return {
    line,
    day,
    amount,
    balance: null,
    name: partyOf(details, amount < 0 ? -1 : 1),
    text: text || joinedText([textAt(details, 'AddtlTxInf'), textAt(element, 'AddtlNtryInf')]),
    reference: joinedText([given(textAt(details, 'Refs', 'EndToEndId')), ...references]),
    bankId: bankText(given(own) || given(bankId)),
  }
}

/** The payments of a batch, if their amounts are stated and sum to the entry's. */
function paymentsOf(entry: Entry, total: number, money: Money): BankLine[] | null {
  const details = childrenOf(entry.element, 'NtryDtls').flatMap((batch) => childrenOf(batch, 'TxDtls'))
  if (details.length < 2) return null
  const sign = total < 0 ? -1 : 1
  const lines = details.flatMap((one) => {
    const amount = amountOf(elementAt(one, 'Amt') ?? elementAt(one, 'AmtDtls', 'TxAmt', 'Amt'), money)
    if (amount === null) return []
    return [camtLine(entry, one, amount * (elementAt(one, 'CdtDbtInd') ? signOf(one) : sign))]
  })
  return lines.length === details.length && lines.reduce((sum, { amount }) => sum + amount, 0) === total ? lines : null
}

/** Whether the bank has booked an entry: not one that is pending, in the future or for information. */
const isBooked = (element: XmlElement) => (textAt(element, 'Sts', 'Cd') || textAt(element, 'Sts') || 'BOOK') === 'BOOK'

/** The movements of a booked entry. @param line the entry's number in the file @throws BankFileError for an unreadable amount or day */
function entryLines(element: XmlElement, line: number, money: Money): BankLine[] {
  const amount = amountOf(elementAt(element, 'Amt'), money)
  if (amount === null) throw new BankFileError('amount', line)
  const day = dayAt(element, 'BookgDt') || dayAt(element, 'ValDt')
  if (!isDay(day)) throw new BankFileError('day', line)
  if (amount === 0) return []
  const total = amount * signOf(element)
  const entry = { element, line, day, bankId: textAt(element, 'AcctSvcrRef') || textAt(element, 'NtryRef') }
  return paymentsOf(entry, total, money) ?? [camtLine(entry, elementAt(element, 'NtryDtls', 'TxDtls'), total)]
}

const accountIn = (statement: XmlElement) =>
  (textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id')).replace(/\s/g, '')

/** The signed balance of a kind; null if the statement has none. @param codes OPBD or PRCD, or CLBD */
function balanceOf(statement: XmlElement | undefined, codes: readonly string[], money: Money): number | null {
  const found = codes.flatMap((code) =>
    childrenOf(statement ?? null, 'Bal').filter((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === code),
  )[0]
  const amount = amountOf(elementAt(found ?? null, 'Amt'), money)
  return found && amount !== null ? amount * signOf(found) || 0 : null
}

/** The statements of one account and currency, the oldest first. @throws BankFileError for several accounts or another currency */
function statementsOf(text: string, { currency }: Money): XmlElement[] {
  const all = childrenOf(elementAt(xmlRoot(text), 'BkToCstmrStmt'), 'Stmt')
  if (all.length === 0) throw new BankFileError('unknownFormat')
  const own = all.filter((statement) => (textAt(statement, 'Acct', 'Ccy') || currency) === currency)
  if (own.length === 0) throw new BankFileError('currency')
  if (new Set(own.map(accountIn)).size > 1) throw new BankFileError('severalAccounts')
  return own.toSorted((a, b) => (openingDay(a) < openingDay(b) ? -1 : openingDay(a) > openingDay(b) ? 1 : 0))
}

const openingDay = (statement: XmlElement) => textAt(statement, 'FrToDt', 'FrDtTm') || textAt(statement, 'CreDtTm')

/**
 * Reads a bank's statement in CAMT.053 (ISO 20022, versions .001.02 to .001.13); an entry of several payments becomes a line for
 * each. Lines count its entries from 1.
 * @throws BankFileError
 */
export function bankStatementOfCamt(text: string, money: Money): BankStatement {
  const statements = statementsOf(text, money)
  const entries = statements.flatMap((statement) => childrenOf(statement, 'Ntry'))
  if (entries.length > bankFileLines) throw new BankFileError('tooManyLines')
  const lines = entries.flatMap((element, at) => (isBooked(element) ? entryLines(element, at + 1, money) : []))
  if (lines.length > bankFileLines) throw new BankFileError('tooManyLines')
  const [opening, closing] = [balanceOf(statements[0], ['OPBD', 'PRCD'], money), balanceOf(statements.at(-1), ['CLBD'], money)]
  const sum = lines.reduce((total, { amount }) => total + amount, 0)
  return {
    account: statements[0] ? accountIn(statements[0]) : '',
    currency: statements.map((statement) => textAt(statement, 'Acct', 'Ccy')).find(Boolean) ?? '',
    openingBalance: opening,
    closingBalance: closing,
    isChained: opening === null || closing === null ? null : opening + sum === closing,
    skipped: entries.filter((element) => !isBooked(element)).length,
    lines,
  }
}
