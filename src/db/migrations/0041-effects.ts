import type { Migrator } from '../migrator.ts'

const amount = (column: string, least: number) => `"${column}" between ${least} and 1000000000000`

/**
 * What an act on the floor means in money (decision 44). A credit note may be for one line of its bill, and may be
 * reversed by another of the opposite amount. `effects` is an act that credited or charged something, `effectLines`
 * what it meant for each person, with the paper that it made. `cancelledSessions` says whether a cancelled session is
 * credited, `visits` when attended single sessions are billed, from `visitsFrom` on; a business that has chosen nothing
 * credits none and bills them by hand, as before.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "refunds"
    add column "line" integer,
    add column "reverses" uuid,
    drop constraint "refundsPaidBack",
    add constraint "refundsPaidBack" check (abs("paidBack") <= abs("amount") and ("method" is null) = ("paidBack" = 0)),
    add constraint "refundsReverses" foreign key ("vendorId", "reverses") references "refunds" ("vendorId", "id")`)
  for (const [column, least] of [
    ['amount', 1],
    ['tax', 0],
    ['commission', 0],
    ['paidBack', 0],
  ] as const) {
    await run(`alter table "refunds" drop constraint "refunds_${column}_check"`)
    await run(`alter table "refunds" add constraint "refunds_${column}_check" check (
      case when "reverses" is null then ${amount(column, least)} else "${column}" between -1000000000000 and ${-least} end)`)
  }
  await run(`create unique index "refundsReversedOnce" on "refunds" ("vendorId", "reverses") where "reverses" is not null`)
  await run(`alter table "billingRules"
    add column "cancelledSessions" text not null default 'nothing'
      constraint "billingRulesCancelledSessions" check ("cancelledSessions" in ('nothing','credit')),
    add column "visits" text not null default 'byHand' constraint "billingRulesVisits" check ("visits" in ('byHand','day','week','month')),
    add column "visitsFrom" date,
    add constraint "billingRulesVisitsFrom" check ("visits" = 'byHand' or "visitsFrom" is not null)`)
  await tenantTable(
    'effects',
    `"id" uuid not null,
     "act" text not null constraint "effectsAct" check ("act" in ('move','cancel','finish','freeze','batchDates','batchCancel','batchComplete','sessionCancel','closure')),
     "batch" uuid,
     "sessions" uuid[],
     "day" date not null,
     "at" timestamptz not null,
     "actor" uuid not null,
     "reversedAt" timestamptz,
     "reversedBy" uuid,
     primary key ("vendorId", "id"),
     constraint "effectsReversed" check (("reversedAt" is null) = ("reversedBy" is null)),
     constraint "effectsBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id")`,
  )
  await run(`create index "effectsByBatch" on "effects" ("vendorId", "batch", "at")`)
  await tenantTable(
    'effectLines',
    `"effect" uuid not null,
     "position" integer not null,
     "kind" text not null constraint "effectLinesKind" check ("kind" in ('credit','void','charge')),
     "customer" uuid not null,
     "enrolment" uuid not null,
     "sale" uuid,
     "refund" uuid,
     "proposed" bigint not null constraint "effectLinesProposed" check (${amount('proposed', 0)}),
     "amount" bigint not null constraint "effectLinesAmount" check (${amount('amount', 0)}),
     "price" bigint not null constraint "effectLinesPrice" check (${amount('price', 0)}),
     "unit" text not null constraint "effectLinesUnit" check ("unit" in ('days','sessions')),
     "count" integer not null,
     "of" integer not null constraint "effectLinesOf" check ("of" >= 1 and "count" between 0 and "of"),
     "fromDay" date not null,
     "toDay" date not null,
     "reason" text not null constraint "effectLinesReason" check (char_length("reason") <= 200),
     primary key ("vendorId", "effect", "position"),
     constraint "effectLinesEffect" foreign key ("vendorId", "effect") references "effects" ("vendorId", "id"),
     constraint "effectLinesCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id"),
     constraint "effectLinesEnrolment" foreign key ("vendorId", "enrolment") references "enrolments" ("vendorId", "id"),
     constraint "effectLinesSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id"),
     constraint "effectLinesRefund" foreign key ("vendorId", "refund") references "refunds" ("vendorId", "id")`,
  )
  await run(`create index "effectLinesByCustomer" on "effectLines" ("vendorId", "customer")`)
  await run(`create index "effectLinesByEnrolment" on "effectLines" ("vendorId", "enrolment")`)
}
