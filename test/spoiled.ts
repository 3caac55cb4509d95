import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Schema } from '#db/schema.gen.ts'
import type { Trx } from '#db/tenant.ts'
import type { Discrepancy } from '../src/business/ledger/reconcile.rules.ts'
import { reconcile } from '../src/insight/finance/reconcile.server.ts'

class Undone extends Error {}

/** What reconciliation finds while a statement of the database's owner has corrupted one row; the change is then rolled back. */
export async function spoiled(owner: Kysely<Schema>, vendorId: string, statement: string): Promise<Discrepancy[]> {
  let found: Discrepancy[] = []
  const work = owner.transaction().execute(async (trx) => {
    expect((await sql.raw(statement).execute(trx)).numAffectedRows, statement).toBe(1n)
    found = await reconcile(trx as Trx, vendorId)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  return found
}

/** Discrepancies as kind, expected and found, sorted. */
export const discrepancies = (found: readonly Discrepancy[]) =>
  found
    .map(({ kind, expected, found }) => [kind, expected, found] as [kind: string, expected: number, found: number])
    .toSorted(([a, m], [b, n]) => a.localeCompare(b) || m - n)
