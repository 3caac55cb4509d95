import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { optionsWithin } from '#db/embedded/engine.ts'
import { demoPassword } from '../scripts/demo/office.ts'
import { httpClient, type HttpClient } from './browser-session.ts'
import { png } from './filled.ts'

/** A way to run a script with little memory, and to measure what it used. */
export type Little = {
  /** The script's command line. */
  command: (script: string) => string[]
  /** The process's peak memory so far, in bytes. */
  peak: (pid: number) => number
  /** Call once its processes have ended. */
  remove: () => void
}

/** The directory of this process's memory control group; null if the system uses another kind of groups. */
function ownGroup(): string | null {
  try {
    const path = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
    return path === undefined ? null : join('/sys/fs/cgroup/memory', path)
  } catch {
    return null
  }
}

/** A control group below this process's own that kills its processes beyond the limit. @throws if none may be created */
function inGroup(parent: string, bytes: number): Little {
  const group = join(parent, `touchline-${process.pid}`)
  mkdirSync(group)
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(bytes))
  return {
    command: (script) => ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, process.execPath, script],
    peak: () => Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')),
    remove: () => rmdirSync(group),
  }
}

/** Options as the product sets them itself within such a limit; the caller has to check that it stays below. */
function inOptions(bytes: number): Little {
  return {
    command: (script) => [process.execPath, ...optionsWithin(bytes), `--max-old-space-size=${bytes / 2 ** 21}`, script],
    peak: (pid) => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024,
    remove: () => {},
  }
}

/** Limits a process to `bytes` bytes of memory: with a control group if this machine allows one, otherwise with V8's options. */
export function within(bytes: number): Little {
  const parent = ownGroup()
  if (parent) {
    try {
      return inGroup(parent, bytes)
    } catch {
      // The group belongs to another user or is read-only.
    }
  }
  return inOptions(bytes)
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
const [first, last] = [day(330), day(0)]

/** What an owner opens in a day, and the most expensive reports. */
const asked = [
  '/',
  '/customers',
  '/api/today',
  '/api/customers',
  '/api/sales',
  '/api/enrolments',
  `/api/sessions?from=${day(14)}&to=${last}`,
  '/api/notifications/log',
  '/api/reports/audit',
  '/api/reports/chain',
  `/api/reports/subscriptions?from=${first.slice(0, 7)}&to=${last.slice(0, 7)}`,
  `/api/finance/statement?from=${first}&to=${last}`,
  `/api/finance/profit?from=${first}&to=${last}`,
]

async function signedIn(url: string, email: string): Promise<HttpClient> {
  const client = httpClient(url)
  const { status } = await client.rpc('accounts.signIn', { email, password: demoPassword })
  if (status !== 200) throw new Error(`${email} was answered ${status}`)
  return client
}

/**
 * A busy period with the demo's data: both owners request pages, lists and reports, eight at once, one after another,
 * upload images, and export everything they have.
 * @param ms duration
 * @returns how often each request got which status
 */
export async function busySpell(url: string, ms: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const note = (what: string, status: number) => (counts[`${status} ${what}`] = (counts[`${status} ${what}`] ?? 0) + 1)
  const end = performance.now() + ms
  const owners = await Promise.all(['owner@north.example', 'owner@gulf.example'].map((email) => signedIn(url, email)))
  const read = async (owner: HttpClient, from: number) => {
    for (let at = from; performance.now() < end; at++) {
      const path = asked[at % asked.length] ?? '/'
      const answer = await fetch(url + path, { headers: { cookie: owner.cookie, 'x-forwarded-for': '10.9.8.7' } })
      await answer.arrayBuffer()
      note(path, answer.status)
    }
  }
  const upload = async (owner: HttpClient) => {
    for (let at = 0; performance.now() < end; at++)
      note('image', (await owner.upload('cover', await png(2000, 2000, `#${(at % 4096).toString(16).padStart(3, '0')}`))).status)
  }
  await Promise.all(
    owners.flatMap((owner) => [
      ...[0, 3, 6, 9].map((from) => read(owner, from)),
      upload(owner),
      owner.rpc('archives.begin', {}).then(({ status }) => note('archive', status)),
    ]),
  )
  return counts
}
