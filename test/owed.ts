import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'

type KnownDebt = { owed: number; since: string | null; bill: string | null }

/** The amount owed that each of a vendor's enrolments stores, and the amount that its bills add up to. */
export async function owedOfAll(trx: Trx, vendorId: string): Promise<{ said: Map<string, KnownDebt>; billed: Map<string, KnownDebt> }> {
  const { rows } = await sql<KnownDebt & { id: string }>`
    select "id", "owed", "unpaidSince" as "since", "unpaidBill" as "bill" from "enrolments" where "vendorId" = ${vendorId}`.execute(trx)
  const bills = await sql<{ enrolment: string; id: string; dueOn: string; due: number }>`
    select l."enrolment", s."id", s."dueOn", s."total" - s."credited" - s."paid" + s."refunded" as "due" from "saleLines" l
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
    where l."vendorId" = ${vendorId} and s."voidedAt" is null and l."enrolment" is not null`.execute(trx)
  const said = new Map(rows.map(({ id, owed, since, bill }) => [id, { owed, since, bill }]))
  const billed = new Map<string, KnownDebt>(rows.map(({ id }) => [id, { owed: 0, since: null, bill: null }]))
  for (const { enrolment, id, dueOn, due } of bills.rows) {
    const known = billed.get(enrolment)
    if (!known || due === 0) continue
    const isFirst = known.since === null || dueOn < known.since || (dueOn === known.since && id < (known.bill ?? ''))
    billed.set(enrolment, { owed: known.owed + due, since: isFirst ? dueOn : known.since, bill: isFirst ? id : known.bill })
  }
  return { said, billed }
}
