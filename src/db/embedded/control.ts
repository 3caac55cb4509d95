import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fieldsOf } from '#lib/choices.ts'
import { readJson } from '#lib/json.ts'

/** What a running process does for a command, given the command's pid; the result must be JSON. */
export type ControlHandlers = Record<string, (pid: number) => Promise<unknown>>

type Answer = { result: unknown } | { error: string }

/** The socket of the process that uses a data directory: next to its files, where only its user and root have access. */
function socketPath(dataDir: string): string {
  const path = join(resolve(dataDir), 'control.sock')
  const id = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 32)
  if (process.platform === 'win32') return `\\\\.\\pipe\\touchline-${id}`
  // The operating system accepts socket paths of about a hundred bytes.
  return Buffer.byteLength(path) <= 100 ? path : join(tmpdir(), `touchline-${id}.sock`)
}

async function answer(handlers: ControlHandlers, line: string): Promise<Answer> {
  const [name = '', pid = ''] = line.split(' ')
  const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
  if (!handler || !/^[1-9]\d{0,9}$/.test(pid)) return { error: `The running process does not know "${name}"; is it an older version?` }
  try {
    return { result: await handler(Number(pid)) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * Lets commands send requests to the process that uses a data directory, such as a backup of a running server.
 * Call it only while holding the directory's lock.
 * @returns a function that stops listening; it does not wait for a running handler
 */
export async function serveControl(dataDir: string, handlers: ControlHandlers): Promise<() => Promise<void>> {
  const path = socketPath(dataDir)
  // A socket that a killed process left behind; since we have the lock, no one listens on it.
  rmSync(path, { force: true })
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    createInterface({ input: socket }).once('line', async (line) => {
      socket.end(`${JSON.stringify(await answer(handlers, line))}\n`)
    })
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done))
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  server.unref()
  return () =>
    new Promise((done) => {
      server.close(() => done())
      for (const socket of open) socket.destroy()
    })
}

/**
 * Sends a request to the process that uses a data directory, and waits for its answer.
 * @throws its error's message, or that it does not answer
 */
export function askControl(dataDir: string, name: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const silent = (cause?: Error) => fail(new Error(`The process that uses ${dataDir} does not answer. Stop it and try again.`, { cause }))
    const socket = createConnection(socketPath(dataDir), () => socket.write(`${name} ${process.pid}\n`))
    let said = ''
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => (said += text))
    socket.once('error', silent)
    socket.once('end', () => {
      if (!said.endsWith('\n')) return silent()
      const given = fieldsOf(readJson(said))
      if ('error' in given) fail(new Error(String(given['error'])))
      else done(given['result'])
    })
  })
}
