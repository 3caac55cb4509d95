import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, resolve } from 'node:path'
import { checks, run } from './checks.ts'

/**
 * Runs every check in one command: types, lint, the database and browser tests on both
 * engines, and the journeys. Prints one closing line of counts; exits 1 if anything failed.
 */
const isNightly = process.argv.includes('--nightly')
/** The variable that marks a nightly run for its tests, or the turn of a daily one. */
const scope: Record<string, string> = isNightly ? { NIGHTLY: '1' } : { TURN: turn() }
const results = '.cache/test'
/** Twice the peak size of the files that all tests together have written and not yet removed. */
const needed = 2 * 1024 ** 3
// Shares Node's compile cache between processes: tests start the product and its commands hundreds of times.
process.env['NODE_COMPILE_CACHE'] ??= resolve('.cache/compiled')
rmSync(results, { recursive: true, force: true })
const scratch = inMemory()
if (scratch) process.env['TMPDIR'] = scratch
mkdirSync(results, { recursive: true })

/**
 * Returns a folder for what the tests write, in memory if the system has enough: they write some 30 GB in small files, each removed soon.
 * What a disk does to the data is covered by other tests, which lose whatever was not synced.
 * @returns null if the disk has to be used
 */
function inMemory(): string | null {
  const home = '/dev/shm'
  if (!existsSync(home) || freemem() < 4 * needed) return null
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < needed) return null
  const folder = mkdtempSync(join(home, 'touchline-'))
  // The database's system user also writes there.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}

/** The turn of a daily run, which decides what it leaves to others (test/turns.ts): the number of commits, or the given one. */
function turn(): string {
  const { stdout } = spawnSync('git', ['rev-list', '--count', 'HEAD'], { encoding: 'utf8' })
  const given = process.env['TURN'] ?? (stdout || '0').trim()
  console.log(`Turn ${given}; TURN=${given} repeats it. What takes longest goes in turns, and all of it at night: npm run test:nightly`)
  return given
}

type Count = { passed: number; failed: number; skipped: number }
const total: Count = { passed: 0, failed: 0, skipped: 0 }
/** Repeated before the closing line, since thousands of lines may separate it from the failed step. */
const failures: string[] = []

function start(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${command}`, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })
}

function add(name: string, ok: boolean, count: Count | null, failed: string[] = []): void {
  // A run that crashed before reporting counts still counts as one failure.
  const counted = count ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
  if (!ok && counted.failed === 0) counted.failed = 1
  if (counted.failed > 0) failures.push(...(failed.length > 0 ? failed : ['see above']).map((what) => `${name}: ${what}`))
  total.passed += counted.passed
  total.failed += counted.failed
  total.skipped += counted.skipped
  console.log(`\n== ${name}: ${counted.passed} passed, ${counted.failed} failed\n`)
}

function readJson<T>(file: string): T | null {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type JourneySpec = { title: string; file: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }
type JourneySuite = { specs: JourneySpec[]; suites?: JourneySuite[] }
type JourneyReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites: JourneySuite[] }

function failedSpecs({ specs, suites = [] }: JourneySuite): string[] {
  const failed = specs.filter(({ ok }) => !ok)
  const reason = ({ tests }: JourneySpec) => tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).find(Boolean)
  return [...failed.map((spec) => `${spec.file}: ${spec.title}: ${reason(spec) ?? ''}`), ...suites.flatMap(failedSpecs)]
}

async function vitest(project: string, workers = 1): Promise<void> {
  const file = `${results}/${project}.json`
  const ok = await start(
    'vitest',
    ['run', '--project', project, `--maxWorkers=${workers}`, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    scope,
  )
  const report = readJson<VitestReport>(file)
  const counts = report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
  const failed = report?.testResults.flatMap((result) => {
    const tests = result.assertionResults.filter(({ status }) => status === 'failed')
    // A file that failed outside its tests has its own message.
    if (result.status === 'failed' && tests.length === 0) return [`${result.name}: ${result.message}`]
    return tests.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? ''}`)
  })
  add(`tests (${project})`, ok, counts, failed)
}

async function journeys(workers: number): Promise<void> {
  const file = `${results}/journeys.json`
  const ok = await start('playwright', ['test', `--workers=${workers}`, '--reporter=list,json'], {
    ...scope,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    // Node reads the tests and the sources that they import by itself, in a fifth of the time that Playwright takes to transform them.
    PW_DISABLE_TS_ESM: '1',
  })
  const report = readJson<JourneyReport>(file)
  const stats = report?.stats
  const failed = report?.suites.flatMap(failedSpecs)
  add('journeys', ok, stats ? { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped } : null, failed)
}

/** Runs the static checks of the sources. */
async function checkSources(): Promise<void> {
  await run(checks, ({ name }, { isOk, output }) => {
    if (output.trim() !== '') console.log(output.trimEnd())
    add(name, isOk, null)
  })
}

// Tests that mostly wait (for an outage or a limit of the product) run alongside those that use all cores.
await Promise.all([
  // More at a time takes longer: the tests of three workers already use both cores.
  checkSources()
    .then(() => vitest('browser', 2))
    .then(() => vitest('embedded', 3)),
  start('node', ['scripts/build.ts'])
    .then((isBuilt) => add('build', isBuilt, null))
    .then(() => vitest('outages'))
    .then(() => vitest('waiting', 2)),
])
// One after the other: beside each other they take as long together, and pages wait so long that what a server draws in time is late.
await vitest('server', 3)
await journeys(2)
if (isNightly) add('mutants', await start('node', ['scripts/mutants.ts']), null)

// With what was expected and what was found, which the second and third lines say.
for (const failure of failures) console.log(`failed: ${failure.split('\n').slice(0, 6).join('\n  ')}`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
process.exit(total.failed === 0 ? 0 : 1)
