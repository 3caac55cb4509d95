import { mkdirSync } from 'node:fs'
import { openEmbeddedDatabase } from '#db/embedded/database.ts'
import { openServer, type Database } from '#db/open.ts'
import type { App } from '#kernel/app.ts'
import { openArchives } from '#kernel/archive-store.ts'
import { isLoopbackHost } from '#kernel/body.ts'
import { openCallRates } from '#kernel/buckets.ts'
import type { Config } from '#kernel/config.ts'
import { openFiles } from '#kernel/files.ts'
import { openHttp, type Http } from './http.server.ts'
import { requireSameSecret } from '#kernel/installation.ts'
import { describeError, openLog, type Log } from '#kernel/log.ts'
import { mailWorker } from '#kernel/mail-logo.ts'
import { openMailer, type Mailer } from '#kernel/mail.ts'
import { startJobs } from '#kernel/jobs.ts'
import type { Workers } from '#kernel/outbox.ts'
import { requireAnswers } from '#kernel/guards.ts'
import type { Modules } from '#kernel/modules.ts'
import { closeToOthers } from '#kernel/private.ts'
import { openRoom, type Room } from '#kernel/room.ts'
import { openSecrets } from '#kernel/secrets.ts'
import { loadSeeds } from './seeds.server.ts'
import { openWatch } from '#kernel/watch.ts'
import { modules as own } from './modules.server.ts'
import { tasks } from './tasks.server.ts'

/** A running product: its app, HTTP server and jobs, and how to stop it: idle connections close after a linger. */
export type Running = { app: App; http: Http; mailer: Mailer; stop: (lingerMs?: number) => Promise<void> }

/** The parts of a running product that tests may replace. */
type Parts = { now?: () => number; log?: Log; room?: Room; modules?: Modules }

/** Refuses a database server that would lose data in a power cut, or warns loudly if that is allowed. @throws unless allowed */
function refuseLossy(allowed: boolean, settings: string[]): void {
  const why = `the PostgreSQL server runs with ${settings.join(', ')}, so a power cut would lose acknowledged changes`
  if (!allowed) throw new Error(`Touchline does not start: ${why}. DATABASE_DURABILITY=unchecked starts it all the same.`)
  process.stderr.write(`${'!'.repeat(80)}\nWARNING: ${why}.\n${'!'.repeat(80)}\n`)
}

/** Warns of settings that work but that an operator is unlikely to want. */
function warnOf(config: Config, { newer }: Database, log: Log): void {
  const { dataDir, host, production, publicOrigin, smtpUrl, trustedProxies, termsUrl, privacyUrl } = config
  if (publicOrigin?.startsWith('https:') && trustedProxies.length === 0)
    log.warn(
      'PUBLIC_URL is https but TRUSTED_PROXIES is empty: all clients count as one, at the address of the proxy, and share its limits',
    )
  if (production && !smtpUrl) log.warn('SMTP_URL is not set: mails, codes too, stay queued until a process with one runs')
  if (!publicOrigin && !(isLoopbackHost(host) && trustedProxies.length === 0))
    log.warn(`PUBLIC_URL is not set, but ${isLoopbackHost(host) ? 'a proxy' : host} is served: links in mails lead to localhost`)
  if (production && publicOrigin && !(termsUrl && privacyUrl))
    log.warn('TERMS_URL or PRIVACY_URL is not set: owners accept the general pages of the product')
  if (closeToOthers(dataDir)) log.warn('DATA_DIR is open to other users of this machine: chmod 0700 closes it')
  if (newer.length > 0)
    log.warn(`The database is of a newer version (${newer.join(', ')}): this one works on it, and leaves its schema as it is`)
}

/**
 * Opens the configured database: the server of DATABASE_URL, else the embedded one in DATA_DIR.
 * @param room notified of failed maintenance; commands end before any is due
 */
export async function openDatabase(config: Config, room?: Room): Promise<Database> {
  if (config.databaseUrl)
    return openServer(config.databaseUrl, {
      poolSize: config.databasePool,
      prepare: config.databasePrepare,
      ...(config.production ? { onLossy: (settings) => refuseLossy(config.databaseUnchecked, settings) } : {}),
    })
  return openEmbeddedDatabase(config.dataDir, room?.upkeepFailed)
}

/** The state shared by the whole process, over an open database. @throws if no room answers a guard */
export function openApp(config: Config, db: Database, parts: Parts = {}): App {
  mkdirSync(config.dataDir, { recursive: true })
  const { now = Date.now, log = openLog(), room = openRoom(config.dataDir, log), modules = own } = parts
  requireAnswers(modules)
  return {
    config,
    db,
    now,
    secrets: openSecrets(config.secretKey, config.dataDir),
    files: openFiles(config),
    archives: openArchives(config),
    log,
    room,
    wake: () => {},
    watch: openWatch(db, now, log, modules),
    callRates: config.countsCalls ? openCallRates() : null,
    modules,
  }
}

/** Assembles the product over an open database; the caller calls `listen`. Tests may replace parts. */
export async function assemble(config: Config, db: Database, parts: Parts & { mailer?: Mailer; jobs?: boolean } = {}): Promise<Running> {
  await loadSeeds(db)
  const log = parts.log ?? openLog()
  warnOf(config, db, log)
  const mailer = parts.mailer ?? openMailer(config, (line) => log.info(line))
  const app = openApp(config, db, { ...parts, log })
  await requireSameSecret(app)
  // Not awaited: leftover files harm nothing.
  app.files.removeParts().catch((error: unknown) => log.error('Unfinished files could not be removed', describeError(error)))
  // Without an SMTP server emails stay queued until a process with one, on the same database, sends them.
  const canSend = parts.mailer !== undefined || config.smtpUrl !== undefined || !config.production
  const workers: Partial<Workers> = canSend ? { mail: mailWorker(app.files, mailer) } : {}
  const jobs = parts.jobs === false ? null : startJobs(app, tasks(app, workers))
  if (jobs) app.wake = jobs.wake
  const http = await openHttp(app, mailer)
  return {
    app,
    http,
    mailer,
    async stop(lingerMs = 0) {
      http.drain()
      // All at once: each may take seconds, and the process supervisor waits only ten.
      const jobsEnded = jobs?.stop()
      await http.close(lingerMs)
      await jobsEnded
      mailer.close()
      await db.close()
    },
  }
}
