import { oc } from '@orpc/contract'
import * as z from 'zod/mini'
import { changeOf, record, versioned } from '#lib/calls.ts'
import { id, optionalText, text } from '#lib/fields.ts'
import { accountKinds } from './money-account.rules.ts'

/** The input of an account's form: `number` is the bank's, as its files name it. */
export const moneyAccountInput = z.strictObject({
  kind: z.enum(accountKinds, 'cashbook.kind.required'),
  name: text({ required: 'cashbook.name.required', max: 50, long: 'cashbook.name.long', isName: true }),
  number: optionalText({ max: 50, long: 'cashbook.number.long' }),
})
export type MoneyAccountInput = z.output<typeof moneyAccountInput>

/** A change names all but the kind, which stays. */
const accountChange = z.strictObject({ name: moneyAccountInput.shape.name, number: moneyAccountInput.shape.number })

/**
 * A till, bank account, card terminal or wallet. `isFirst` is the one of its kind that every business has, which takes
 * the money of its method unless another is named; its name may be empty.
 */
export const moneyAccount = z.object({
  ...record,
  kind: z.enum(accountKinds),
  name: z.string(),
  number: z.string(),
  isFirst: z.boolean(),
  state: z.enum(['active', 'archived']),
})
export type MoneyAccount = z.output<typeof moneyAccount>

/** What a payment can name. */
const accountChoice = z.object({ id: z.string(), kind: z.enum(accountKinds), name: z.string(), isFirst: z.boolean() })
export type AccountChoice = z.output<typeof accountChoice>

/** The account that a payment names; without one it is the first that takes its method. */
export const accountField = z._default(z.nullable(id('cashbook.account.unknown')), null)

export const moneyAccountContract = {
  /** The active accounts, for anyone who takes or spends money; without balances. */
  choices: oc.route({ method: 'GET', path: '/cashbook/choices' }).output(z.array(accountChoice)),
  createAccount: oc
    .route({ method: 'POST', path: '/cashbook/accounts', successStatus: 201 })
    .input(z.strictObject({ ...moneyAccountInput.shape, id: z.optional(id()) }))
    .output(moneyAccount),
  updateAccount: oc.route({ method: 'PATCH', path: '/cashbook/accounts/{id}' }).input(changeOf(accountChange)).output(moneyAccount),
  /** Takes no more money; its entries stay. Refused for a first account and for one with a balance. */
  archiveAccount: oc
    .route({ method: 'POST', path: '/cashbook/accounts/{id}/archive' })
    .input(z.strictObject(versioned))
    .output(moneyAccount),
  restoreAccount: oc
    .route({ method: 'POST', path: '/cashbook/accounts/{id}/restore' })
    .input(z.strictObject(versioned))
    .output(moneyAccount),
}
