import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { scaled, taxWithin } from '#lib/amounts.ts'
import { earlier } from '#lib/days.ts'
import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import type { TestApp } from '../../../test/app.ts'
import { firstEntry } from './effect.facts.server.ts'
import { paidDays } from './paid-days.rules.ts'

/** The balances of the ledger's accounts by customer, without those of nothing. */
export const balances = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ account: string; customer: string; amount: number }>`
      select part."account", l."customer", sum(part."amount")::bigint as "amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} group by 1, 2 having sum(part."amount") <> 0 order by 1, 2`.execute(trx)
    return rows
  })

type LineOfPlace = Parameters<typeof paidDays>[1] & {
  enrolment: string
  freezes: Parameters<typeof paidDays>[0]['freezes']
  cut: string | null
}

/**
 * The pairs of lines of valid bills that pay for the same day of a place, after its freezes; days that a block or an
 * earlier end credited are not paid, and may be charged again.
 */
export const paidTwice = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<LineOfPlace>`
      select l."enrolment", ${firstEntry(vendorId, sql`l."sale"`)} as "entry", l."fromDay", l."toDay", e."freezes", (
        select min(c."fromDay") from "effectLines" c
        join "effects" f on f."vendorId" = ${vendorId} and f."id" = c."effect" and f."act" in ('block', 'dates') and f."reversedAt" is null
        join "refunds" r on r."vendorId" = ${vendorId} and r."id" = c."refund" and r."line" = l."position"
        where c."vendorId" = ${vendorId} and c."sale" = l."sale") as "cut"
      from "saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
      join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
      where l."vendorId" = ${vendorId}`.execute(trx)
    return [...Map.groupBy(rows, ({ enrolment }) => enrolment)].flatMap(([enrolment, lines]) => {
      const days = lines
        .flatMap((line) => paidDays(line, { ...line, creditedFrom: line.cut }))
        .toSorted((a, b) => (a.from < b.from ? -1 : 1))
      return days.flatMap(({ from }, at) => (from <= (days[at - 1]?.to ?? '') ? [{ enrolment, from }] : []))
    })
  })

/**
 * The customers whose money does not add up: what they paid, less what was paid back, plus what is open has to be what
 * their bills come to after credits, plus their credit.
 */
export const unbalanced = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql`
      select "customer", sum("amount")::bigint as "difference" from (
        select s."customer", p."amount" from "payments" p join "sales" s on s."vendorId" = ${vendorId} and s."id" = p."sale"
          where p."vendorId" = ${vendorId} and p."method" <> 'credit'
        union all select s."customer", -r."paidBack" from "refunds" r join "sales" s on s."vendorId" = ${vendorId} and s."id" = r."sale"
          where r."vendorId" = ${vendorId} and r."method" <> 'credit'
        union all select o."customer", -o."amount" from "creditPayouts" o where o."vendorId" = ${vendorId}
        union all select s."customer", s."total" - s."credited" - s."paid" + s."refunded" - (s."total" - s."credited") from "sales" s
          where s."vendorId" = ${vendorId} and s."voidedAt" is null
        union all select l."customer", case when l."debit" = 'customerCredit' then l."amount" else -l."amount" end from "ledger" l
          where l."vendorId" = ${vendorId} and 'customerCredit' in (l."debit", l."credit")
      ) parts group by "customer" having sum("amount") <> 0`.execute(trx)
    return rows
  })

type Taken = Pick<
  Enrolment,
  'cancelAtPeriodEnd' | 'priceUnit' | 'startDate' | 'endDate' | 'batchEnd' | 'nextChargeOn' | 'freezes' | 'isBlocked' | 'price' | 'discount'
>

/** The price of a month of the places that will be billed again, after discounts and without the tax in it. */
export const recurringByPlace = (places: readonly Taken[], today: string) =>
  places
    .filter(({ priceUnit, startDate, endDate, batchEnd, nextChargeOn, freezes, isBlocked, cancelAtPeriodEnd }) => {
      const isFrozen = freezes.some(({ from, to }) => from <= today && today <= to)
      const isDue = nextChargeOn !== null && nextChargeOn <= earlier(endDate, batchEnd)
      // A place of one day is no subscription.
      const isLasting = startDate < endDate && !cancelAtPeriodEnd
      return priceUnit === 'month' && startDate <= today && isLasting && !isBlocked && !isFrozen && isDue
    })
    .reduce((sum, { price, discount }) => {
      const gross = price - (discount ? scaled(price, discount.value, 10_000) : 0)
      return sum + gross - taxWithin(gross, 5000)
    }, 0)
