import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A container that serves: `stop` sends SIGTERM, and returns the code with which it ended. */
export type Container = { stop: () => Promise<number | null> }

type Run = { volumes: Record<string, string>; env?: Record<string, string> }

/** What builds and runs the image, whichever program that is. */
export type ImageTool = {
  name: string
  /** Builds the image. @returns what it was built from */
  build: () => Promise<string>
  /** The size of its files, unpacked, in bytes. */
  bytes: () => Promise<number>
  /** The topmost paths of the image that a user may write to. */
  writable: (user: number) => Promise<string[]>
  /** Runs a script of the product to its end. @throws with what it said, if it fails */
  run: (run: Run & { command: string[] }) => Promise<void>
  /** Starts the product on a port of this machine, with no more rights than compose.yaml gives it. */
  start: (run: Run & { port: number }) => Promise<Container>
}

const image = 'touchline:check'
const [registered, own] = ['docker.io/library/debian:trixie-slim', 'localhost/touchline-system']

/** Runs a program. @returns what it printed @throws with the end of what it said */
async function output(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...env }, maxBuffer: 2 ** 28 })
    return stdout.trim()
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    throw new Error(`${program} ${args[0]}: ${(stderr.trim() || stdout.trim() || String(error)).slice(-1500)}`, { cause: error })
  }
}

const works = (program: string, ...args: string[]) =>
  output(program, args).then(
    () => true,
    () => false,
  )

/** Debian's packages in a folder of its own, as a base where no registry of images can be reached. Needs root and debootstrap. */
async function fromPackages(importFolder: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-system-'))
  try {
    await output('debootstrap', ['--variant=minbase', 'trixie', folder])
    await importFolder(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where packages come from on this machine, if it says so, for the build. */
function secrets(): string[] {
  const files = { npmrc: join(homedir(), '.npmrc'), ca: '/etc/ssl/certs/ca-certificates.crt' }
  return Object.entries(files).flatMap(([id, file]) => (existsSync(file) ? ['--secret', `id=${id},src=${file}`] : []))
}

/** The topmost paths under a folder that a user may write to. */
async function writableUnder(root: string, user: number): Promise<string[]> {
  const found = await output('find', [
    root,
    '-xdev',
    '-not',
    '-type',
    'l',
    '(',
    '-uid',
    String(user),
    '-o',
    '-perm',
    '-o=w',
    ')',
    '-prune',
    '-print',
  ])
  return found
    .split('\n')
    .filter(Boolean)
    .map((path) => path.slice(root.length) || '/')
}

const folders = ({ volumes }: Run) => Object.entries(volumes).flatMap(([inside, outside]) => ['--volume', `${outside}:${inside}`])
const variables = (env: Record<string, string> = {}) => Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])

/** The code with which a process ends. */
const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

/** The process that the others of a chain started, each one the next. */
async function innermost(pid: number): Promise<number> {
  const child = await output('pgrep', ['-P', String(pid)]).catch(() => '')
  return child === '' ? pid : innermost(Number(child.split('\n')[0]))
}

/** docker and podman, which are called alike. */
function engine(name: 'docker' | 'podman'): ImageTool {
  const limits = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges', '--tmpfs=/tmp:mode=1777,size=64m']
  return {
    name,
    async build() {
      const isReached = await works(name, 'pull', registered)
      if (!isReached)
        await fromPackages(async (folder) => void (await output('sh', ['-c', `tar -C ${folder} -c . | ${name} import - ${own}`])))
      const system = isReached ? registered : own
      await output(name, ['build', ...secrets(), '--build-arg', `SYSTEM=${system}`, '--tag', image, '.'])
      return system
    },
    bytes: async () => Number(await output(name, ['image', 'inspect', '--format', '{{.Size}}', image])),
    async writable(user) {
      const folder = mkdtempSync(join(tmpdir(), 'touchline-files-'))
      try {
        const id = await output(name, ['create', image])
        await output('sh', ['-c', `${name} export ${id} | tar -C ${folder} -xp --numeric-owner`])
        await output(name, ['rm', id])
        return await writableUnder(folder, user)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    async run({ command, ...run }) {
      await output(name, ['run', '--rm', ...limits, ...folders(run), ...variables(run.env), image, 'node', ...command])
    },
    async start({ port, ...run }) {
      const id = await output(name, [
        'run',
        '--detach',
        ...limits,
        ...folders(run),
        ...variables(run.env),
        '--publish',
        `127.0.0.1:${port}:3000`,
        image,
      ])
      return {
        async stop() {
          await output(name, ['stop', '--time', '12', id])
          const code = Number(await output(name, ['inspect', '--format', '{{.State.ExitCode}}', id]))
          await output(name, ['rm', id])
          return code
        },
      }
    },
  }
}

/** buildah without an engine: a chroot as the image's user, whose files it cannot change. */
function buildah(): ImageTool {
  const env = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  const call = (...args: string[]) => output('buildah', args, env)
  let container = ''
  const args = (run: Run, command: string[]) => ['run', ...folders(run), ...variables(run.env), container, '--', 'node', ...command]
  return {
    name: 'buildah',
    async build() {
      const isReached = await works('buildah', '--storage-driver=vfs', 'pull', registered)
      if (!isReached && !(await works('buildah', '--storage-driver=vfs', 'inspect', '--type=image', own)))
        await fromPackages(async (folder) => {
          const empty = await call('from', 'scratch')
          await call('add', '--quiet', empty, folder, '/')
          await call('commit', '--quiet', '--rm', empty, own)
        })
      const system = isReached ? registered : own
      await call('build', '--layers', ...secrets(), '--build-arg', `SYSTEM=${system}`, '--tag', `localhost/${image}`, '.')
      container = await call('from', `localhost/${image}`)
      // Otherwise buildah 1.28 puts a volume of its own over the given folder, in some runs.
      await call('config', '--volume', '/data-', container)
      return system
    },
    async bytes() {
      const [bytes] = (await output('du', ['-sb', await call('mount', container)])).split('\t')
      return Number(bytes)
    },
    writable: async (user) => writableUnder(await call('mount', container), user),
    async run({ command, ...run }) {
      await call(...args(run, command))
    },
    async start({ port, ...run }) {
      const child = spawn('buildah', args({ ...run, env: { PORT: String(port), HOST: '127.0.0.1', ...run.env } }, ['src/main.ts']), {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      return {
        async stop() {
          const code = ended(child)
          // buildah passes no signal on.
          process.kill(await innermost(child.pid ?? 0), 'SIGTERM')
          return code
        },
      }
    },
  }
}

/** The first program on this machine that can build and run the image. @throws if there is none */
export async function imageTool(): Promise<ImageTool> {
  for (const name of ['docker', 'podman'] as const) if (await works(name, 'info')) return engine(name)
  if (await works('buildah', '--version')) return buildah()
  throw new Error('Install docker, podman or buildah')
}
