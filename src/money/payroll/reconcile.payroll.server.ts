import { sql, type RawBuilder } from 'kysely'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'
import { payOf } from './session-pay.server.ts'

/**
 * The ledger must have, for each run of trainer pay, the sums of its lines by trainer, batch, service and
 * hall, and for each correction and payment its amount, on its day and in its currency. Compared by document,
 * as in `reconcile`, so that an entry without a document is reported with an expected 0.
 */
export const payEntries = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.' || "account" as "kind", "id"::text as "id", sum("expected")::bigint as "expected", sum("found")::bigint as "found" from (
    select p."run" as "id", p."day", p."currency", null as "method", p."trainer", p."batch", p."service", p."hall",
        part."account", part."amount" as "expected", 0 as "found" from "payLines" p
      cross join lateral (values ('payroll', p."amount"), ('payrollPayable', -p."amount")) part ("account", "amount")
      where p."vendorId" = ${vendorId}
    union all select p."id", p."day", p."currency", p."method", p."trainer", null, null, null, part."account", part."amount", 0 from "trainerPayments" p
      cross join lateral (values ('payrollPayable', p."amount"), ('cash', -p."amount")) part ("account", "amount")
      where p."vendorId" = ${vendorId}
    union all select l."sourceId", l."day", l."currency", l."method", l."trainer", l."batch", l."service", l."hall", part."account", 0, part."amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} and l."source" = 'payroll'
  ) sums group by "id", "day", "currency", "method", "trainer", "batch", "service", "hall", "account" having sum("expected") <> sum("found")`

/** The line of a session that is paid by a cost must be that in minor units, added or deducted. */
export const payCosts = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.cost', p."id"::text, p."cost" * (10 ^ c."exponent")::bigint, abs(p."amount") from "payLines" p
  join "merchants" m on m."vendorId" = ${vendorId} join "countries" c on c."id" = m."code"
  where p."vendorId" = ${vendorId} and p."cost" is not null and p."cost" * (10 ^ c."exponent")::bigint <> abs(p."amount")`

/** A session is paid to a trainer once or not at all, however often it was deducted and added again. */
export const payOnce = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.session', "session"::text, least(greatest(sum(sign("amount")), 0), 1)::bigint, sum(sign("amount"))::bigint from "payLines"
  where "vendorId" = ${vendorId} and "session" is not null group by "session", "trainer"
  having sum(sign("amount")) not in (0, 1) and bool_and("unit" is null)`

/**
 * The lines of a session that a rule pays to a trainer must add up to what its newest line says: the pay by its rule and
 * by the people, hours and revenue that it names, or nothing once it was deducted.
 */
export const payByRule = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.rule', "session"::text, "expected", "found" from (
    select l."session", l."found", case when l."isDeduction" then 0 else ${payOf('l')} end as "expected" from (
      select distinct on (p."session", p."trainer") p.*, p."kind" = 'adjustment' and not p."isChange" and p."amount" < 0 as "isDeduction",
        sum(p."amount") over (partition by p."session", p."trainer")::bigint as "found"
      from "payLines" p where p."vendorId" = ${vendorId} and p."session" is not null
      order by p."session", p."trainer", p."at" desc, p."id" desc
    ) l where l."unit" is not null
  ) w where "expected" <> "found"`
