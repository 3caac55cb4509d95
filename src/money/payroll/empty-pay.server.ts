import { sql, type RawBuilder } from 'kysely'
import { auditMoney } from '#business/ledger/books.server.ts'
import type { EmptySessionRule } from '#directory/trainers/pay-rule.rules.ts'
import { lastClosedDay, openDay, firstOpenDay } from '#directory/trainers/rates.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { EmptyPay, SetEmptyPay } from './empty-pay.contract.ts'

/** Subquery of what is paid for a session with no one present, from `fromDay` until before `toDay`; no row for the days before the first rule. */
export const emptySpans = (vendorId: string): RawBuilder<{ fromDay: string; toDay: string; rule: EmptySessionRule }> => sql`(
  select "fromDay", lead("fromDay", 1, 'infinity'::date) over (order by "fromDay") as "toDay", "rule"
  from (select distinct on (e."fromDay") e."fromDay", e."rule" from "emptyPay" e where e."vendorId" = ${vendorId} order by e."fromDay", e."number" desc) w
)`

/** What trainers are paid for a session with no one present, latest day first. */
export async function readEmptyPay(ctx: TenantContext): Promise<EmptyPay> {
  const today = await ctx.today()
  const { rows } = await sql<EmptyPay['rules'][number]>`
    select e."fromDay" as "from", e."rule" from ${emptySpans(ctx.vendorId)} e order by e."fromDay" desc`.execute(ctx.trx)
  return { today, openFrom: firstOpenDay(await lastClosedDay(ctx)), rules: rows }
}

/**
 * Sets what trainers are paid for a session with no one present, from a day on; earlier days are unaffected, and the
 * rule that applies already changes nothing. A line that is written keeps the rule of its time.
 * @throws trainers.costFrom.closed at `from` in a closed month
 */
export async function setEmptyPay(ctx: TenantContext, { rule, from }: SetEmptyPay): Promise<EmptyPay> {
  const { trx, call, vendorId, now } = ctx
  const fromDay = await openDay(trx, call, from, 'from')
  const { rules } = await readEmptyPay(ctx)
  const before = rules.find((one) => one.from <= fromDay)?.rule ?? 'full'
  if (before === rule) return readEmptyPay(ctx)
  const newest = await trx
    .selectFrom('emptyPay')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('vendorId', '=', vendorId)
    .executeTakeFirst()
  await trx
    .insertInto('emptyPay')
    .values({ vendorId, number: (newest?.number ?? 0) + 1, fromDay, rule, setAt: now })
    .execute()
  await auditMoney(trx, call, {
    action: 'setRule',
    entity: 'payroll',
    target: vendorId,
    before: { emptySessions: before },
    after: { emptySessions: rule, costFrom: fromDay },
  })
  return readEmptyPay(ctx)
}
