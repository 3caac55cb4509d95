import type { Database } from '#db/open.ts'
import { platform, tenant } from '#db/tenant.ts'
import { writeBroken } from '#kernel/alarms.ts'
import { checkBooks } from '#business/ledger/chain-links.server.ts'
import { reconcile } from '#insight/finance/reconcile.server.ts'

/** What was checked, and a line for every problem; none if everything is intact. */
export type BooksReport = { vendors: number; entries: number; events: number; problems: string[] }

/** Checks the chains of every vendor and reconciles its documents with its ledger, vendor by vendor; a broken chain raises an alarm. */
export async function checkEveryVendor(db: Database): Promise<BooksReport> {
  const vendors = await platform(db, (trx) => trx.selectFrom('vendorPlans').select('vendorId').orderBy('vendorId').execute())
  const report: BooksReport = { vendors: vendors.length, entries: 0, events: 0, problems: [] }
  for (const { vendorId } of vendors) {
    const { chains, found } = await tenant(db, vendorId, async (trx) => ({
      chains: await checkBooks(trx, vendorId),
      found: await reconcile(trx, vendorId),
    }))
    for (const name of ['entries', 'events'] as const) {
      const { length, brokenAt } = chains[name]
      report[name] += length
      if (brokenAt !== null)
        report.problems.push(`${vendorId}  ${name === 'entries' ? 'ledger' : 'log'} broken at ${brokenAt} of ${length}`)
    }
    if (chains.entries.brokenAt !== null || chains.events.brokenAt !== null) await writeBroken(db, vendorId, '', Date.now())
    for (const { kind, id, expected, found: actual } of found)
      report.problems.push(`${vendorId}  ${kind} ${id}: expected ${expected}, found ${actual}`)
  }
  return report
}
