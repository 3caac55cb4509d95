import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isDay } from '#lib/days.ts'
import { readConfig } from '#kernel/config.ts'
import { openLog } from '#kernel/log.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { openApp, openDatabase } from '#entrance/start.server.ts'
import { demoAccounts, demoTeam, fillDemo } from './demo/fill.ts'
import { demoPassword } from './demo/office.ts'

/** Shows progress: on a terminal by rewriting one line, elsewhere by printing a line for each tenth. */
function progress(begun: number): (share: number) => void {
  let last = 0
  return (share) => {
    const percent = Math.floor(share * 100)
    const step = process.stderr.isTTY ? 1 : 10
    if (percent < last + step) return
    last = percent - (percent % step)
    const line = `Playing the year: ${last} %, ${((performance.now() - begun) / 1000).toFixed(0)} s`
    process.stderr.write(process.stderr.isTTY ? `\r${line}${last === 100 ? '\n' : ''}` : `${line}\n`)
  }
}

/** `npm run demo [YYYY-MM-DD]`: fills the empty database of DATA_DIR or DATABASE_URL with vendors to try things on. */
async function main(today: string): Promise<void> {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The demo has known passwords, so it does not run with NODE_ENV=production')
  if (!isDay(today)) throw new Error('Name the day as YYYY-MM-DD: npm run demo 2026-11-21')
  // The product defaults to production, whose checks of a server's durability a demo does not need.
  const config = readConfig({ ...process.env, NODE_ENV: process.env['NODE_ENV'] || 'development' })
  mkdirSync(config.dataDir, { recursive: true })
  const begun = performance.now()
  const db = await openDatabase(config)
  try {
    await loadSeeds(db)
    await fillDemo(openApp(config, db, { log: openLog(() => {}) }), today, undefined, progress(begun), availableParallelism() > 1)
  } finally {
    await db.close()
  }
  process.stdout.write(`Filled in after ${((performance.now() - begun) / 1000).toFixed(0)} s. Start with npm start and sign in as\n\n`)
  for (const { email, about } of [...demoAccounts, ...demoTeam]) process.stdout.write(`  ${email.padEnd(22)} ${about}\n`)
  process.stdout.write(`\nThe password is ${demoPassword}\n`)
}

main(process.argv[2] ?? new Date().toISOString().slice(0, 10)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
