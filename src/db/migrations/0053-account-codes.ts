import type { Migrator } from '../migrator.ts'

/**
 * What an accountant's program calls each account of the ledger: `accountCodes` has the codes that differ from the
 * defaults, by format; `account` is a text, so that a later account needs no migration here. `datevSettings` is what the
 * header of a DATEV file names. The previous version doesn't know the tables.
 */
export async function up({ tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'accountCodes',
    `"format" text not null constraint "accountCodesFormat" check ("format" in ('general','xero','quickbooks','datev')),
     "account" text not null constraint "accountCodesAccount" check (char_length("account") between 1 and 60),
     "code" text not null constraint "accountCodesCode" check (char_length("code") <= 100),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "format", "account")`,
  )
  await tenantTable(
    'datevSettings',
    `"consultant" integer not null constraint "datevSettingsConsultant" check ("consultant" between 1001 and 9999999),
     "client" integer not null constraint "datevSettingsClient" check ("client" between 1 and 99999),
     "chart" text not null constraint "datevSettingsChart" check ("chart" in ('03','04')),
     "accountLength" integer not null constraint "datevSettingsAccountLength" check ("accountLength" between 4 and 8),
     "yearStart" integer not null constraint "datevSettingsYearStart" check ("yearStart" between 1 and 12),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId")`,
  )
}
