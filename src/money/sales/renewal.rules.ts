import { addDays } from '#lib/days.ts'

/** Days from the day of a renewal's bill until it is to be paid. */
export const renewalGraceDays = 3

/** Days after the due day on which a bill that is not paid is mailed again. */
export const reminderDays = [1, 4, 8] as const

/** The day of the next reminder after today; null after the last. Those that a stopped server missed are not made up for. */
export function nextReminder(dueOn: string, today: string): string | null {
  return reminderDays.map((days) => addDays(dueOn, days)).find((day) => day > today) ?? null
}
