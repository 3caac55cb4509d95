import { os } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { readBoard, readBusiness } from './board.server.ts'

export const rankingHandlers = {
  board: os.rankings.board.handler(run(readBoard)),
  business: os.rankings.business.handler(run(readBusiness)),
}
