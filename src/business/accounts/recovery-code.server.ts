import { randomInt } from 'node:crypto'
import { tenant, type Trx } from '#db/tenant.ts'
import type { App } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf, memberOf } from '#kernel/base.ts'
import { failure } from '#kernel/failure.ts'
import { accountContract, recoveryCodeCount } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

/** Twelve digits, grouped for copying: 2468-1357-9024. */
function newCode(): string {
  const group = () => String(randomInt(0, 10_000)).padStart(4, '0')
  return `${group()}-${group()}-${group()}`
}

/** Keyed, so that a stolen table can't be searched for codes; the same hash however the code is typed. */
const hashOf = ({ secrets }: App, userId: string, code: string) =>
  secrets.hmac('recovery-code', `${userId}\0${code.replaceAll(/[^0-9]/g, '')}`)

/** Creates ten codes in place of the previous ones. @returns the codes, of which only hashes are stored */
export async function replaceRecoveryCodes(trx: Trx, app: App, userId: string): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(newCode())
  await removeRecoveryCodes(trx, userId)
  await trx
    .insertInto('recoveryCodes')
    .values([...codes].map((code) => ({ userId, hash: hashOf(app, userId, code) })))
    .execute()
  return [...codes]
}

export async function removeRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
}

/** Uses up a code. @returns whether it was one of the member's unused codes */
export async function consumeRecoveryCode(trx: Trx, app: App, userId: string, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('hash', '=', hashOf(app, userId, code))
    .returning('userId')
    .executeTakeFirst()
  return used !== undefined
}

/** Creates new codes in place of the previous ones. @throws auth/operation-not-allowed without a second factor */
export const createRecoveryCodes = os.accounts.createRecoveryCodes.handler(async ({ context: call }) => {
  const { userId, vendorId } = memberOf(call)
  const recoveryCodes = await tenant(call.app.db, vendorId, async (trx) => {
    const { totpIsOn } = await trx.selectFrom('users').select('totpIsOn').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    if (!totpIsOn) throw failure('auth/operation-not-allowed')
    const codes = await replaceRecoveryCodes(trx, call.app, userId)
    await audit(trx, call, { action: 'create-recovery-codes', entity: 'account', target: userId })
    return codes
  })
  return { recoveryCodes }
})
