import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { isNightly } from './rounds.ts'

const zones = ['UTC', 'Pacific/Kiritimati', 'America/New_York']

/** Runs a program in a time zone; returns what it printed. */
function runIn(zone: string, args: string[]): Promise<{ code: number | null; said: string; errors: string }> {
  // This run's variables would make the inner run consider itself one of its workers, or leave named files to another turn.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'TURN' && !name.startsWith('VITEST')))
  const child = spawn(process.execPath, args, { env: { ...env, TZ: zone }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, errors] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said, errors })))
}

test('R6 every function of days and times gives the same in three time zones of the machine', async () => {
  const runs = await Promise.all(zones.map((zone) => runIn(zone, ['test/zones.child.ts', inject('template')])))
  const answers = runs.map(({ said, errors }) => {
    if (said === '') throw new Error(errors)
    return JSON.parse(said) as { offset: number; results: Record<string, unknown[]> }
  })
  // The zones were in effect, otherwise three equal results would prove nothing.
  expect(answers.map(({ offset }) => offset)).toEqual([0, -840, 240])
  const [first, ...others] = answers.map(({ results }) => results)
  for (const other of others) expect(other).toEqual(first)
  expect(first?.['here']).toHaveLength(270)
  expect(first?.['here']?.[4]).toMatchObject({ day: '2026-03-07', time: '19:00' })
  expect(first?.['fields']?.slice(-4)).toEqual([false, false, false, false])
  expect(first?.['lists']?.[1]).toBe('الأحد، الثلاثاء، الجمعة')
})

test('R6 the tests that work with days pass alike under time zones of the machine that are a day apart', async () => {
  const home = mkdtempSync(join(tmpdir(), 'touchline-zones-'))
  const files = [
    'src/insight/home/today.rules.test.ts',
    'src/lib/zones.test.ts',
    'src/insight/home/home.test.ts',
    'src/timetable/sessions/session-plan.test.ts',
    'src/business/setup/zone.test.ts',
    'src/lib/fields.test.ts',
  ]
  const lists = await Promise.all(
    // By day only the zone furthest from the machine's.
    (isNightly ? zones : zones.slice(1, 2)).map(async (zone, index) => {
      const file = join(home, `${index}.json`)
      const args = ['run', '--project', 'embedded', '--reporter=json', `--outputFile.json=${file}`, ...files]
      const { code, said, errors } = await runIn(zone, ['node_modules/vitest/vitest.mjs', ...args])
      expect(code, said + errors).toBe(0)
      type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] }
      const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
      return testResults
        .flatMap(({ assertionResults }) => assertionResults.map(({ fullName, status }) => `${fullName}: ${status}`))
        .toSorted()
    }),
  )
  rmSync(home, { recursive: true, force: true })
  const [first = [], ...others] = lists
  expect(first.length).toBeGreaterThanOrEqual(14)
  expect(first.filter((line) => !line.endsWith(': passed'))).toEqual([])
  for (const other of others) expect(other).toEqual(first)
})
