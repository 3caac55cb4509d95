import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The product as a separate process, started as by `npm start`. */
export type Process = {
  /** Its address once it is ready, or null if it ended before. */
  url: string | null
  child: ChildProcess
  /** What it has written to stderr so far. */
  errors: () => string
  /** The first 100,000 characters of its log. */
  output: () => string
  /** Its exit code or signal. */
  ended: Promise<number | NodeJS.Signals | null>
}

/** The environment that a separate process inherits: where programs are, and Node's compile cache. */
export const machine = () => ({ PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] })

/** An empty data directory and a function that removes it. */
export function newDataDir(): { dataDir: string; remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchline-product-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/**
 * Starts the product in production on a free port and waits until it is ready or has ended.
 * @param killWhen polled continuously; the product is killed as soon as it returns true
 * @param cwd the clone that is started
 * @param commandLine how it is started
 */
export async function startProduct(
  env: Record<string, string>,
  killWhen?: () => boolean,
  cwd = '.',
  [command = '', ...args]: string[] = [process.execPath, 'src/main.ts'],
): Promise<Process> {
  const child = spawn(command, args, {
    cwd,
    env: { ...machine(), HOST: '127.0.0.1', PORT: '0', TRUSTED_PROXIES: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const look = setInterval(() => killWhen?.() && child.kill('SIGKILL'), 2)
  let [said, errors] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)))
  void ended.then(() => clearInterval(look))
  const ready = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      // Everything is read, since the process would block on a full pipe; only the beginning is stored.
      if (said.length < 100_000) said += chunk.toString()
      const url = /ready at (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1]
      if (url) resolve(url)
    }),
  )
  const url = await Promise.race([ready, ended.then(() => null)])
  return { url, child, errors: () => errors, output: () => said, ended }
}
