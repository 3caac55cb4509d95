import { handlersOf } from '#kernel/base.ts'
import { run } from '#kernel/inside.ts'
import { setAccount } from './account.server.ts'
import { readPayout, readPayouts, readSummary } from './payout.row.server.ts'
import { payoutContract } from './payout.contract.ts'

const os = handlersOf({ payouts: payoutContract })

export const payoutHandlers = {
  list: os.payouts.list.handler(run(readPayouts)),
  get: os.payouts.get.handler(run(readPayout)),
  summary: os.payouts.summary.handler(run(readSummary)),
  setAccount: os.payouts.setAccount.handler(
    run(async (inside, input) => {
      await setAccount(inside, input)
      return readSummary(inside)
    }),
  ),
}
