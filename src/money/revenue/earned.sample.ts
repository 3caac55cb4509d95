import { sql } from 'kysely'
import { tenant, type Trx } from '#db/tenant.ts'
import { expect } from 'vitest'
import { revenueAt } from './session-revenue.server.ts'
import type { TestApp } from '../../../test/app.ts'
import type { person } from '../../../test/floor.ts'

/**
 * What lines of bills earn by batch and day, counted from the rows day by day: a model of `portions` that shares nothing
 * with it but the rows.
 */

type Freeze = { from: string; to: string; entries?: number }
type Line = {
  sale: string
  position: number
  about: string
  batch: string
  enrolment: string
  net: number
  total: number
  billTotal: number
  credited: number
  entry: number
  fromDay: string
  toDay: string
  freezes: Freeze[]
}
type Note = { sale: string; line: number | null; amount: number; tax: number }
type Loss = { sale: string; line: number; enrolment: string; entry: number; fromDay: string; toDay: string }
type Meeting = { batch: string; day: string; isOver: boolean }

const numberOf = (day: string) => Date.parse(day) / 86_400_000
const dayOf = (number: number) => new Date(number * 86_400_000).toISOString().slice(0, 10)

/** The days that a document names, as they are after the freezes of the place: those it knew are left out, later ones push the rest on. */
function realDays(named: { fromDay: string; toDay: string; entry: number }, freezes: readonly Freeze[]): string[] {
  let days: number[] = []
  for (let day = numberOf(named.fromDay); day <= numberOf(named.toDay); day++) days.push(day)
  const ordered = freezes.toSorted((a, b) => (a.from < b.from ? -1 : 1))
  const isLater = ({ entries }: Freeze) => entries !== undefined && entries >= named.entry
  for (const { from, to } of ordered.filter((freeze) => !isLater(freeze)))
    days = days.filter((day) => day < numberOf(from) || day > numberOf(to))
  for (const { from, to } of ordered.filter(isLater)) {
    const length = numberOf(to) - numberOf(from) + 1
    days = days.map((day) => (day >= numberOf(from) ? day + length : day))
  }
  return days.map(dayOf)
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

/** A line without tax, less its credit notes; one for the whole bill takes from lines of the same batch what the ledger says. */
function worthOf(line: Line, { lines, notes, credits }: Pick<Rows, 'lines' | 'notes' | 'credits'>): number {
  if (line.credited >= line.billTotal) return 0
  const own = notes.filter(({ sale }) => sale === line.sale)
  if (own.every((note) => note.line !== null))
    return (
      line.net -
      sum(
        own.filter((note) => note.line === line.position),
        ({ amount, tax }) => amount - tax,
      )
    )
  const group = lines.filter(({ sale, about }) => sale === line.sale && about === line.about)
  const whole = sum(group, ({ net }) => net)
  const left =
    whole -
    sum(
      credits.filter(({ sale, about }) => sale === line.sale && about === line.about),
      ({ amount }) => amount,
    )
  const upTo = sum(
    group.filter(({ position }) => position <= line.position),
    ({ net }) => net,
  )
  const part = (of: number) => (whole === 0 ? 0n : (BigInt(left) * BigInt(of)) / BigInt(whole))
  return Number(part(upTo) - part(upTo - line.net))
}

type Rows = Awaited<ReturnType<typeof read>>

async function read(trx: Trx, vendorId: string, now: string) {
  const entry = (of: string) =>
    sql.raw(`coalesce((select min(g."sequence") from "ledger" g where g."vendorId" = '${vendorId}' and g."sourceId" = ${of}), 0)`)
  const about = (of: string) =>
    sql.raw(`concat_ws(' ', ${['batch', 'service', 'hall', 'trainer'].map((name) => `coalesce(${of}."${name}"::text, '-')`).join(', ')})`)
  const lines = await sql<Line>`
    select l."sale", l."position", ${about('l')} as "about", l."batch", l."enrolment", l."net", l."total", s."total" as "billTotal", s."credited", ${entry('s."id"')} as "entry",
      l."fromDay", l."toDay", coalesce(e."freezes", '[]') as "freezes"
    from "saleLines" l join "sales" s on s."vendorId" = ${vendorId} and s."id" = l."sale" and s."voidedAt" is null
    left join "enrolments" e on e."vendorId" = ${vendorId} and e."id" = l."enrolment"
    where l."vendorId" = ${vendorId} and l."batch" is not null`.execute(trx)
  const credits = await sql<{ sale: string; about: string; amount: number }>`
    select r."sale", ${about('g')} as "about", case when g."debit" = 'refund' then g."amount" else -g."amount" end as "amount" from "ledger" g
    join "refunds" r on r."vendorId" = ${vendorId} and r."id" = g."sourceId"
    where g."vendorId" = ${vendorId} and g."source" = 'refund' and 'refund' in (g."debit", g."credit")`.execute(trx)
  const notes = await sql<Note>`select "sale", "line", "amount", "tax" from "refunds" where "vendorId" = ${vendorId}`.execute(trx)
  const losses = await sql<Loss>`
    select r."sale", r."line", c."enrolment", ${entry('r."id"')} as "entry", c."fromDay", c."toDay" from "effectLines" c
    join "effects" a on a."vendorId" = ${vendorId} and a."id" = c."effect" and a."reversedAt" is null
    join "refunds" r on r."vendorId" = ${vendorId} and r."id" = c."refund" and r."line" is not null
    where c."vendorId" = ${vendorId} and c."unit" = 'days'`.execute(trx)
  const meetings = await sql<Meeting>`
    select "batch", "day", "endsAt" <= ${now}::timestamptz as "isOver" from "batchSessions"
    where "vendorId" = ${vendorId} and "state" <> 'cancelled' order by "day", "startsAt", "id"`.execute(trx)
  return { lines: lines.rows, notes: notes.rows, credits: credits.rows, losses: losses.rows, meetings: meetings.rows }
}

/** The days on which a line is earned in equal parts, in order, each with whether it is over. */
function daysOf(line: Line, losses: readonly Loss[], meetings: readonly Meeting[], today: string) {
  const lost = new Set(
    losses
      .filter(({ sale, line: position, enrolment }) => sale === line.sale && position === line.position && enrolment === line.enrolment)
      .flatMap((loss) => realDays(loss, line.freezes)),
  )
  const paid = realDays(line, line.freezes).filter((day) => !lost.has(day))
  const set = new Set(paid)
  const sessions = meetings.filter(({ batch, day }) => batch === line.batch && set.has(day))
  if (sessions.length > 0) return sessions.map(({ day, isOver }) => ({ day, isOver, isSession: true }))
  return (paid.length > 0 ? paid : [line.fromDay]).map((day) => ({ day, isOver: day <= today, isSession: false }))
}

export type Earned = { batch: string; day: string; amount: number; isSession: boolean }

/** What is earned by batch and day until now, in minor units without tax. */
export const earnedByDay = (app: TestApp, vendorId: string, today: string): Promise<Earned[]> =>
  tenant(app.app.db, vendorId, async (trx) => {
    const rows = await read(trx, vendorId, new Date(app.clock.now()).toISOString())
    const { lines, losses, meetings } = rows
    return lines.flatMap((line) => {
      const worth = worthOf(line, rows)
      const days = daysOf(line, losses, meetings, today)
      const part = Math.floor(worth / days.length)
      return days.flatMap(({ day, isOver, isSession }, at) => {
        const amount = at === days.length - 1 ? worth - part * at : part
        return isOver ? [{ batch: line.batch, day, amount, isSession }] : []
      })
    })
  })

/** The sum of what some days earn of a batch, or of all. */
export const earnedIn = (earned: readonly Earned[], { from, to }: { from: string; to: string }, of?: string) =>
  earned.reduce((sum, { batch, day, amount }) => (day >= from && day <= to && (of === undefined || batch === of) ? sum + amount : sum), 0)

type Asked = { calls: Parameters<typeof person>[0]; owner: { vendorId: string } }

/** What the sessions that are over are worth to a trainer who is paid a share, by batch and day. */
const revenueByDay = (app: TestApp, vendorId: string) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const { rows } = await sql<{ batch: string; day: string; amount: number }>`
      select s."batch", s."day", sum(${revenueAt(vendorId)})::bigint as "amount" from "batchSessions" s
      where s."vendorId" = ${vendorId} and s."state" <> 'cancelled' and s."endsAt" <= ${new Date(app.clock.now()).toISOString()}::timestamptz
      group by 1, 2`.execute(trx)
    return rows
  })

