import { checkEveryVendor } from '#insight/reports/every-vendor.server.ts'
import { readConfig } from '#kernel/config.ts'
import { openDatabase } from '#entrance/start.server.ts'

/** `npm run books`: verifies every vendor's hash chains and reconciles its documents with its ledger; exits 1 on a discrepancy. */
try {
  const begun = performance.now()
  const db = await openDatabase(readConfig(process.env))
  const { vendors, entries, events, problems } = await checkEveryVendor(db).finally(() => db.close())
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  const said = problems.length === 0 ? 'The books are whole' : `${problems.length} things are broken`
  process.stdout.write(`${said}: ${vendors} vendors, ${entries} entries, ${events} changes of money, after ${seconds} s\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
