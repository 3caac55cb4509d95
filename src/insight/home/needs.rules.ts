/** What may need somebody, in the order of Home (product 6). */
export const needKinds = ['unmarked', 'pastDue', 'quotes', 'unnamed', 'payouts', 'waiting', 'expiring'] as const
export type NeedKind = (typeof needKinds)[number]

/** The most days that something may be put off. */
export const snoozeDays = 366
