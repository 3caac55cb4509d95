import { discountLimits } from '#money/sales/sale.rules.ts'

/** What stands out among changes to money (product 6, /sales/audit-report). */
export const auditMarks = ['voidAfterPayment', 'largeDiscount', 'backDated', 'otherMethod'] as const
export type AuditMark = (typeof auditMarks)[number]

/** A discount above this is large, whatever the role, in hundredths of a percent. */
const largeRate = 2000

/** The largest discount that passes unmarked, in hundredths of a percent, for each role; `other` for an agent. */
export const unmarkedDiscounts: Record<string, number> = {
  ...Object.fromEntries(Object.entries(discountLimits).map(([role, limit]) => [role, Math.min(limit, largeRate)])),
  other: largeRate,
}

/** Columns of the log that are amounts in minor units; all other values are shown as written. */
export const amountFields: readonly string[] = [
  'list',
  'discount',
  'net',
  'tax',
  'total',
  'paid',
  'credited',
  'charged',
  'balance',
  'refunded',
  'amount',
  'commission',
  'paidBack',
  'gross',
  'price',
  'offeredPrice',
  'agreedPrice',
  'trainerPay',
  'payable',
  'minimum',
  'maximum',
  'refunds',
  'cashExpected',
  'cashCounted',
  'cardExpected',
  'cardCounted',
  'transferExpected',
  'transferCounted',
  'walletExpected',
  'walletCounted',
]

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)

/** A value of the log as text; null for none, and for ids, which mean nothing to a reader: of several only their number does. */
function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || isId(value)) return null
  if (Array.isArray(value) && value.every(isId)) return String(value.length)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

type Values = Record<string, unknown>

/** Columns shown elsewhere in a row of the report, and those that only tell the product which rows were emptied. */
const apart = new Set(['number', 'reason', 'currency', 'erased', 'bills', 'sequences'])

/**
 * The values of a change in pairs, in the order of the log. Each payment of a list is a separate pair, named by its
 * method, and what is not taxed as usual one for each class, so that their amounts read as such.
 */
export function auditFields(before: Values | null, after: Values | null): { name: string; before: string | null; after: string | null }[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !apart.has(name))
  return names.flatMap((name) => {
    const value = after?.[name]
    if (name === 'payments' && Array.isArray(value))
      return value.map(({ method, amount }: { method: string; amount: number }) => ({
        name: `payments.${method}`,
        before: null,
        after: String(amount),
      }))
    if (name === 'taxes' && Array.isArray(value))
      return value.map(({ taxClass, net }: { taxClass: string; net: number }) => ({
        name: `taxes.${taxClass}`,
        before: null,
        after: String(net),
      }))
    const pair = { name, before: textOf(before?.[name]), after: textOf(value) }
    return pair.before === pair.after ? [] : [pair]
  })
}
