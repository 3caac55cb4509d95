/** What a column of a bank file may be. Several may be `text` or `reference`; any other role is of one column. */
export const columnRoles = [
  'day',
  'amount',
  'debit',
  'credit',
  'direction',
  'fee',
  'balance',
  'name',
  'payer',
  'payee',
  'text',
  'reference',
  'bankId',
  'currency',
  'account',
  'state',
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** How a file writes a date in figures: 27/11/2026 or 11/27/2026. A date that begins with its year has only one reading. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const
export type DayOrder = (typeof dayOrders)[number]
