import { operate, Usage } from '#money/payouts/operator.server.ts'
import { readConfig } from '#kernel/config.ts'
import { openApp, openDatabase } from '#entrance/start.server.ts'

/**
 * `npm run operator -- <command>`: the marketplace's side of commissions and payouts. Exits 2 for an invalid command, 1 for a failed one.
 */
try {
  const config = readConfig(process.env)
  const db = await openDatabase(config)
  try {
    const lines = await operate(openApp(config, db), process.argv.slice(2))
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  } finally {
    await db.close()
  }
} catch (error) {
  const issues = (error as { data?: { issues?: { message: string }[] } }).data?.issues ?? []
  const said = issues.length > 0 ? issues.map(({ message }) => message).join('; ') : error instanceof Error ? error.message : String(error)
  process.stderr.write(`${said}\n`)
  process.exitCode = error instanceof Usage ? 2 : 1
}
