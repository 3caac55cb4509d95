import type { Migrator } from '../migrator.ts'

/**
 * The price of a place from a day on, and its recurring discount (decision 44): `discountValue` in minor units, or
 * hundredths of a percent. The first row of a place has no day: it is for every day before the second. A place without
 * rows has the price of `enrolments` and no discount, as the previous version writes it.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  // Statements over many places look for terms only where there are some.
  await run(`alter table "enrolments" add column "hasTerms" boolean not null default false`)
  await tenantTable(
    'enrolmentTerms',
    `"enrolment" uuid not null,
     "number" integer not null constraint "enrolmentTermsNumber" check ("number" between 1 and 1000000),
     "fromDay" date,
     "price" bigint not null constraint "enrolmentTermsPrice" check ("price" between 0 and 1000000000000),
     "discountKind" text constraint "enrolmentTermsKind" check ("discountKind" in ('percent','amount')),
     "discountValue" bigint constraint "enrolmentTermsValue" check ("discountValue" between 1 and 1000000000000),
     "discountUntil" date,
     "reason" text constraint "enrolmentTermsReason" check (char_length("reason") between 1 and 200),
     "setAt" timestamptz not null,
     "setBy" uuid not null,
     primary key ("vendorId", "enrolment", "number"),
     constraint "enrolmentTermsFirst" check (("fromDay" is null) = ("number" = 1)),
     constraint "enrolmentTermsDiscount" check (case when "discountKind" is null
       then "discountValue" is null and "discountUntil" is null
       else "discountValue" is not null and ("discountKind" = 'amount' or "discountValue" <= 10000) and "reason" is not null end),
     constraint "enrolmentTermsEnrolment" foreign key ("vendorId", "enrolment") references "enrolments" ("vendorId", "id")`,
    { appendOnly: true },
  )
  // The reason may name a person: it is blanked when they are erased, and nothing else changes (decision 25).
  await run(
    `create policy "blank" on "enrolmentTerms" as restrictive for update to "touchlineApp" using (true) with check ("reason" = '–')`,
  )
  await run(`grant update ("reason") on "enrolmentTerms" to "touchlineApp"`)
}
