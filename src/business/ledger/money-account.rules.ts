/** What a money account is: a desk's till, a bank account, a card terminal or a wallet that pays out later. */
export const accountKinds = ['till', 'bank', 'card', 'wallet'] as const
export type AccountKind = (typeof accountKinds)[number]

/** Whether money of a source is spent by the business: its card then draws on the bank, not on the terminal. */
const isSpent = (source: string) => source === 'expense' || source === 'payroll'

/**
 * The kind of account that money of a method comes to or leaves from. Money without a method, such as a payout of the
 * marketplace, is the bank's.
 */
export function accountKindOf(method: string | null, source: string): AccountKind {
  if (method === 'cash') return 'till'
  if (method === 'wallet') return 'wallet'
  return method === 'card' && !isSpent(source) ? 'card' : 'bank'
}

/** The kinds that a payment of a method can name; a card can be the terminal or a card of the bank. */
export const kindsOf = { cash: ['till'], card: ['card', 'bank'], transfer: ['bank'], wallet: ['wallet'] } as const satisfies Record<
  string,
  readonly AccountKind[]
>

/** The method of a payment that names an account of a kind. */
export const methodOf = { till: 'cash', bank: 'transfer', card: 'card', wallet: 'wallet' } as const satisfies Record<AccountKind, string>

/** The value of a choice that names an account of its own, `method:account`, or the method alone for the first account. */
export const payValue = ({ method, account }: { method: string; account: string | null }) =>
  account === null ? method : `${method}:${account}`

/** The method and account that a choice's value names. */
export function paidWith(value: string): { method: string; account: string | null } {
  const [method = '', account = null] = value.split(':')
  return { method, account }
}

/** The values of a form with the account that its choice of a method names. */
export const withAccount = <Values extends { method: string }>(values: Values) => ({ ...values, ...paidWith(values.method) })
