import type { Migrator } from '../migrator.ts'

/** The columns of a table as texts that are empty where nothing is said, each with its longest text or its pattern. */
const texts = (run: Migrator['run'], table: string) => async (columns: Record<string, string>) => {
  for (const [column, rule] of Object.entries(columns)) {
    await run(`alter table "${table}" add column "${column}" text not null default ''`)
    const name = `${table}${column.charAt(0).toUpperCase()}${column.slice(1)}`
    await run(`alter table "${table}" add constraint "${name}" check (${rule})`)
  }
}
const atMost = (column: string, most: number) => `char_length("${column}") <= ${most}`
const country = (column: string) => `"${column}" ~ '^([A-Z]{2})?$'`

/**
 * Customers that are companies, and the company that each bill was issued to, as on the bill's day (decision 52).
 * `billBuyers` takes over what a bill names when its customer is erased. The previous version doesn't know these columns:
 * it sells to the person, and can't erase a customer who has a company, since the CHECK keeps an erased record empty.
 */
export async function up({ run }: Migrator): Promise<void> {
  await texts(
    run,
    'customers',
  )({
    companyName: atMost('companyName', 120),
    billingStreet: atMost('billingStreet', 120),
    billingCity: atMost('billingCity', 60),
    billingPostcode: atMost('billingPostcode', 20),
    billingCountry: country('billingCountry'),
    taxNumber: atMost('taxNumber', 30),
  })
  await run(
    `alter table "customers" add constraint "customersErasedCompany" check ("erasedAt" is null or
       "companyName" || "billingStreet" || "billingCity" || "billingPostcode" || "billingCountry" || "taxNumber" = '')`,
  )
  await texts(
    run,
    'sales',
  )({
    buyerName: atMost('buyerName', 120),
    buyerAddress: atMost('buyerAddress', 250),
    buyerCountry: country('buyerCountry'),
    buyerTaxNumber: atMost('buyerTaxNumber', 30),
  })
  for (const column of ['company', 'address', 'country', 'taxNumber'])
    await run(`alter table "billBuyers" add column "${column}" text not null default ''`)
}
