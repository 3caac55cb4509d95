import type { Trx } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import type { Call } from '#kernel/base.ts'
import { newId } from '#kernel/ids.ts'
import { emailKeyOf } from './identity.server.ts'

type NewUser = { email: string; passwordHash: string; emailIsVerified: boolean }

/** Creates an account, mailed in the call's language. @returns its id @throws the violation of usersEmailKey for an existing e-mail */
export async function createUser(trx: Trx, call: Call, { email, passwordHash, emailIsVerified }: NewUser): Promise<string> {
  const [id, createdAt] = [newId(call.app.now()), instant(call.app)]
  const own = { id, email, emailKey: emailKeyOf(email), passwordHash, emailIsVerified }
  await trx
    .insertInto('users')
    .values({ ...own, totpSecret: null, language: call.language, createdAt })
    .execute()
  return id
}

/** Marks an account's address as verified. */
export async function proveAddress(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('users').set({ emailIsVerified: true }).where('id', '=', userId).execute()
}
