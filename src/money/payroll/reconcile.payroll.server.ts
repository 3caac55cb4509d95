import { sql, type RawBuilder } from 'kysely'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'

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

/** A session's line must be its cost in minor units, added or deducted. */
export const payCosts = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.cost', p."id"::text, p."cost" * (10 ^ c."exponent")::bigint, abs(p."amount") from "payLines" p
  join "merchants" m on m."vendorId" = ${vendorId} join "countries" c on c."id" = m."code"
  where p."vendorId" = ${vendorId} and p."session" is not null and p."cost" * (10 ^ c."exponent")::bigint <> abs(p."amount")`

/** A session is paid to a trainer once or not at all, however often it was deducted and added again. */
export const payOnce = (vendorId: string): RawBuilder<Discrepancy> => sql<Discrepancy>`
  select 'payroll.session', "session"::text, least(greatest(sum(sign("amount")), 0), 1)::bigint, sum(sign("amount"))::bigint from "payLines"
  where "vendorId" = ${vendorId} and "session" is not null group by "session", "trainer" having sum(sign("amount")) not in (0, 1)`
