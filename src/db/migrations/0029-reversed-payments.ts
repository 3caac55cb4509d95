import type { Migrator } from '../migrator.ts'

/** A payment of the opposite amount can reverse a payment, naming it and the reason; the previous version sums it like any other. */
export async function up({ run }: Migrator): Promise<void> {
  await run(`alter table "payments" add column "reverses" uuid`)
  await run(`alter table "payments" add column "reason" text`)
  await run(`alter table "payments" drop constraint "payments_amount_check"`)
  await run(
    `alter table "payments" add constraint "paymentsAmount" check (
       case when "reverses" is null then "amount" between 1 and 1000000000000 else "amount" between -1000000000000 and -1 end)`,
  )
  await run(
    `alter table "payments" add constraint "paymentsReason" check (
       case when "reverses" is null then "reason" is null else "reason" is not null and char_length("reason") between 1 and 200 end)`,
  )
  await run(
    `alter table "payments" add constraint "paymentsReverses" foreign key ("vendorId", "reverses") references "payments" ("vendorId", "id")`,
  )
  await run(`create unique index "paymentsReversedOnce" on "payments" ("vendorId", "reverses") where "reverses" is not null`)
}
