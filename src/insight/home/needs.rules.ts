/** The kinds of need, in the order of Home (product 6). */
export const needKinds = ['unmarked', 'pastDue', 'quotes', 'unnamed', 'payouts', 'waiting', 'expiring', 'unpriced'] as const
export type NeedKind = (typeof needKinds)[number]

/** The maximum number of days of a snooze. */
export const snoozeDays = 366
