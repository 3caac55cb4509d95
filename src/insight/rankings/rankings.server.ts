import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { readRankingBoard, readBusiness } from './board.server.ts'
import { rankingContract } from './rankings.contract.ts'

const os = handlersOf({ rankings: rankingContract })

export const rankingHandlers = {
  board: os.rankings.board.handler(inTenant(readRankingBoard)),
  business: os.rankings.business.handler(inTenant(readBusiness)),
}
