import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { acceptHandlers } from './accept.server.ts'
import { invite, resend, withdraw } from './invite.server.ts'
import { lookHandlers } from './look.server.ts'
import { changeRole, reactivate, remove, suspend } from './team.actions.server.ts'
import { readTeam } from './team.row.server.ts'
import { teamContract } from './team.contract.ts'

const os = handlersOf({ team: teamContract })

export const teamHandlers = {
  list: os.team.list.handler(inTenant(readTeam)),
  invite: os.team.invite.handler(inTenant(invite)),
  resend: os.team.resend.handler(inTenant(resend)),
  withdraw: os.team.withdraw.handler(inTenant(withdraw)),
  changeRole: os.team.changeRole.handler(inTenant(changeRole)),
  suspend: os.team.suspend.handler(inTenant(suspend)),
  reactivate: os.team.reactivate.handler(inTenant(reactivate)),
  remove: os.team.remove.handler(inTenant(remove)),
  ...lookHandlers,
  ...acceptHandlers,
}
