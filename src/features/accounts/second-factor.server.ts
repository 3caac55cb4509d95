import { ORPCError } from '@orpc/server'
import { Secret, TOTP } from 'otpauth'
import { tenant, type Trx } from '#db/tenant.ts'
import { notify } from '#features/notifications/notify.server.ts'
import { audit } from '#server/audit.ts'
import { memberOf, os, type Call } from '#server/base.ts'
import { failure, fieldFailure } from '#server/failure.ts'

const authenticator = (secret: string, label: string) =>
  new TOTP({ issuer: 'Touchline', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })

type Holder = { id: string; email: string; totpSecret: string | null; totpIsOn: boolean }

/**
 * Checks and uses up a code of the member's authenticator app; one step either way is accepted,
 * and a step is never accepted twice.
 * @throws auth/second-factor-required without a code, auth/invalid-verification-code for a wrong or used one
 */
export async function spendSecondFactor(trx: Trx, call: Call, user: Holder, code: string | undefined): Promise<void> {
  if (!user.totpIsOn || !user.totpSecret) return
  if (code === undefined) throw failure('auth/second-factor-required')
  await spendCode(trx, call, user, user.totpSecret, code)
}

/** Whether work failed because a code of the authenticator app was wrong or used. */
export function isWrongCode(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'auth/invalid-verification-code'
}

async function spendCode(trx: Trx, call: Call, user: Holder, sealed: string, code: string): Promise<void> {
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
  const { totpIsOn } = await call.app.db.kysely
    .selectFrom('users')
    .select('totpIsOn')
    .where('id', '=', memberOf(call).userId)
    .executeTakeFirstOrThrow()
  return { isOn: totpIsOn }
})

/** Makes a secret for the authenticator app; it counts only once a code of it was confirmed. */
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
  await tenant(call.app.db, vendorId, async (trx) => {
    const user = await read(trx, userId)
    if (!user.totpSecret || user.totpIsOn) throw failure('auth/operation-not-allowed')
    await spendCode(trx, call, user, user.totpSecret, input.otp).catch((error: unknown) => {
      if (!isWrongCode(error)) throw error
      throw fieldFailure('otp', 'accounts.otp.wrong')
    })
    await trx.updateTable('users').set({ totpIsOn: true }).where('id', '=', userId).execute()
    await audit(trx, call, { action: 'add-second-factor', entity: 'account', target: userId })
  })
  return { success: true }
})

export const removeTotp = os.accounts.removeTotp.handler(async ({ context: call }) => {
  const { userId, vendorId } = memberOf(call)
  await tenant(call.app.db, vendorId, async (trx) => {
    const { totpIsOn } = await read(trx, userId)
    await trx.updateTable('users').set({ totpIsOn: false, totpSecret: null }).where('id', '=', userId).execute()
    if (totpIsOn) {
      const notice = { kind: 'secondFactorOff', cause: call.requestId, values: {}, to: { user: userId } } as const
      await notify({ trx, call, vendorId }, notice)
    }
    await audit(trx, call, { action: 'remove-second-factor', entity: 'account', target: userId })
  })
  return { success: true }
})
