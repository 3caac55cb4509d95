import { ORPCError } from '@orpc/server'
import { Secret, TOTP } from 'otpauth'
import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#business/notifications/notify.server.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import { removeRecoveryCodes, replaceRecoveryCodes, consumeRecoveryCode } from './recovery-code.server.ts'
import { cancelReset, claimDueReset } from './second-factor-reset.server.ts'
import { accountContract } from './account.contract.ts'
import { lockSession } from './sign-in-session.server.ts'

const os = handlersOf({ accounts: accountContract })

const authenticator = (secret: string, label: string) =>
  new TOTP({ issuer: 'Touchline', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

type Holder = { id: string; email: string; totpSecret: string | null; totpIsOn: boolean }
type Member = Holder & { vendorId: string; role: string }

/**
 * Checks and uses up a code of the member's authenticator app, one time step either way, or a recovery code; each is
 * accepted once. No code is needed once a reset by the operator is due, and any right code cancels a pending reset.
 * @throws auth/second-factor-required without a code, auth/invalid-verification-code for a wrong or used one
 */
export async function consumeSecondFactor(trx: Trx, call: Call, user: Member, code: string | undefined): Promise<void> {
  if (!user.totpIsOn || !user.totpSecret) return
  const actor = { vendorId: user.vendorId, userId: user.id, role: user.role }
  const log = (action: string) => audit(trx, call, { action, entity: 'account', target: user.id }, actor)
  if (await claimDueReset(trx, call.app, user.id)) {
    await switchOff(trx, call, user)
    return log('reset-second-factor')
  }
  if (code === undefined) throw failure('auth/second-factor-required')
  if (code.length === 6) await consumeTotp(trx, call, user, user.totpSecret, code)
  else if (await consumeRecoveryCode(trx, call.app, user.id, code)) await log('use-recovery-code')
  else throw failure('auth/invalid-verification-code')
  if (await cancelReset(trx, user.id)) await log('cancel-second-factor-reset')
}

/** Switches off the second factor, deletes its secret and recovery codes, and notifies its holder. */
async function switchOff(trx: Trx, call: Call, { id, vendorId }: { id: string; vendorId: string }): Promise<void> {
  await trx.updateTable('users').set({ totpIsOn: false, totpSecret: null }).where('id', '=', id).execute()
  await removeRecoveryCodes(trx, id)
  await notify({ trx, call, vendorId }, { kind: 'secondFactorOff', cause: call.requestId, values: {}, to: { user: id } })
}

/** Whether an error means that a code of the authenticator app was wrong or used. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'auth/invalid-verification-code'
}

async function consumeTotp(trx: Trx, call: Call, user: Holder, sealed: string, code: string): Promise<void> {
  const { app } = call
  const timestamp = app.now()
  const delta = authenticator(app.secrets.open(sealed), user.email).validate({ token: code, timestamp, window: 1 })
  const step = Math.floor(timestamp / 30_000) + (delta ?? 0)
  const used =
    delta === null
      ? undefined
      : await trx
          .updateTable('users')
          .set({ totpLastStep: step })
          .where('id', '=', user.id)
          .where('totpLastStep', '<', step)
          .returning('id')
          .executeTakeFirst()
  if (!used) throw failure('auth/invalid-verification-code')
}

const read = (trx: Trx, userId: string) =>
  trx.selectFrom('users').select(['id', 'email', 'totpSecret', 'totpIsOn']).where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

export const secondFactor = os.accounts.secondFactor.handler(async ({ context: call }) => {
  const { totpIsOn, left } = await call.app.db.kysely
    .selectFrom('users')
    .select('totpIsOn')
    .select((of) =>
      of
        .selectFrom('recoveryCodes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('recoveryCodes.userId', '=', 'users.id')
        .as('left'),
    )
    .where('id', '=', memberOf(call).userId)
    .executeTakeFirstOrThrow()
  return { isOn: totpIsOn, recoveryCodesLeft: Number(left) }
})

/** Creates a secret for the authenticator app; it takes effect only once one of its codes is confirmed. */
export const beginTotp = os.accounts.beginTotp.handler(async ({ context: call }) => {
  const { userId, vendorId, email } = memberOf(call)
  const secret = new Secret({ size: 20 }).base32
  await tenant(call.app.db, vendorId, async (trx) => {
    const user = await read(trx, userId)
    if (user.totpIsOn) throw failure('auth/operation-not-allowed')
    await trx
      .updateTable('users')
      .set({ totpSecret: call.app.secrets.seal(secret) })
      .where('id', '=', userId)
      .execute()
    await audit(trx, call, { action: 'begin-second-factor', entity: 'account', target: userId })
  })
  return { secret, address: authenticator(secret, email).toString() }
})

export const confirmTotp = os.accounts.confirmTotp.handler(async ({ context: call, input }) => {
  const { userId, vendorId } = memberOf(call)
  const recoveryCodes = await tenant(call.app.db, vendorId, async (trx) => {
    // A session that a password reset has just ended adds nothing that would outlast it.
    await lockSession(trx, call)
    const user = await read(trx, userId)
    if (!user.totpSecret || user.totpIsOn) throw failure('auth/operation-not-allowed')
    await consumeTotp(trx, call, user, user.totpSecret, input.otp).catch((error: unknown) => {
      if (!isWrongCode(error)) throw error
      throw fieldFailure('otp', 'accounts.otp.wrong')
    })
    await trx.updateTable('users').set({ totpIsOn: true }).where('id', '=', userId).execute()
    // A reset that was requested for an earlier second factor does not end this one.
    await cancelReset(trx, userId)
    const codes = await replaceRecoveryCodes(trx, call.app, userId)
    await audit(trx, call, { action: 'add-second-factor', entity: 'account', target: userId })
    await notify({ trx, call, vendorId }, { kind: 'secondFactorOn', cause: call.requestId, values: {}, to: { user: userId } })
    return codes
  })
  return { success: true, recoveryCodes }
})

export const removeTotp = os.accounts.removeTotp.handler(async ({ context: call }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    const { totpIsOn } = await read(trx, userId)
    // A secret that was never confirmed is removed without a notification.
    if (totpIsOn) await switchOff(trx, call, { id: userId, vendorId })
    else await trx.updateTable('users').set({ totpSecret: null }).where('id', '=', userId).execute()
    await cancelReset(trx, userId)
    await audit(trx, call, { action: 'remove-second-factor', entity: 'account', target: userId })
  })
  return { success: true }
})
