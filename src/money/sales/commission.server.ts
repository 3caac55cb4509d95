import type { Trx } from '#db/tenant.ts'
import { auditMoney, lockBooks } from '#business/ledger/books.server.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import { commissionOf, platformRates, platformSince, type Channel, type Commission } from './commission.rules.ts'

/** The commission on sales through a channel on a day: the vendor's latest rate by then, else the platform's. */
export async function commissionFor(trx: Trx, vendorId: string, channel: Channel, day: string): Promise<Commission> {
  const own = await trx
    .selectFrom('commissionRates')
    .select(['rate', 'validFrom'])
    .where('vendorId', '=', vendorId)
    .where('channel', '=', channel)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  return own ? commissionOf(channel, own.rate, own.validFrom) : commissionOf(channel, platformRates[channel], platformSince)
}

/**
 * Sets a vendor's rate from a day on. Earlier sales keep their own rate, so the day may not be in the past.
 * @param rate hundredths of a percent of the net, 0 to 10000
 * @throws request/invalid at `validFrom`
 */
export async function setCommissionRate(
  ctx: TenantContext,
  { channel, rate, validFrom }: { channel: Channel; rate: number; validFrom: string },
): Promise<Commission> {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  await lockBooks(trx, vendorId)
  if (validFrom < today) throw fieldFailure('validFrom', 'payouts.rate.past')
  if (!Number.isInteger(rate) || rate < 0 || rate > 10_000) throw failure('request/invalid', { issues: [] })
  const before = await commissionFor(trx, vendorId, channel, validFrom)
  const row = { vendorId, channel, validFrom, rate, updatedAt: now }
  await trx
    .insertInto('commissionRates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vendorId', 'channel', 'validFrom']).doUpdateSet({ rate, updatedAt: now }))
    .execute()
  await auditMoney(trx, call, {
    action: 'setRate',
    entity: 'commissionRate',
    target: vendorId,
    before: { channel, rate: before.rate },
    after: { channel, rate, validFrom },
  })
  return commissionOf(channel, rate, validFrom)
}
