import { addDays } from '#lib/days.ts'
import type { Office } from './office.ts'
import type { Premises } from './premises.ts'

/** Days off by the trainer's index in the business's list; days are relative to today, `on` is when it is entered. */
const planned = [
  { on: -90, from: -80, to: -76, trainer: 0, reason: 'holiday' },
  { on: -30, from: -29, to: -28, trainer: 1, reason: 'sick' },
  { on: -14, from: -12, to: -11, trainer: 2, reason: 'training' },
  { on: -3, from: 4, to: 9, trainer: 4, reason: 'holiday' },
  { on: -2, from: 12, to: 13, trainer: 1, reason: 'training' },
] as const

/** Enters a day's time off: a free trainer substitutes; if no one is free, the session is left open. */
export async function enterTimeOff({ calls }: Office, { trainers }: Premises, day: string, today: string): Promise<void> {
  for (const { on, from, to, trainer: place, reason } of planned) {
    const trainer = trainers[place]
    if (day !== addDays(today, on) || !trainer) continue
    const days = { trainer, fromDay: addDays(today, from), toDay: addDays(today, to) }
    const { hits } = await calls.timeOff.touch(days)
    const changes = hits.flatMap(({ session, substitutes: [first] }) => (first ? [{ session: session.id, substitute: first.id }] : []))
    await calls.timeOff.create({ ...days, reason, changes })
  }
}
