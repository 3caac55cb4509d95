import { addDays, addMonths, lastDayOf } from '#lib/days.ts'
import type { Office } from './office.ts'

/** The accounts of a business by kind, with their balances. */
async function accountsOf({ calls }: Office) {
  const { rows, taxDue } = await calls.cashbook.accounts({})
  const of = (kind: string) => rows.find((row) => row.kind === kind && row.isFirst) ?? { id: '', balance: 0 }
  return { till: of('till'), bank: of('bank'), card: of('card'), wallet: of('wallet'), taxDue }
}

/** Sets what the bank and the till had on the day before the first. */
export async function openAccounts(office: Office, first: string): Promise<void> {
  const { calls, business } = office
  const { till, bank } = await accountsOf(office)
  const day = addDays(first, -1)
  for (const [account, balance] of [
    [bank.id, business.opening.bank],
    [till.id, business.opening.till],
  ] as const) {
    office.pass()
    await calls.cashbook.setBalance({ account, day, balance, note: '' })
  }
}

/** Brings the cash beyond the float to the bank, and what the card terminal and the wallet have. */
async function bankMoney(office: Office, day: string): Promise<void> {
  const { calls, business } = office
  const { till, bank, card, wallet } = await accountsOf(office)
  for (const [from, amount] of [
    [till.id, till.balance - business.opening.till],
    [card.id, card.balance],
    [wallet.id, wallet.balance],
  ] as const) {
    office.pass()
    if (amount > 0) await calls.cashbook.record({ kind: 'transfer', amount, day, from, into: bank.id, note: '' })
  }
}

/** Pays the tax of the quarter that ended before the last month. */
async function payTax(office: Office, day: string): Promise<void> {
  const { calls } = office
  const [first, last] = [addMonths(`${day.slice(0, 7)}-01`, -4), addMonths(`${day.slice(0, 7)}-01`, -2)]
  const { payable } = await calls.finance.tax({ from: first, to: lastDayOf(last.slice(0, 7)) })
  const { bank, taxDue } = await accountsOf(office)
  office.pass()
  const amount = Math.min(payable, taxDue)
  if (amount > 0) await calls.cashbook.record({ kind: 'taxPaid', amount, day, from: bank.id, note: '' })
}

/** Pays the suppliers whose bills are due. */
async function paySuppliers({ calls, pass }: Office, day: string): Promise<void> {
  for (const { id, version, dueOn } of (await calls.expenses.list({ state: 'unpaid', size: 100 })).rows) {
    pass()
    if (dueOn !== null && dueOn <= day) await calls.expenses.update({ id, version, isUnpaid: false, paidOn: day })
  }
}

/** The days of a month on which money moves between accounts; the tax is paid in February, May, August and November. */
export async function moveMoney(office: Office, day: string): Promise<void> {
  if (/-(?:04|11|18|25)$/.test(day)) await bankMoney(office, day)
  if (/-(?:02|05|08|11)-12$/.test(day)) await payTax(office, day)
  if (/-(?:15|28)$/.test(day)) await paySuppliers(office, day)
  const { calls, business } = office
  const { bank } = /-(?:03|06|09|12)-28$/.test(day) ? await accountsOf(office) : { bank: null }
  if (bank && bank.balance > business.opening.bank)
    await calls.cashbook.record({ kind: 'ownerOut', amount: business.opening.draw, day, from: bank.id, note: '' })
}
