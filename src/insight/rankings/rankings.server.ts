import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { readRankingBoard, readBusiness } from './board.server.ts'
import { readMovement } from './rank-movement.server.ts'
import { rankingContract } from './rankings.contract.ts'

const os = handlersOf({ rankings: rankingContract })

export const rankingHandlers = {
  board: os.rankings.board.handler(inTenant(readRankingBoard)),
  movement: os.rankings.movement.handler(inTenant(readMovement)),
  business: os.rankings.business.handler(inTenant(readBusiness)),
}
