import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { unpackInto } from '../test/template.ts'

/** A real SMTP receiver on loopback that stores what arrives. */
export type Inbox = {
  url: string
  mails: { to: string[]; mail: Email }[]
  codeFor: (email: string, after?: number) => Promise<string>
  close: () => Promise<void>
}

/** Starts an SMTP server that accepts everything. */
async function openInbox(): Promise<Inbox> {
  const mails: Inbox['mails'] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then((mail) => mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail }))
          .then(() => done(), done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    /** The newest six-digit code mailed to an address, waiting up to ten seconds for it. */
    async codeFor(email, after = 0) {
      for (let attempt = 0; attempt < 100; attempt++) {
        const found = mails
          .filter(({ to }) => to.includes(email))
          .slice(after)
          .at(-1)
        const code = /\b\d{6}\b/.exec(found?.mail.text ?? '')?.[0]
        if (code) return code
        await wait(100)
      }
      throw new Error(`No code was mailed to ${email}`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The link with a secret that was last mailed to an address, waiting up to ten seconds for it. @param path of its page, such as /quote */
export async function linkFor({ mails }: Inbox, email: string, path: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const mail = mails.findLast(({ to }) => to.includes(email))
    const link = mail?.mail.text?.split(/\s+/).find((word) => word.startsWith('http') && word.includes(`${path}?`) && word.includes('#'))
    if (link) return link
    await wait(100)
  }
  throw new Error(`No link to ${path} was mailed to ${email}`)
}

/** The product as a separate process, started as by `npm start`. */
export type Product = {
  url: string
  dataDir: string
  inbox: Inbox
  process: () => ChildProcess
  kill: () => Promise<void>
  start: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the product on a free port with a new data directory. */
export async function openProduct(env: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-e2e-'))
  // Prepared for journeys only: other callers start on an empty directory.
  const template = process.env['TEST_TEMPLATE']
  if (template) unpackInto(dataDir, template)
  const inbox = await openInbox()
  let child: ChildProcess
  let port = '0'
  const start = async () => {
    child = spawn('node_modules/.bin/node', ['src/main.ts'], {
      env: { ...process.env, HOST: '127.0.0.1', PORT: port, DATA_DIR: dataDir, SMTP_URL: inbox.url, TRUSTED_PROXIES: '127.0.0.1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const errors: string[] = []
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
    for await (const line of createInterface({ input: child.stdout! })) {
      const ready = /ready at http:\/\/127\.0\.0\.1:(\d+)/.exec(line)
      if (ready?.[1]) {
        port = ready[1]
        // Keep reading the pipe: the process would block on a full one.
        child.stdout!.resume()
        return
      }
    }
    throw new Error(`The product did not start: ${errors.join('')}`)
  }
  await start()
  return {
    get url() {
      return `http://127.0.0.1:${port}`
    },
    dataDir,
    inbox,
    process: () => child,
    start,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await inbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A journey's `product`, one per worker; journeys are isolated by their email addresses. */
export const test = base.extend<object, { product: Product }>({
  // A separate address for each journey, since limits count by address.
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
  extraHTTPHeaders: async ({}, use) =>
    use({ 'x-forwarded-for': `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 250) + 1).join('.')}` }),
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern.
    async ({}, use) => {
      // Pages wait for their rows as long as a slow machine takes.
      const product = await openProduct({ PAGE_WAIT: '20000' })
      await use(product)
      await product.close()
    },
    { scope: 'worker' },
  ],
})

export { expect } from '@playwright/test'
