import { randomUUID } from 'node:crypto'
import { createRouterClient, type RouterClient } from '@orpc/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { router } from '#entrance/router.ts'
import type { Database } from '#db/open.ts'
import { platform } from '#db/tenant.ts'
import type { Call } from '#kernel/base.ts'
import { readConfig } from '#kernel/config.ts'
import { answerFor } from '#kernel/failure.ts'
import { newId } from '#kernel/ids.ts'
import { openLog } from '#kernel/log.ts'
import type { JobKinds } from '#kernel/outbox.ts'
import { runOne } from '#kernel/outbox.ts'
import { assemble, type Running } from '#entrance/start.server.ts'
import { asked } from './asked.ts'
import { testDatabase } from './database.ts'

/** The fake clock of a test app; it advances only when moved. */
export type Clock = { now: () => number; advance: (ms: number) => void; set: (ms: number) => void }

/** One browser: its cookies persist from call to call. */
export type Caller = {
  calls: RouterClient<typeof router>
  cookies: Record<string, string>
  /** Every Set-Cookie and other header set by the calls. */
  headers: [name: string, value: string][]
  ip: string
}

/** A complete product in this process with a separate database. */
export type TestApp = Running & {
  clock: Clock
  logLines: string[]
  /** A browser without cookies. */
  browser: (ip?: string) => Caller
  /** A registered and signed-in owner in a separate browser, whose email address is verified. */
  owner: (options?: {
    email?: string
    country?: string
    password?: string
  }) => Promise<Caller & { email: string; password: string; vendorId: string; userId: string }>
  /** Sends what is queued and returns all emails sent so far. */
  mails: () => Promise<JobKinds['mail'][]>
  close: () => Promise<void>
}

/** Marks an account's email address as verified, without the email and its code. */
export async function proveEmail({ app }: Pick<Running, 'app'>, email: string): Promise<void> {
  await platform(app.db, (trx) =>
    trx.updateTable('users').set({ emailIsVerified: true }).where('emailKey', '=', email.toLowerCase()).execute(),
  )
}

/** Listening apps, by address. */
const listening = new Map<string, TestApp>()

/** The test app behind an address; undefined if a separate process listens there. */
export const appAt = (url: string): TestApp | undefined => listening.get(url)

/** A password that is on no list of common passwords. */
export const goodPassword = 'touch-line-Court-at-9'

function storeCookie(cookies: Record<string, string>, header: string): void {
  const [pair = ''] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at)
  if (/max-age=0|expires=thu, 01 jan 1970/i.test(header)) delete cookies[name]
  else cookies[name] = pair.slice(at + 1)
}

/**
 * Opens a test app; `close` deletes its database and folder.
 * @param db an open database to use instead of one on the run's engine
 */
export async function testApp(env: Record<string, string> = {}, db?: Database): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-test-'))
  // A page waits for its rows as long as a slow machine takes.
  const config = readConfig({ NODE_ENV: 'test', CALL_LIMITS: 'off', PAGE_WAIT: '60000', DATA_DIR: dataDir, PORT: '0', ...env })
  let time = Date.UTC(2026, 9, 5, 9, 0, 0)
  const clock: Clock = { now: () => time, advance: (ms) => (time += ms), set: (ms) => (time = ms) }
  const logLines: string[] = []
  const sent: JobKinds['mail'][] = []
  const mailer = { captured: [], close: () => {}, send: async (mail: JobKinds['mail']) => void sent.push(mail) }
  const running = await assemble(config, db ?? (await testDatabase()), {
    now: clock.now,
    log: openLog((line) => logLines.push(line)),
    mailer,
    jobs: false,
  })
  const { app } = running
  let nextAddress = 1

  const browser = (ip = `10.0.${nextAddress >> 8}.${nextAddress++ & 255}`): Caller => {
    const cookies: Record<string, string> = {}
    const headers: [string, string][] = []
    const calls = createRouterClient(router, {
      context: (): Call => ({
        app,
        requestId: randomUUID(),
        ip,
        browser: 'test',
        origin: 'https://touchline.example',
        site: 'https://touchline.example',
        language: 'en',
        cookies: { ...cookies },
        setHeader(name, value) {
          headers.push([name, value])
          if (name.toLowerCase() === 'set-cookie') storeCookie(cookies, value)
        },
        session: null,
      }),
      interceptors: [
        async ({ next, path }) => {
          try {
            return await asked.run(path.join('.'), next)
          } catch (error) {
            throw answerFor(error).error
          }
        },
      ],
    })
    return { calls, cookies, headers, ip }
  }

  return {
    ...running,
    clock,
    logLines,
    browser,
    async owner({ email = `owner-${newId()}@example.com`, country = 'AE', password = goodPassword } = {}) {
      const caller = browser()
      await caller.calls.accounts.register({ email, country, password, confirmPassword: password, acceptTerms: true })
      await proveEmail(running, email)
      await caller.calls.accounts.signIn({ email, password })
      const { vendorId, userId } = await caller.calls.accounts.session()
      return { ...caller, email, password, vendorId, userId }
    },
    async mails() {
      while (await runOne(app, { mail: (mail) => mailer.send(mail) }));
      return sent
    },
    async close() {
      await running.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A test app that also listens on a loopback port. */
export async function testServer(env: Record<string, string> = {}, db?: Database): Promise<TestApp & { url: string }> {
  const app = await testApp({ TRUSTED_PROXIES: '127.0.0.1', ...env }, db)
  await app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.http.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  listening.set(url, app)
  return { ...app, url }
}
