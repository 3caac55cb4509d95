import type { Trx } from '#db/tenant.ts'
import { changedFields } from '#kernel/audit.ts'
import { changedRecord } from '#kernel/changes.ts'
import { handlersOf } from '#kernel/base.ts'
import { catchingUp, inTenant, type TenantContext } from '#kernel/context.ts'
import { failure, withConstraints } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { answeredBefore, digestOf } from '#kernel/retry.ts'
import type { Seen } from '#lib/calls.ts'
import { auditMoney, lockBooks } from './books.server.ts'
import { balancesOn } from './money-account.balance.server.ts'
import { moneyAccountContract, type AccountChoice, type MoneyAccountInput, type MoneyAccount } from './money-account.contract.ts'
import { firstAccounts } from './money-account.row.server.ts'

const os = handlersOf({ cashbook: moneyAccountContract })

const columns = ['id', 'kind', 'name', 'number', 'isFirst', 'state', 'createdAt', 'updatedAt', 'version'] as const

/** The accounts that there are, tills first, the first of each kind before the others, archived ones last. */
export function accountRows({ trx, vendorId }: TenantContext): Promise<MoneyAccount[]> {
  return trx
    .selectFrom('moneyAccounts')
    .select(columns)
    .where('vendorId', '=', vendorId)
    .orderBy('state')
    .orderBy((eb) => eb.fn('array_position', [eb.val(['till', 'bank', 'card', 'wallet']), 'kind']))
    .orderBy('isFirst', 'desc')
    .orderBy('name')
    .execute()
}

/** Every account of a business; creates the four that every business has, if they are missing. */
export async function readMoneyAccounts(ctx: TenantContext): Promise<MoneyAccount[]> {
  const { trx, vendorId, now, call } = ctx
  await firstAccounts({ trx, vendorId, now, newId: () => newId(call.app.now()) })
  return accountRows(ctx)
}

/** One account. @throws document/not-found */
export async function readMoneyAccount(trx: Trx, vendorId: string, id: string): Promise<MoneyAccount> {
  const row = await trx.selectFrom('moneyAccounts').select(columns).where('vendorId', '=', vendorId).where('id', '=', id).executeTakeFirst()
  if (!row) throw failure('document/not-found')
  return row
}

async function readChoices(ctx: TenantContext): Promise<AccountChoice[]> {
  const rows = await readMoneyAccounts(ctx)
  return rows.filter(({ state }) => state === 'active').map(({ id, kind, name, isFirst }) => ({ id, kind, name, isFirst }))
}

/** Two accounts of one name would be mistaken for each other. */
const named = <T>(work: () => Promise<T>) => withConstraints({ moneyAccountsNames: { field: 'name', key: 'cashbook.name.taken' } }, work)

/** Adds an account. @throws request/invalid at `name` where another has it */
async function createAccount(ctx: TenantContext, input: MoneyAccountInput & { id?: string | undefined }): Promise<MoneyAccount> {
  const { trx, call, vendorId, now } = ctx
  const { id = newId(call.app.now()), ...request } = input
  const inputDigest = digestOf(request)
  await lockBooks(trx, vendorId)
  const before = await answeredBefore(ctx, 'moneyAccounts', id, inputDigest, () => readMoneyAccount(trx, vendorId, id))
  if (before) return before
  const row = { ...request, isFirst: false, state: 'active' as const, inputDigest }
  await named(() =>
    trx
      .insertInto('moneyAccounts')
      .values({ vendorId, id, ...row, createdAt: now, updatedAt: now })
      .execute(),
  )
  await auditMoney(trx, call, { action: 'create', entity: 'moneyAccount', target: id, after: request })
  return readMoneyAccount(trx, vendorId, id)
}

/** Writes a change of the account that the caller saw, with its audit row. @throws request/stale, document/not-found */
async function change(
  ctx: TenantContext,
  { id, version }: Seen,
  action: 'update' | 'archive' | 'restore',
  changeOf: (before: MoneyAccount) => Promise<Partial<Pick<MoneyAccount, 'name' | 'number' | 'state'>>>,
): Promise<MoneyAccount> {
  const { trx, call, vendorId, now } = ctx
  await lockBooks(trx, vendorId)
  const before = await readMoneyAccount(trx, vendorId, id)
  if (before.version !== version) throw failure('request/stale', { current: before })
  const after = await changeOf(before)
  const logged = changedFields(before, after)
  if (Object.keys(logged.after).length === 0) return before
  await named(() =>
    trx
      .updateTable('moneyAccounts')
      .set({ ...after, version: version + 1, updatedAt: now })
      .where('vendorId', '=', vendorId)
      .where('id', '=', id)
      .execute(),
  )
  await auditMoney(trx, call, { action, entity: 'moneyAccount', target: id, ...logged })
  return readMoneyAccount(trx, vendorId, id)
}

/** Takes an account out of use. @throws account/in-use for a first one, or one that has money */
const archiveAccount = (ctx: TenantContext, seen: Seen) =>
  change(ctx, seen, 'archive', async ({ id, isFirst }) => {
    const balanceOf = await balancesOn(ctx, null)
    if (isFirst || balanceOf(id).amount !== 0) throw failure('account/in-use')
    return { state: 'archived' }
  })

/** The ledger handles the accounts of the cashbook, since each of its entries names them. */
export const moneyAccountHandlers = {
  choices: os.cashbook.choices.handler(catchingUp(readChoices)),
  createAccount: os.cashbook.createAccount.handler(inTenant(createAccount)),
  updateAccount: os.cashbook.updateAccount.handler(
    inTenant((ctx, { id, version, ...fields }) =>
      change(ctx, { id, version }, 'update', async (before) =>
        changedRecord<Pick<MoneyAccount, 'name' | 'number'>>(['name', 'number'], before, fields, []),
      ),
    ),
  ),
  archiveAccount: os.cashbook.archiveAccount.handler(inTenant(archiveAccount)),
  restoreAccount: os.cashbook.restoreAccount.handler(
    inTenant((ctx, seen) => change(ctx, seen, 'restore', async () => ({ state: 'active' }))),
  ),
}