const sumsByDay = (rows: readonly Pick<Earned, 'batch' | 'day' | 'amount'>[]) => {
  const sums: Record<string, number> = {}
  for (const { batch, day, amount } of rows) if (amount !== 0) sums[`${batch} ${day}`] = (sums[`${batch} ${day}`] ?? 0) + amount
  return sums
}

/** Asserts that a trainer's share is of what each session earns by the model. */
export async function expectShared(app: TestApp, vendorId: string, today: string): Promise<void> {
  const earned = await earnedByDay(app, vendorId, today)
  expect(sumsByDay(await revenueByDay(app, vendorId))).toEqual(sumsByDay(earned.filter(({ isSession }) => isSession)))
}

/** Asserts that the profit of some days says for each batch what its lines earned in them by the model. */
export async function expectEarned(
  app: TestApp,
  { calls, owner }: Asked,
  today: string,
  days: { from: string; to: string },
): Promise<void> {
  const earned = await earnedByDay(app, owner.vendorId, today)
  const report = await calls.finance.profit({ ...days, by: 'batch' })
  const nets = report.groups.flatMap(({ id, now }) => (id !== null && now.net !== 0 ? [[id, now.net] as const] : []))
  const batches = [...new Set(earned.map(({ batch }) => batch))]
  const expected = batches.map((batch) => [batch, earnedIn(earned, days, batch)] as const).filter(([, net]) => net !== 0)
  expect(Object.fromEntries(nets), `${days.from} to ${days.to}`).toEqual(Object.fromEntries(expected))
}
