import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../scripts/free-port.ts'

/** A PostgreSQL server for this run, deleted at its end. */
export type PostgresServer = {
  url: string
  /** The same server at its socket file, where each message takes less work than at a port. */
  socketUrl: string
  /** Ends it at once, like a crash; its data stays. */
  crash: () => Promise<void>
  /** Starts it again on the same address and data. */
  start: () => Promise<void>
  /** Suspends all its processes: connections stay open and no one answers. Returns a function that resumes them. */
  freeze: () => () => void
  /** Stops it permanently. */
  stop: () => Promise<void>
}

function binaries(): string {
  const found = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => Number(/(\d+)/.exec(b)?.[1]) - Number(/(\d+)/.exec(a)?.[1]))
  const directory = [...found, '/usr/local/bin', '/usr/bin', '/opt/homebrew/bin'].find((place) => existsSync(join(place, 'initdb')))
  if (!directory) throw new Error('PostgreSQL is not installed: its tests need initdb and postgres')
  return directory
}

/** Root may not run PostgreSQL, so the system's postgres user does. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Starts a server in a temporary directory on a free loopback port, with the default durability unless `fast`. */
export async function startPostgres({ fast = true }: { fast?: boolean } = {}): Promise<PostgresServer> {
  const bin = binaries()
  const as = account()
  const directory = mkdtempSync(join(tmpdir(), 'touchline-pg-'))
  if (as) chownSync(directory, as.uid, as.gid)
  const data = join(directory, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], {
    ...as,
    cwd: directory,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    directory,
    '-c',
    'max_connections=200',
    '-c',
    'shared_buffers=128MB',
  ]
  if (fast) settings.push('-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let server: ChildProcess
  const start = async () => {
    server = spawn(join(bin, 'postgres'), settings, { ...as, cwd: directory, stdio: 'ignore' })
    for (let attempt = 0; ; attempt++) {
      const client = new pg.Client({ connectionString: url }).on('error', () => {})
      try {
        await client.connect()
        await client.end()
        return
      } catch (error) {
        if (attempt > 100) throw error
        await wait(100)
      }
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    socketUrl: `${url}?host=${directory}`,
    start,
    crash: () => end('SIGQUIT'),
    freeze: () => {
      const parent = String(server.pid)
      const pids = [parent, ...execFileSync('pgrep', ['-P', parent], { encoding: 'utf8' }).split('\n').filter(Boolean)].map(Number)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      return () => pids.forEach((pid) => process.kill(pid, 'SIGCONT'))
    },
    async stop() {
      await end('SIGINT')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
