import { handlersOf } from '#kernel/base.ts'
import { inTenant } from '#kernel/context.ts'
import { setAccount } from './payout-account.server.ts'
import { readPayout, readPayouts, readSummary } from './payout.row.server.ts'
import { payoutContract } from './payout.contract.ts'

const os = handlersOf({ payouts: payoutContract })

export const payoutHandlers = {
  list: os.payouts.list.handler(inTenant(readPayouts)),
  get: os.payouts.get.handler(inTenant(readPayout)),
  summary: os.payouts.summary.handler(inTenant(readSummary)),
  setAccount: os.payouts.setAccount.handler(
    inTenant(async (ctx, input) => {
      await setAccount(ctx, input)
      return readSummary(ctx)
    }),
  ),
}
