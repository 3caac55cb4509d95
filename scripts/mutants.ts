import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { allMutants, isStale, mutantText } from './mutants/all.ts'
import type { Mutant } from './mutants/mutant.ts'

/**
 * `npm run test:mutants [part/parts] [word…]`: changes one rule at a time in
 * a copy of the sources and runs the tests that must fail for it.
 * Exits 1 if they still pass, if a rule is no longer found in its source, or if a change breaks more than a rule.
 * Words select mutants by their file's name or their text.
 */
type Outcome = 'killed' | 'survived' | 'broken'

const isPart = (word: string) => /^\d+\/\d+$/.test(word)
const [part = 1, parts = 1] = process.argv.slice(2).find(isPart)?.split('/').map(Number) ?? []
const words = process.argv.slice(2).filter((word) => !isPart(word))
const mutants = allMutants
  .filter(({ file, from }) => words.length === 0 || words.some((word) => file.includes(word) || from.includes(word)))
  .filter((_, index, chosen) => Math.floor((index * parts) / chosen.length) === part - 1)
const sources = ['{src,test,scripts,docs,e2e,public}/**/*', '*.{json,ts,md}']

/** The database that all tests of a copy start with: a mutant changes rules, not the contents of a fresh database. */
const templateOf = (home: string) => globSync(join(home, '.cache/test/template-*'))[0]

/** Copies everything that tests read, and links this clone's packages. */
function copy(): string {
  const home = mkdtempSync(join(tmpdir(), 'touchline-mutants-'))
  for (const entry of globSync(sources, { withFileTypes: true }).filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    mkdirSync(join(home, dirname(path)), { recursive: true })
    copyFileSync(path, join(home, path))
  }
  symlinkSync(resolve('node_modules'), join(home, 'node_modules'))
  return home
}

type Report = { numFailedTests: number; numPassedTests: number }

/** Runs test files in a copy until the first one fails. @returns the results and the output */
function run(home: string, tests: readonly string[]): Promise<{ report: Report | null; isGreen: boolean; output: string }> {
  const file = join(home, 'report.json')
  rmSync(file, { force: true })
  const args = [
    'run',
    '--project',
    'embedded',
    '--bail',
    '1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...tests,
  ]
  const child = spawn('node_modules/.bin/vitest', args, {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { TEST_TEMPLATE: templateOf(home), ...process.env },
  })
  let output = ''
  const append = (text: Buffer) => (output = (output + text.toString()).slice(-20_000))
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  return new Promise((done) => {
    child.once('close', (code) => {
      const report = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
      done({ report, isGreen: code === 0, output })
    })
  })
}

async function outcomeOf(home: string, { file, from, to, tests }: Mutant): Promise<{ outcome: Outcome; output: string }> {
  const whole = readFileSync(join(home, file), 'utf8')
  writeFileSync(
    join(home, file),
    whole.replace(from, () => to),
  )
  const { report, isGreen, output } = await run(home, tests)
  writeFileSync(join(home, file), whole)
  // A failed test has detected the rule; a file that does not even load means that the mutant is not a valid program.
  const outcome = isGreen ? 'survived' : (report?.numFailedTests ?? 0) > 0 ? 'killed' : 'broken'
  return { outcome, output }
}

async function main(): Promise<boolean> {
  const stale = mutants.filter(isStale)
  for (const mutant of stale) console.log(`stale     ${mutantText(mutant)}`)
  const left = mutants.filter((mutant) => !stale.includes(mutant))
  const home = copy()
  const counts: Record<Outcome, number> = { killed: 0, survived: 0, broken: 0 }
  try {
    const { isGreen, report, output } = await run(home, [...new Set(left.flatMap(({ tests }) => tests))])
    if (!isGreen || (report?.numPassedTests ?? 0) === 0) {
      console.log(`${output}\nThe tests fail without a mutant, so they would find nothing`)
      return false
    }
    for (const mutant of left) {
      const from = performance.now()
      const { outcome, output } = await outcomeOf(home, mutant)
      counts[outcome] += 1
      console.log(`${outcome.padEnd(9)} ${mutantText(mutant)} (${((performance.now() - from) / 1000).toFixed(0)} s)`)
      if (outcome === 'broken') console.log(output)
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
  const { killed, survived, broken } = counts
  console.log(`${mutants.length} mutants: ${killed} killed, ${survived} survived, ${broken} broken, ${stale.length} stale`)
  return killed === mutants.length
}

process.exit((await main()) ? 0 : 1)
