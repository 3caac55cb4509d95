import { tenant } from '#db/tenant.ts'
import { lockSession, renewSession } from '#business/accounts/sign-in-session.server.ts'
import { audit } from '#kernel/audit.ts'
import { type Call, handlersOf, memberOf } from '#kernel/base.ts'
import { trainerOf } from './team.actions.server.ts'
import { teamContract, type RoleInput } from './team.contract.ts'

const os = handlersOf({ team: teamContract })

const done = { success: true }

/**
 * Gives the owner's session a new id that views the product as a role, or as the owner again (checks S1). Its expiry
 * and the time of the last password check stay the same.
 */
async function look(call: Call, as: RoleInput | null): Promise<typeof done> {
  const { userId, vendorId, createdAt, confirmedAt, expiresAt } = memberOf(call)
  const setCookie = await tenant(call.app.db, vendorId, async (trx) => {
    await lockSession(trx, call)
    const trainer = as && (await trainerOf({ trx, vendorId }, as))
    await audit(trx, call, {
      action: as ? 'look' : 'stop-looking',
      entity: 'session',
      target: userId,
      ...(as ? { after: { role: as.role, trainer } } : {}),
    })
    const overrides = { createdAt, confirmedAt, viewRole: as?.role ?? null, viewTrainer: trainer }
    return renewSession(trx, call, { userId, vendorId }, expiresAt, overrides)
  })
  setCookie()
  return done
}

export const lookHandlers = {
  look: os.team.look.handler(({ context: call, input }) => look(call, input)),
  // A caller who is not looking, such as a second tab, already has what they want.
  stopLooking: os.team.stopLooking.handler(({ context: call }) => {
    const { role, ownRole } = memberOf(call)
    return role === ownRole ? done : look(call, null)
  }),
}
