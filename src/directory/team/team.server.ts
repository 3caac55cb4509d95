import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { acceptHandlers } from './accept.server.ts'
import { inviteMember, resend, withdrawInvitation } from './invite.server.ts'
import { lookHandlers } from './look.server.ts'
import { changeRole, reactivate, removeMember, suspend } from './team.actions.server.ts'
import { readTeam } from './team.row.server.ts'
import { teamContract } from './team.contract.ts'

const os = handlersOf({ team: teamContract })

export const teamHandlers = {
  list: os.team.list.handler(inTenant(readTeam)),
  invite: os.team.invite.handler(inTenant(inviteMember)),
  resend: os.team.resend.handler(inTenant(resend)),
  withdraw: os.team.withdraw.handler(inTenant(withdrawInvitation)),
  changeRole: os.team.changeRole.handler(inTenant(changeRole)),
  suspend: os.team.suspend.handler(inTenant(suspend)),
  reactivate: os.team.reactivate.handler(inTenant(reactivate)),
  remove: os.team.remove.handler(inTenant(removeMember)),
  ...lookHandlers,
  ...acceptHandlers,
}
