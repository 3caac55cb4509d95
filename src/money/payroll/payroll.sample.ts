import { expect } from 'vitest'
import type { TestApp } from '../../../test/app.ts'
import type { club } from '../../../test/club.ts'
import { person } from '../../../test/floor.ts'

type Club = Awaited<ReturnType<typeof club>>
type Mark = 'present' | 'late' | 'absent' | 'excused'

/** The places of new people in a batch, from the present day on. */
export async function enrolledIn({ calls }: Club, batch: { id: string }, count: number): Promise<string[]> {
  const places: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { id: customer } = await person(calls, 'Amal')
    places.push((await calls.enrolments.enrol({ batch: batch.id, customer })).id)
  }
  return places
}

/** Gives each place its mark in the session of a day. */
export async function markAt(
  app: TestApp,
  { calls, meeting }: Club,
  batch: { id: string },
  day: string,
  places: readonly string[],
  marks: readonly Mark[],
) {
  app.clock.advance(60_000)
  const markedAt = new Date(app.clock.now()).toISOString()
  const { id: session } = await meeting(batch, day)
  await calls.attendance.mark({ marks: marks.map((one, at) => ({ session, enrolment: places[at] ?? '', mark: one, markedAt })) })
}

/** What a trainer's lines of a month are for, and their amounts. */
export const payAmounts = async ({ calls }: Club, month: { month: string }, trainer: string) =>
  (await calls.payroll.lines({ ...month, trainer })).lines.map(({ day, why, amount }) => `${day.slice(5)} ${why} ${amount}`)

/** The total of a month's lines is the month's figure and the pay in the profit of the month. */
export async function assertPayTotals({ calls, mariam, yousef }: Club, { month }: { month: string }): Promise<number> {
  const { totals } = await calls.payroll.list({ month })
  const all = (await Promise.all([mariam, yousef].map((trainer) => calls.payroll.lines({ month, trainer })))).flatMap(({ lines }) => lines)
  const [from, to] = [`${month}-01`, `${month}-${month.endsWith('11') ? '30' : '31'}`]
  const { payroll, earned } = (await calls.finance.profit({ from, to })).total.now
  const sum = all.reduce((total, { amount }) => total + amount, 0)
  expect([totals.pay + totals.adjustments, payroll + earned]).toEqual([sum, sum])
  return sum
}
