import { sql } from 'kysely'
import { addDays } from '#lib/days.ts'
import { audit } from '#kernel/audit.ts'
import { memberOf } from '#kernel/base.ts'
import { failure, fieldFailure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { SnoozeInput } from './needs.contract.ts'
import { snoozeDays, type NeedKind } from './needs.rules.ts'
import { isFor } from './needs.server.ts'

/** The table of the row that a snooze is about, by kind. */
const tables: Record<NeedKind, string> = {
  unmarked: 'batchSessions',
  pastDue: 'sales',
  quotes: 'quotes',
  unnamed: 'quotes',
  payouts: 'payouts',
  waiting: 'batches',
  expiring: 'enrolments',
  unpriced: 'enrolments',
}

/**
 * Snoozes one of Home's needs for the whole business, so that two colleagues don't handle it twice, or wakes it. A
 * call that changes nothing writes no audit row.
 * @throws permission/denied for a kind that the role does not handle, document/not-found for a row that is not the
 * business's, request/invalid at `until` for a day that is not after today or too far off
 */
export async function snooze(ctx: TenantContext, { kind, about, until }: SnoozeInput) {
  const { trx, call, vendorId, now } = ctx
  const today = await ctx.today()
  const { userId } = memberOf(call)
  if (!isFor(call, kind)) throw failure('permission/denied')
  const found = await sql`select 1 from ${sql.table(tables[kind])} where "vendorId" = ${vendorId} and "id" = ${about}`.execute(trx)
  if (found.rows.length === 0) throw failure('document/not-found')
  if (until !== null && until <= today) throw fieldFailure('until', 'home.snooze.future')
  if (until !== null && until > addDays(today, snoozeDays)) throw fieldFailure('until', 'home.snooze.far')
  const key = { vendorId, kind, about }
  const own = trx.selectFrom('snoozes').select('until').where('vendorId', '=', vendorId).where('kind', '=', kind).where('about', '=', about)
  const before = (await own.forUpdate().executeTakeFirst())?.until ?? null
  if (before === until) return { kind, about, until }
  if (until === null)
    await trx.deleteFrom('snoozes').where('vendorId', '=', vendorId).where('kind', '=', kind).where('about', '=', about).execute()
  else
    await trx
      .insertInto('snoozes')
      .values({ ...key, until, by: userId, at: now })
      .onConflict((conflict) => conflict.columns(['vendorId', 'kind', 'about']).doUpdateSet({ until, by: userId, at: now }))
      .execute()
  // Prefixed with its kind, so that the history of the bill or batch, which did not change, does not show it.
  const target = `${kind}:${about}`
  await audit(trx, call, {
    action: until === null ? 'wake' : 'snooze',
    entity: 'need',
    target,
    before: { until: before },
    after: { until },
  })
  return { kind, about, until }
}
