import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What a transaction may do: `write`; `read`, and the database refuses the rest; `snapshot`, which reads all as of one moment.
 */
export type Mode = 'write' | 'read' | 'snapshot'

/** The scope of a transaction: a vendor's rows, or platform tables (null). */
type Scope = { vendorId: string | null; role: string; mode: Mode }

/** The scope of the transaction being opened. */
export const opening = new AsyncLocalStorage<Scope>()

const begins: Record<Mode, string> = {
  write: 'begin',
  read: 'begin read only',
  snapshot: 'begin isolation level repeatable read read only',
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The statements that open a transaction: begin, the product's role, and the tenant for row-level security,
 * each a separate message (citus rule 4). A plain `begin` for migrations, which run as the owner.
 */
export function beginStatements(scope = opening.getStore()): string[] {
  if (!scope) return ['begin']
  const start = [begins[scope.mode], `set local role "${scope.role}"`]
  if (scope.vendorId === null) return start
  if (!uuid.test(scope.vendorId)) throw new Error('A vendor id must be a lower-case UUID')
  return [...start, `select "appSetVendor"('${scope.vendorId}')`]
}
