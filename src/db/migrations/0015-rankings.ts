import type { Migrator } from '../migrator.ts'

const span = `"span" text not null check ("span" in ('week','month','quarter','year'))`

/** Rankings: the frozen boards of past periods, and each business's standing among others of its kind. */
export async function up({ run, platformTable, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'rankingPeriods',
    `${span},
     "fromDay" date not null,
     "toDay" date not null,
     "version" integer not null,
     "sizes" jsonb not null,
     "frozenAt" timestamptz not null,
     primary key ("vendorId", "span", "fromDay")`,
    { appendOnly: true },
  )
  // A board's rows in its order, so that a page is a range of the key.
  await tenantTable(
    'rankingRows',
    `${span},
     "fromDay" date not null,
     "board" text not null constraint "rankingRowsBoard" check ("board" in ('customers','trainers','batches','business')),
     "position" integer not null,
     "subject" uuid not null,
     "rank" integer,
     "score" integer,
     "sample" integer not null,
     "inputs" jsonb not null,
     primary key ("vendorId", "span", "fromDay", "board", "position"),
     constraint "rankingRowsOnce" unique ("vendorId", "span", "fromDay", "board", "subject"),
     constraint "rankingRowsRanked" check (("rank" is null) = ("score" is null)),
     constraint "rankingRowsPeriod" foreign key ("vendorId", "span", "fromDay") references "rankingPeriods" ("vendorId", "span", "fromDay")`,
    { appendOnly: true },
  )
  // The product's role may not read this table: its functions write the vendor's own row and return a place among at least five.
  await platformTable(
    'standings',
    `"vendorId" uuid not null,
     ${span},
     "fromDay" date not null,
     "version" integer not null,
     "country" text not null,
     "serviceTypes" text[] not null,
     "score" integer not null,
     primary key ("vendorId", "span", "fromDay")`,
  )
  await run(`create index "standingsOfCountry" on "standings" ("country", "span", "fromDay", "version")`)
  await run(`revoke all on "standings" from "touchlineApp"`)
  await run(
    `create function "enterStanding"(span text, "fromDay" date, version integer, country text, types text[], score integer) returns void
     language sql security definer set search_path = public, pg_temp as $$
       insert into "standings" values (nullif(current_setting('app.vendor', true), '')::uuid, $1, $2, $3, $4, $5, $6) $$`,
  )
  await run(
    `create function "standingAmong"(span text, "fromDay" date) returns table ("serviceType" text, "among" integer, "percentile" integer)
     language sql stable security definer set search_path = public, pg_temp as $$
       select kind, case when count(*) >= 5 then count(*)::int end,
         case when count(*) >= 5 then ((2 * count(*) filter (where other."score" < own."score")
           + count(*) filter (where other."score" = own."score") - 1) * 50 / (count(*) - 1))::int end
       from "standings" own cross join unnest(own."serviceTypes") kind
       join "standings" other on other."country" = own."country" and other."span" = own."span" and other."fromDay" = own."fromDay"
         and other."version" = own."version" and kind = any(other."serviceTypes")
       where own."vendorId" = nullif(current_setting('app.vendor', true), '')::uuid and own."span" = $1 and own."fromDay" = $2
       group by kind order by kind $$`,
  )
  for (const name of [`"enterStanding"(text, date, integer, text, text[], integer)`, `"standingAmong"(text, date)`]) {
    await run(`revoke all on function ${name} from public`)
    await run(`grant execute on function ${name} to "touchlineApp"`)
  }
}
