import type { Migrator } from '../migrator.ts'

/**
 * What a trainer's session costs from a day on; a trainer's first row applies to every day before the second.
 * A trainer without rows has the cost in `trainers`, which the previous version still writes (decision 24).
 */
export async function up({ tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'trainerRates',
    `"trainer" uuid not null,
     "number" integer not null constraint "trainerRatesNumber" check ("number" between 1 and 1000000),
     "fromDay" date,
     "cost" integer not null constraint "trainerRatesCost" check ("cost" between 1 and 1000000),
     "setAt" timestamptz not null,
     primary key ("vendorId", "trainer", "number"),
     constraint "trainerRatesFirst" check (("fromDay" is null) = ("number" = 1)),
     constraint "trainerRatesTrainer" foreign key ("vendorId", "trainer") references "trainers" ("vendorId", "id")`,
    { appendOnly: true },
  )
}
