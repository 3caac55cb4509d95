import type { Migrator } from '../migrate.ts'

/**
 * The rate of a tax with its third decimal, beside the hundredths (decision 23); empty where the version before wrote.
 * A bill's two agree. Those of the settings may part: the version before changes the hundredths of a day alone.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(
    `alter table "taxSettings" add column "rateThousandths" integer constraint "taxSettingsRateThousandths" check ("rateThousandths" between 0 and 100000)`,
  )
  await run(
    `alter table "sales" add column "taxRateThousandths" integer constraint "salesTaxRateThousandths" check (("taxRateThousandths" + 5) / 10 = "taxRate")`,
  )
}
