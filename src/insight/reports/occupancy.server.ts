import { sql } from 'kysely'
import { countryOf } from '#business/setup/setup.server.ts'
import { zoneOf } from '#business/setup/zone.server.ts'
import type { TenantContext } from '#kernel/context.ts'
import { monthsRun, pricePerSession } from '#timetable/batches/batch.rules.ts'
import { isBooked } from '#timetable/enrolments/booked.server.ts'
import type { Occupancy, OccupancyCell, OccupancyFigures, OccupancySpan } from './occupancy.contract.ts'

/** The sessions of a batch in one hour of one weekday, with the price that was or is asked on those days. */
type Slot = Omit<OccupancyCell, 'missed'> & {
  price: number
  priceUnit: 'month' | 'term' | 'session'
  startDate: string
  endDate: string
  /** Planned sessions of the batch from its start to its end: an added one shares in no month's or season's price. */
  run: number
}

const readSlots = async ({ trx, vendorId }: TenantContext, { from, to }: OccupancySpan) => {
  const { rows } = await sql<Slot>`
    with met as materialized (
      select s."batch", extract(dow from s."day")::int as "weekday",
        extract(hour from s."startsAt" at time zone ${await zoneOf(trx, vendorId)})::int as "hour",
        case when s."isAdded" and b."priceUnit" <> 'session' then 0 when b."nextPrice" is not null and s."day" >= b."nextPriceFrom" then b."nextPrice" else b."price" end as "price",
        b."priceUnit", b."startDate", b."endDate", s."capacity",
        (select count(*)::int from "enrolments" e where ${isBooked(vendorId)}) as "booked"
      from "batchSessions" s join "batches" b on b."vendorId" = ${vendorId} and b."id" = s."batch"
      where s."vendorId" = ${vendorId} and s."day" between ${from}::date and ${to}::date and s."state" <> 'cancelled'
    ),
    runs as materialized (
      select s."batch", count(*) filter (where not s."isAdded")::int as "run" from "batchSessions" s
      where s."vendorId" = ${vendorId} and s."batch" in (select "batch" from met) and s."state" <> 'cancelled' group by s."batch"
    )
    select "weekday", "hour", "price"::bigint as "price", "priceUnit", "startDate", "endDate", "run",
      count(*)::int as "sessions", sum("capacity")::int as "places", sum("booked")::int as "taken",
      sum(greatest("capacity" - "booked", 0))::int as "empty"
    from met join runs using ("batch")
    group by "batch", "weekday", "hour", "price", "priceUnit", "startDate", "endDate", "run"
    order by "weekday", "hour"`.execute(trx)
  return rows
}

const nothing: OccupancyFigures = { sessions: 0, places: 0, taken: 0, empty: 0, missed: 0 }

const plus = (a: OccupancyFigures, b: OccupancyFigures): OccupancyFigures => ({
  sessions: a.sessions + b.sessions,
  places: a.places + b.places,
  taken: a.taken + b.taken,
  empty: a.empty + b.empty,
  missed: a.missed + b.missed,
})

/** How full sessions are by weekday and hour, and what their empty places would have brought: each at its batch's price per session. */
export async function readOccupancy(ctx: TenantContext, span: OccupancySpan): Promise<Occupancy> {
  const { trx, vendorId, now } = ctx
  const { currency, exponent, firstWeekday } = await countryOf(trx, vendorId)
  const slots = (await readSlots(ctx, span)).map((slot) => {
    const each = pricePerSession(slot.price, slot.priceUnit, slot.run, monthsRun(slot.startDate, slot.endDate)) ?? 0
    return { ...slot, missed: slot.empty * each }
  })
  const byHour = Map.groupBy(slots, ({ weekday, hour }) => weekday * 24 + hour)
  return {
    currency,
    exponent,
    ...span,
    firstWeekday,
    cells: [...byHour].map(([at, own]) => ({ weekday: Math.floor(at / 24), hour: at % 24, ...own.reduce(plus, nothing) })),
    total: slots.reduce(plus, nothing),
    asOf: now,
  }
}
