import { errorCode } from '#db/errors.ts'
import { platform, tenant } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import { audit } from '#kernel/audit.ts'
import { handlersOf } from '#kernel/base.ts'
import { failure, fieldFailure, withConstraints } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { limits, claimOrRefuse } from '#kernel/limits.ts'
import { createMerchant } from '#business/setup/merchant.server.ts'
import { addMember } from './members.server.ts'
import { hashPassword, refuseCommonPassword } from './password.server.ts'
import { createUser } from './users.server.ts'
import { createPlan } from './vendor-plan.server.ts'
import { accountContract } from './account.contract.ts'

const os = handlersOf({ accounts: accountContract })

/**
 * Registration (spec 3 and 4): creates user, owner, plan and merchant in one transaction. The merchant's id is also
 * the vendor's id.
 */
export const register = os.accounts.register.handler(async ({ context: call, input }) => {
  const { app } = call
  const { email, country, password } = input
  await platform(app.db, (trx) => claimOrRefuse(trx, app, [limits.registerByAddress, call.ip]))
  refuseCommonPassword('password', password, [email])
  const known = await app.db.kysely.selectFrom('countries').select('id').where('id', '=', country).executeTakeFirst()
  if (!known) throw fieldFailure('country', 'accounts.country.required')
  const passwordHash = await hashPassword(password)
  const [vendorId, now] = [newId(app.now()), instant(app)]
  await withConstraints({ usersEmailKey: 'auth/email-already-in-use' }, () =>
    tenant(app.db, vendorId, async (trx) => {
      const userId = await createUser(trx, call, { email, passwordHash, emailIsVerified: false })
      await addMember(trx, { vendorId, userId, role: 'owner', trainerId: null }, now)
      await createPlan(trx, vendorId, now)
      await createMerchant(trx, { vendorId, userId, email, code: country, now })
      await audit(trx, call, { action: 'register', entity: 'account', target: userId }, { vendorId, userId, role: 'owner' })
    }),
  ).catch((error: unknown) => {
    // Citus names no constraint on a conflict between nodes; the only unique value here is the e-mail.
    if (errorCode(error) === '23505') throw failure('auth/email-already-in-use')
    throw error
  })
  return { id: vendorId }
})
