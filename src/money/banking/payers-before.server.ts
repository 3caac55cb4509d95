import { sql } from 'kysely'
import type { TenantContext } from '#kernel/context.ts'
import { payerKey } from './match-line.rules.ts'

/** How a party of earlier lines is found: a customer by the id, a supplier by the name. */
const partyKey = ({ customer, supplier }: { customer?: string | null; supplier?: string | null | undefined }) =>
  customer ? `customer ${customer}` : supplier ? `supplier ${supplier}` : ''

/**
 * The names of the lines that were matched with payments of each customer and with expenses of each supplier: a parent, or a
 * company that trades under another name. The payments that a terminal's line pays out are not of its payer. A match that is undone no longer counts.
 * @returns the names of a party, as `payerKey` compares them
 */
export async function payersBefore({ trx, vendorId }: TenantContext) {
  const { rows } = await sql<{ name: string; customer: string | null; supplier: string | null }>`
    select distinct b."name", case when l."source" = 'payment' then l."customer" end as "customer", e."supplier"
    from "bankLines" b
    join "bankMatches" m on m."vendorId" = ${vendorId} and m."line" = b."id" and m."account" = b."account"
    join "ledger" l on l."vendorId" = ${vendorId} and l."id" = m."entry"
    left join "expenses" e on e."vendorId" = ${vendorId} and e."id" = l."sourceId" and l."source" = 'expense'
    where b."vendorId" = ${vendorId} and b."matchedAt" is not null and b."name" <> '' and l."source" in ('payment', 'expense')`.execute(trx)
  const known = new Map<string, Set<string>>()
  for (const { name, ...party } of rows) {
    const [key, payer] = [partyKey(party), payerKey(name)]
    if (key !== '' && payer !== '') known.set(key, (known.get(key) ?? new Set()).add(payer))
  }
  return (party: Parameters<typeof partyKey>[0]) => known.get(partyKey(party))
}
