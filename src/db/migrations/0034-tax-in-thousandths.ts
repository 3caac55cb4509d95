import type { Migrator } from '../migrator.ts'

/**
 * A tax rate in thousandths of a percent, in addition to the hundredths (decision 23); null in rows that the
 * previous version wrote. The two agree on a bill. In the settings they may differ: the previous version changes only
 * the hundredths of a day.
 */
export async function up({ run }: Migrator): Promise<void> {
  await run(
    `alter table "taxSettings" add column "rateThousandths" integer constraint "taxSettingsRateThousandths" check ("rateThousandths" between 0 and 100000)`,
  )
  await run(
    `alter table "sales" add column "taxRateThousandths" integer constraint "salesTaxRateThousandths" check (("taxRateThousandths" + 5) / 10 = "taxRate")`,
  )
}
