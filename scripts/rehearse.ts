import { rehearseUpgrade } from '#entrance/upgrade.server.ts'
import { readConfig } from '#kernel/config.ts'

/**
 * `npm run rehearse <folder>`: upgrades a copy of a backup and prints what changes; the backup stays as it is. Exits 1 if a bill would be
 * another.
 */
const [folder] = process.argv.slice(2)
if (!folder) {
  process.stderr.write('Name the folder of a backup: npm run rehearse <folder>\n')
  process.exit(2)
}
try {
  const { lines, isSafe } = await rehearseUpgrade(folder, readConfig(process.env).databaseUrl ?? null)
  process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  process.exitCode = isSafe ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
