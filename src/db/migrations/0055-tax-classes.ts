import type { Migrator } from '../migrator.ts'

const classes = `('standard','reduced','zero','exempt')`
const rate = (name: string, check: string) => `"${name}" integer constraint "${check}" check ("${name}" between 0 and 100000)`
const taxClass = (check: string) => `"taxClass" text constraint "${check}" check ("taxClass" in ${classes})`

/**
 * Classes of tax (decision 51): a setting has a second, reduced rate; a service has a class from a day on, and is
 * standard before its first. A line of a bill keeps its class and rate, and so do the entries of the ledger for it; null
 * in rows that the previous version wrote, which are standard, at the rate of their bill.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await run(`alter table "taxSettings" add column ${rate('reducedThousandths', 'taxSettingsReduced')}`)
  await tenantTable(
    'serviceTaxes',
    `"service" uuid not null,
     "validFrom" date not null,
     "taxClass" text not null constraint "serviceTaxesClass" check ("taxClass" in ${classes}),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     primary key ("vendorId", "service", "validFrom"),
     constraint "serviceTaxesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id")`,
  )
  for (const [table, untaxed] of [
    ['saleLines', `"tax" = 0`],
    ['ledger', `'taxPayable' not in ("debit", "credit")`],
  ]) {
    const columns = [taxClass(`${table}TaxClass`), rate('taxRateThousandths', `${table}TaxRate`)]
    await run(`alter table "${table}" ${columns.map((column) => `add column ${column}`).join(', ')}`)
    await run(
      `alter table "${table}" add constraint "${table}Taxed" check (("taxClass" is null) = ("taxRateThousandths" is null)
         and ("taxClass" is null or "taxClass" in ('standard','reduced') or ("taxRateThousandths" = 0 and ${untaxed})))`,
    )
  }
}
