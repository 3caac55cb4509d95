import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { readBoard, readBusiness } from './board.server.ts'
import { rankingContract } from './rankings.contract.ts'

const os = handlersOf({ rankings: rankingContract })

export const rankingHandlers = {
  board: os.rankings.board.handler(run(readBoard)),
  business: os.rankings.business.handler(run(readBusiness)),
}
