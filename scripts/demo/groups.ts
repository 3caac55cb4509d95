import type { Batch } from '#timetable/batches/batch.contract.ts'
import type { Enrolment } from '#timetable/enrolments/enrolment.contract.ts'
import { addDays, addMonths } from '#lib/days.ts'
import { week } from '#lib/fields.ts'
import type { PlannedBatch } from './business.ts'
import { unlessRefused, type Office } from './office.ts'
import type { Person } from './people.ts'
import type { Premises } from './premises.ts'
import { sellPlace, type Later } from './till.ts'

/** A person's enrolment as returned by the last call. */
export type Seat = { row: Enrolment; person: Person }

/** A batch over the course of the year. */
export type Group = { plan: PlannedBatch; batch: Batch; seats: Map<string, Seat> }

/** Whether an enrolment occupies a place on a day. */
export function isTaken({ row }: Seat, day: string, now: number): boolean {
  if (row.state === 'offered') return row.offeredUntil !== null && Date.parse(row.offeredUntil) > now
  return ['active', 'frozen', 'pastDue'].includes(row.state) && row.endDate >= day
}

/** How many places are taken and how many people are waiting. */
export function load({ seats }: Group, day: string, now: number): { taken: number; waiting: number } {
  const all = [...seats.values()]
  return {
    taken: all.filter((seat) => isTaken(seat, day, now)).length,
    waiting: all.filter(({ row }) => row.state === 'waitlisted').length,
  }
}

/** Creates a planned batch and with it its sessions. */
export async function openGroup(
  { calls, pass }: Office,
  premises: Premises,
  plan: PlannedBatch,
  startDate: string,
  endDate: string,
): Promise<Group> {
  pass()
  const batch = await calls.batches.create({
    service: premises.services.get(plan.service) ?? '',
    name: plan.name,
    code: plan.code,
    price: plan.price,
    priceUnit: plan.unit,
    startingTime: plan.from,
    endingTime: plan.to,
    totalCandidates: plan.places,
    trainingDays: week(...plan.days),
    trainer: premises.trainers[plan.trainer] ?? '',
    hall: plan.hall === null ? null : (premises.halls[plan.hall] ?? null),
    startDate,
    endDate,
    state: plan.fate === 'draft' ? 'draft' : 'open',
  })
  return { plan, batch, seats: new Map() }
}

/** Ends a batch as planned. */
export async function endGroup({ calls }: Office, group: Group): Promise<void> {
  const { id, version } = group.batch
  const { fate } = group.plan
  group.batch =
    typeof fate === 'object'
      ? await calls.batches.cancel({ id, version, reason: fate.reason, tell: false })
      : await calls.batches.complete({ id, version })
  group.seats.clear()
}

/** Sells a person a place, or adds them to the waiting list if the batch is full. Returns null if they are already enrolled. */
export async function seat(office: Office, group: Group, person: Person, day: string, later: Later): Promise<Seat | null> {
  const { app, random, calls, pass } = office
  const { batch, plan } = group
  const startDate = day > batch.startDate ? day : batch.startDate
  const isFull = load(group, day, app.now()).taken >= plan.places
  if (isFull && plan.demand <= 1) return null
  pass()
  const enrolled = isFull
    ? await unlessRefused(calls.enrolments.enrol({ batch: batch.id, customer: person.id, startDate, nextChargeOn: null, ifFull: 'wait' }))
    : await sellPlace(office, { batch, person, startDate }, day, later)
  if (!enrolled) return null
  let row = enrolled
  const plannedEnd = addDays(addMonths(startDate, random.pick([3, 4, 6])), -1)
  if (plan.unit === 'month' && plannedEnd < row.endDate && random.chance(0.4)) {
    const nextChargeOn = row.nextChargeOn !== null && row.nextChargeOn <= plannedEnd ? row.nextChargeOn : null
    const { id, version } = row
    row = (await unlessRefused(calls.enrolments.update({ id, version, startDate, endDate: plannedEnd, nextChargeOn }))) ?? row
  }
  const seated = { row, person }
  group.seats.set(row.id, seated)
  return seated
}
