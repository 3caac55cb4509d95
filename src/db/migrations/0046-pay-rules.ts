import type { Migrator } from '../migrator.ts'

/** The largest amount of a pay rule, in minor units: times a thousand people it still fits the limit of a pay line. */
const limit = 1_000_000_000

const amounts = (table: string) =>
  (['minimum', 'maximum'] as const)
    .map((name) => {
      const constraint = `${table}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
      return `add column "${name}" bigint constraint "${constraint}" check ("${name}" between 1 and ${limit})`
    })
    .join(', ')

/**
 * Trainer pay by dated rules (decision 24). A row of `trainerRates` pays for each session, hour or person present, or a
 * share of the session's net revenue, at least and at most so much a session; with a service it is for that service
 * alone, `general` ends such a rule. `cost` is a rule by session in whole currency units, as before. A line of pay says
 * how its amount follows from the session, unless it is such a cost. `emptyPay` says from which day on what is paid for
 * a session with no one present: everything, as before, the minimum of the rule, or nothing.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "trainerRates"
    alter column "cost" drop not null,
    add column "unit" text not null default 'session' constraint "trainerRatesUnit" check ("unit" in ('session','hour','head','share','general')),
    add column "amount" bigint constraint "trainerRatesAmount" check ("amount" between 1 and ${limit}),
    add column "share" integer constraint "trainerRatesShare" check ("share" between 1 and 10000),
    ${amounts('trainerRates')},
    add column "service" uuid`)
  await run(`alter table "trainerRates" add constraint "trainerRatesRule" check (case "unit"
      when 'general' then "service" is not null and num_nonnulls("cost", "amount", "share", "minimum", "maximum") = 0
      when 'share' then "share" is not null and num_nonnulls("cost", "amount") = 0
      else "share" is null and num_nonnulls("cost", "amount") = 1 and ("cost" is null or "unit" = 'session' and num_nonnulls("service", "minimum", "maximum") = 0) end)`)
  await run(`alter table "trainerRates" add constraint "trainerRatesLimits" check ("minimum" <= "maximum")`)
  await run(`alter table "trainerRates" add constraint "trainerRatesService"
    foreign key ("vendorId", "service") references "services" ("vendorId", "id")`)
  await run(`alter table "payLines"
    add column "unit" text constraint "payLinesUnit" check ("unit" in ('session','hour','head','share')),
    add column "rate" bigint constraint "payLinesRate" check ("rate" between 1 and 1000000000000),
    add column "share" integer constraint "payLinesShare" check ("share" between 1 and 10000),
    ${amounts('payLines')},
    add column "empty" text constraint "payLinesEmpty" check ("empty" in ('full','minimum','nothing')),
    add column "people" integer constraint "payLinesPeople" check ("people" >= 0),
    add column "base" bigint constraint "payLinesBase" check ("base" between 0 and 1000000000000),
    add column "isChange" boolean not null default false,
    drop constraint "payLinesAmount",
    drop constraint "payLinesWhy"`)
  await run(`alter table "payLines" add constraint "payLinesAmount" check (
      "amount" between -1000000000000 and 1000000000000)`)
  await run(`alter table "payLines" add constraint "payLinesNothing" check ("amount" <> 0 or "kind" = 'session' and "unit" is not null)`)
  await run(`alter table "payLines" add constraint "payLinesWhy" check (case when "session" is null
      then "kind" = 'adjustment' and "reason" <> '' and "inputDigest" is not null and num_nonnulls("cost", "unit") = 0
      else "heldOn" is not null and "minutes" is not null and "batch" is not null and "service" is not null and num_nonnulls("cost", "unit") = 1
        and "reason" = '' and ("kind" = 'adjustment' or "amount" >= 0) end)`)
  await run(`alter table "payLines" add constraint "payLinesRule" check (
      ("unit" is null) = ("empty" is null) and ("rate" is not null) = ("unit" is not null and "unit" <> 'share') and ("share" is not null) = ("unit" is not null and "unit" = 'share'))`)
  await tenantTable(
    'emptyPay',
    `"number" integer not null constraint "emptyPayNumber" check ("number" between 1 and 1000000),
     "fromDay" date not null,
     "rule" text not null constraint "emptyPayRule" check ("rule" in ('full','minimum','nothing')),
     "setAt" timestamptz not null,
     primary key ("vendorId", "number")`,
    { appendOnly: true },
  )
}
