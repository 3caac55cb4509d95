import type { Migrator } from '../migrator.ts'

const own = `"vendorId" = nullif(current_setting('app.vendor', true), '')::uuid`

/** The texts of append-only tables that an erasure blanks, and how a blank one reads (decision 25). */
const blanks = {
  audit: `"before" is null and "after" = '{"erased": true}' and "ip" = ''`,
  enrolmentTerms: `"reason" = '–'`,
  payments: `"reference" = '' and coalesce("reason", '–') = '–'`,
  refunds: `"reason" = '–'`,
  saleLines: `"text" = '–'`,
}

/**
 * Says by one policy for each act what a restrictive one said in addition to the vendor's own: nodes of a cluster take a
 * restrictive policy for a permissive one, which would let every vendor blank the texts of all others (decision 65).
 */
export async function up({ run }: Migrator): Promise<void> {
  for (const [table, isBlank] of Object.entries(blanks)) {
    for (const name of ['blank', 'tenant']) await run(`drop policy "${name}" on "${table}"`)
    await run(`create policy "tenant" on "${table}" for select to "touchlineApp" using (${own})`)
    await run(`create policy "tenantInsert" on "${table}" for insert to "touchlineApp" with check (${own})`)
    await run(`create policy "tenantBlank" on "${table}" for update to "touchlineApp" using (${own}) with check (${own} and ${isBlank})`)
  }
}
