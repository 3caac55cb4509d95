import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync } from 'node:fs'

const remembered = '.cache/types'

/**
 * What the compiler remembers of its last run is named after the texts: it does not always notice that one of them changed, and then
 * goes on saying what was true before.
 */
const texts = createHash('sha256')
for (const file of globSync('src/**/*.json').toSorted()) texts.update(file).update(readFileSync(file))
const edition = texts.digest('hex').slice(0, 8)

/** The compiler's check of one part of the sources, of which it looks only at what a change concerns. */
const typesOf = (part: string) =>
  // The compiler's four checkers would each work out the types that they share: one takes half the work.
  `-p tsconfig.${part}.json --checkers 1 --incremental --tsBuildInfoFile ${remembered}/${part}-${edition}.tsbuildinfo`.split(' ')

/** A command whose exit code says whether a property of the sources holds. */
export type Check = { name: string; command: string; args: string[] }

/** The static checks of the sources, the longest first: all of `npm run check`, and the first steps of `npm test`. */
export const checks: Check[] = [
  { name: 'lint of the sources', command: 'oxlint', args: ['--type-aware', '--threads=1', 'src'] },
  { name: 'types of the screens', command: 'tsc', args: typesOf('web') },
  { name: 'types of tests and tools', command: 'tsc', args: typesOf('tools') },
  { name: 'lint of tests and tools', command: 'oxlint', args: ['--type-aware', '--threads=1', '--ignore-pattern=src/**'] },
  { name: 'types of the worker', command: 'tsc', args: ['-p', 'tsconfig.worker.json'] },
  { name: 'types of the server', command: 'tsc', args: typesOf('server') },
  { name: 'format', command: 'oxfmt', args: ['--check'] },
]

/** How many checks run at a time, each on one core. */
const lanes = 2

export type Outcome = { isOk: boolean; output: string; seconds: number }

/**
 * Runs a command of an installed package.
 * @returns whether it exited with 0, all of its output, and its duration
 */
export function outcomeOf({ command, args }: Check): Promise<Outcome> {
  const from = performance.now()
  let output = ''
  return new Promise((resolve) => {
    const end = (isOk: boolean) => resolve({ isOk, output, seconds: (performance.now() - from) / 1000 })
    // The compiler and the linter are written in Go: they finish sooner if garbage collection starts only at a high limit.
    // On several cores each would work out the same types several times.
    const env = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1', ...process.env }
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
    const append = (text: Buffer) => (output += text.toString())
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.once('error', ({ message }) => {
      output += message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

/**
 * Runs checks, as many at a time as there are lanes.
 * @param report is called as each check ends
 * @returns the names of the failed checks
 */
export async function run(all: Check[], report: (check: Check, outcome: Outcome) => void): Promise<string[]> {
  for (const file of globSync(`${remembered}/*`)) if (!file.includes(edition)) rmSync(file)
  const failed: string[] = []
  const waiting = all.values()
  const work = async () => {
    for (const check of waiting) {
      const outcome = await outcomeOf(check)
      report(check, outcome)
      if (!outcome.isOk) failed.push(check.name)
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return failed
}
