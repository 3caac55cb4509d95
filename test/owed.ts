import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'

type Told = { owed: number; since: string | null; bill: string | null }

/** What each of a vendor's enrolments says is owed for it, beside what its bills say one by one. */
export async function owedOfAll(trx: Trx, vendorId: string): Promise<{ said: Map<string, Told>; billed: Map<string, Told> }> {
  const { rows } = await sql<Told & { id: string }>`
    select "id", "owed", "unpaidSince" as "since", "unpaidBill" as "bill" from "enrolments" where "vendorId" = ${vendorId}`.execute(trx)
  const bills = await sql<{ enrolment: string; id: string; dueOn: string; due: number }>`
    select l."enrolment", s."id", s."dueOn", s."total" - s."credited" - s."paid" + s."refunded" as "due" from "saleLines" l
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale"
    where l."vendorId" = ${vendorId} and s."voidedAt" is null and l."enrolment" is not null`.execute(trx)
  const said = new Map(rows.map(({ id, owed, since, bill }) => [id, { owed, since, bill }]))
  const billed = new Map<string, Told>(rows.map(({ id }) => [id, { owed: 0, since: null, bill: null }]))
  for (const { enrolment, id, dueOn, due } of bills.rows) {
    const told = billed.get(enrolment)
    if (!told || due === 0) continue
    const isFirst = told.since === null || dueOn < told.since || (dueOn === told.since && id < (told.bill ?? ''))
    billed.set(enrolment, { owed: told.owed + due, since: isFirst ? dueOn : told.since, bill: isFirst ? id : told.bill })
  }
  return { said, billed }
}
