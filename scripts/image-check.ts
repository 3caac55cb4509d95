import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { imageTool, type Container, type ImageTool } from './image-tools.ts'

/**
 * `npm run image:check`: builds the image of the Dockerfile with docker, podman or buildah, starts it on a filled data
 * directory with the rights that compose.yaml gives it, sells something, stops it, backs it up, restores the backup and
 * finds the sale there. Prints what it measured; exits 1 if a limit is not held.
 */

/** The largest size of the unpacked image in megabytes, and the longest start on a filled directory in milliseconds. */
const [mostMegabytes, longestStartMs] = [250, 5_000]
/** The user of the image: its Dockerfile names it. */
const user = 1000
const owner = { email: 'owner@north.example', password: 'Whistle-Court-and-Pool-27' }

const failures: string[] = []

/** Prints a figure; one beyond its limit fails the check. */
function report(what: string, holds = true): void {
  process.stdout.write(`${holds ? 'ok   ' : 'NO   '} ${what}\n`)
  if (!holds) failures.push(what)
}

/** Waits until the container is ready; returns how long that took in milliseconds. */
async function ready(url: string, begun: number): Promise<number> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return performance.now() - begun
    if (performance.now() - begun > 120_000) throw new Error('The container is not ready after two minutes')
    await wait(20)
  }
}

/** Calls of the demo's owner. */
async function signedIn(url: string): Promise<(call: string, input: unknown) => Promise<{ total?: number }>> {
  let cookie = ''
  const call = async (name: string, input: unknown) => {
    const answer = await fetch(`${url}/rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify({ json: input }),
    })
    const { json } = (await answer.json()) as { json: { total?: number } }
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${JSON.stringify(json)}`)
    const pairs = answer.headers.getSetCookie().map((header) => header.split(';')[0])
    if (pairs.length > 0) cookie = pairs.join('; ')
    return json
  }
  await call('accounts/signIn', owner)
  return call
}

/** Runs the product on a folder until the work is done, then stops it as a supervisor would. */
async function serving(tool: ImageTool, data: string, work: (call: Awaited<ReturnType<typeof signedIn>>) => Promise<void>): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const container: Container = await tool.start({ port, volumes: { '/data': data } })
  try {
    const ms = await ready(url, begun)
    report(`ready on a filled directory after ${(ms / 1000).toFixed(1)} s`, ms <= longestStartMs)
    await work(await signedIn(url))
  } finally {
    const stopping = performance.now()
    const code = await container.stop()
    report(`SIGTERM: ended with ${code} after ${((performance.now() - stopping) / 1000).toFixed(1)} s`, code === 0)
  }
}

const home = mkdtempSync(join(tmpdir(), 'touchline-image-'))
const [data, backups, restored] = ['data', 'backups', 'restored'].map((name) => {
  const folder = join(home, name)
  mkdirSync(folder)
  // A volume of docker's has the owner that the image's folder has.
  chownSync(folder, user, user)
  return folder
}) as [string, string, string]
try {
  const tool = await imageTool()
  report(`built with ${tool.name}, from ${await tool.build()}`)
  const megabytes = (await tool.bytes()) / 1e6
  report(`unpacked ${megabytes.toFixed(0)} MB`, megabytes <= mostMegabytes)
  const writable = await tool.writable(user)
  report(
    `the running user may change: ${writable.join(' ')}`,
    writable.every((path) => ['/data', '/backups', '/tmp'].includes(path)),
  )
  await tool.run({ command: ['scripts/demo.ts'], volumes: { '/data': data }, env: { NODE_ENV: 'development' } })
  report('filled with the demo')
  let sold = 0
  await serving(tool, data, async (call) => {
    await call('sales/sell', {
      items: [{ kind: 'free', text: 'A bib', quantity: 1, unit: 2100 }],
      payments: [{ method: 'cash', amount: 2100 }],
      total: 2100,
    })
    sold = (await call('sales/list', {})).total ?? 0
    report(`sold: ${sold} sales`, sold > 0)
  })
  await tool.run({ command: ['scripts/backup.ts', '/backups/one'], volumes: { '/data': data, '/backups': backups } })
  report('backed up')
  await tool.run({ command: ['scripts/restore.ts', '/backups/one'], volumes: { '/data': restored, '/backups': backups } })
  await serving(tool, restored, async (call) => {
    const { total } = await call('sales/list', {})
    report(`restored: ${total} sales`, total === sold)
  })
} catch (error) {
  report(error instanceof Error ? error.message : String(error), false)
} finally {
  rmSync(home, { recursive: true, force: true })
}
process.exit(failures.length === 0 ? 0 : 1)
