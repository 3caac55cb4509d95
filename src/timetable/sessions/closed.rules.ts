import type { Closure } from './closure.contract.ts'

/** A closure of some hours of its days. */
export type ClosedHours = Closure & { startingTime: string; endingTime: string }

/** What is closed on a day: the whole of it, halls for the whole of it, and hours of the business or of halls, earliest first. */
export type ClosedDay = { day: Closure | undefined; halls: Closure[]; hours: ClosedHours[] }

const hasHours = (closure: Closure): closure is ClosedHours => closure.startingTime !== null && closure.endingTime !== null

/** What closures close on a day. @param hall the only hall that is of interest, if there is one */
export function closedOn(closures: readonly Closure[], day: string, hall?: string | null): ClosedDay {
  const own = closures.filter(
    (closure) => closure.fromDay <= day && day <= closure.toDay && (hall === undefined || closure.hall === null || closure.hall === hall),
  )
  const whole = own.filter((closure) => !hasHours(closure))
  return {
    day: whole.find((closure) => closure.hall === null),
    halls: whole.filter((closure) => closure.hall !== null),
    hours: own.filter(hasHours).toSorted((a, b) => a.startingTime.localeCompare(b.startingTime)),
  }
}
