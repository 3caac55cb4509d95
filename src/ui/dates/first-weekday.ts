/** Weekdays as BCP 47 names them, from Sunday on. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** The first weekday that a locale states: `sat` of `ar-KW-u-fw-sat`, and Monday if it states none. */
export const firstWeekdayOf = (locale: string): (typeof weekdays)[number] =>
  weekdays.find((weekday) => locale.includes(`-fw-${weekday}`)) ?? 'mon'
