import { addDays } from '#lib/days.ts'

/** Days from the date of a renewal's bill until it is due. */
export const renewalGraceDays = 3

/** Days after the due day on which an unpaid bill is mailed again. */
export const reminderDays = [1, 4, 8] as const

/** The day of the next reminder after today; null after the last. Reminders missed by a stopped server are not made up for. */
export function nextReminder(dueOn: string, today: string): string | null {
  return reminderDays.map((days) => addDays(dueOn, days)).find((day) => day > today) ?? null
}
