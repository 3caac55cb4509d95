import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { acceptHandlers } from './accept.server.ts'
import { invite, resend, withdraw } from './invite.server.ts'
import { lookHandlers } from './look.server.ts'
import { changeRole, reactivate, remove, suspend } from './team.actions.server.ts'
import { readTeam } from './team.row.server.ts'
import { teamContract } from './team.contract.ts'

const os = handlersOf({ team: teamContract })

export const teamHandlers = {
  list: os.team.list.handler(run(readTeam)),
  invite: os.team.invite.handler(run(invite)),
  resend: os.team.resend.handler(run(resend)),
  withdraw: os.team.withdraw.handler(run(withdraw)),
  changeRole: os.team.changeRole.handler(run(changeRole)),
  suspend: os.team.suspend.handler(run(suspend)),
  reactivate: os.team.reactivate.handler(run(reactivate)),
  remove: os.team.remove.handler(run(remove)),
  ...lookHandlers,
  ...acceptHandlers,
}
