import { sql } from 'kysely'
import type { Trx } from '#db/tenant.ts'
import type { Discrepancy } from '#business/ledger/reconcile.rules.ts'
import { daysIn, earlier, later } from '#lib/days.ts'
import { firstEntry } from '#money/effects/effect.facts.server.ts'
import { paidDays, type TakenPlace } from '#money/effects/paid-days.rules.ts'

type Line = Parameters<typeof paidDays>[1] & Pick<TakenPlace, 'freezes'> & { enrolment: string }

/**
 * The lines of valid bills for the days of places of which two lines name the same day, or that were frozen; the others
 * can't be paid twice. Days that a block or an earlier end credited are not paid, and may be charged again.
 */
const linesToCompare = (vendorId: string) => sql<Line>`
  with "lines" as (
    select l."enrolment", l."sale", l."position", l."fromDay", l."toDay", e."freezes", max(l."toDay") over (
      partition by l."enrolment" order by l."fromDay", l."sale", l."position" rows between unbounded preceding and 1 preceding) as "billedBefore"
    from "saleLines" l
    join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
    join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    where l."vendorId" = ${vendorId} and l."enrolment" is not null
  )
  select l."enrolment", l."fromDay", l."toDay", l."freezes", ${firstEntry(vendorId, sql`l."sale"`)} as "entry", (
    select min(c."fromDay") from "effectLines" c
    join "effects" f on f."vendorId" = ${vendorId} and f."id" = c."effect" and f."act" in ('block', 'dates') and f."reversedAt" is null
    join "refunds" r on r."vendorId" = ${vendorId} and r."id" = c."refund" and r."line" = l."position"
    where c."vendorId" = ${vendorId} and c."sale" = l."sale") as "creditedFrom"
  from "lines" l
  where l."enrolment" in (select "enrolment" from "lines" where "fromDay" <= "billedBefore" or "freezes" <> '[]')
  order by l."enrolment"`

/** How many days of a place two of its lines pay for. */
function daysTwice(lines: readonly Line[]): number {
  const paid = lines.flatMap((line) => paidDays(line, line)).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  let [days, through] = [0, '']
  for (const { from, to } of paid) {
    if (from <= through) days += daysIn({ from, to: earlier(to, through) })
    through = later(to, through)
  }
  return days
}

/** The places of which a day is paid twice, after their freezes; `found` is the number of those days. */
export async function billedTwice(trx: Trx, vendorId: string): Promise<Discrepancy[]> {
  const { rows } = await linesToCompare(vendorId).execute(trx)
  return [...Map.groupBy(rows, ({ enrolment }) => enrolment)].flatMap(([id, lines]) => {
    const found = daysTwice(lines)
    return found > 0 ? [{ kind: 'place.billedTwice', id, expected: 0, found }] : []
  })
}
