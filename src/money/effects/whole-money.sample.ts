import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { scaled, taxWithin } from '#lib/amounts.ts'
import { earlier } from '#lib/days.ts'
import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import type { TestApp } from '../../../test/app.ts'

/** The balances of the ledger's accounts by customer, without those of nothing. */
export const balances = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ account: string; customer: string; amount: number }>`
      select part."account", l."customer", sum(part."amount")::bigint as "amount" from "ledger" l
      cross join lateral (values (l."debit", l."amount"), (l."credit", -l."amount")) part ("account", "amount")
      where l."vendorId" = ${vendorId} group by 1, 2 having sum(part."amount") <> 0 order by 1, 2`.execute(trx)
    return rows
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
