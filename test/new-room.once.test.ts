import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesOf } from '../scripts/new/names.ts'
import { isNightly } from './rounds.ts'

/** By day a word without a plural, whose singular and plural are the same. */
const { path, room, one } = namesOf(isNightly ? 'locker-rooms' : 'luggage')

/** A copy of the sources, in which a room is created. */
const copy = mkdtempSync(join(tmpdir(), 'touchline-room-'))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const bin = (name: string) => resolve('node_modules', '.bin', name)

function run(command: string, ...args: string[]): { status: number | null; said: string } {
  const env = {
    ...process.env,
    // Files that are named run whole.
    TURN: undefined,
    PATH: `${resolve('node_modules', '.bin')}:${process.env['PATH']}`,
    NODE_COMPILE_CACHE: '',
    GOGC: 'off',
    GOMEMLIMIT: '3GiB',
  }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, env, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

let generated: ReturnType<typeof run>
beforeAll(() => {
  for (const folder of ['src', 'scripts', 'test', 'e2e', 'bench', 'docs']) cpSync(folder, join(copy, folder), { recursive: true })
  for (const file of globSync(['*.json', '*.ts', '.ox*'])) cpSync(file, join(copy, file))
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  generated = run(process.execPath, 'scripts/new.ts', path, '--plain')
})

test('a new room is made by one command, which says what is left', () => {
  expect(generated).toMatchObject({ status: 0 })
  expect(generated.said).toContain(`src/directory/${room}/${one}.contract.ts`)
  expect(generated.said).toContain('Left to you:')
  expect(readFileSync(join(copy, 'src/db/schema.gen.ts'), 'utf8')).toContain(`  ${room}: {`)
})

test('it is written as everything else is, keeps the borders, and its own tests hold', () => {
  expect(run(bin('oxfmt'), '--check')).toMatchObject({ status: 0 })
  const own = ['test/structure.once.test.ts', 'test/texts.once.test.ts', `src/directory/${room}`]
  const result = run(bin('vitest'), 'run', '--project', 'embedded', '--reporter=dot', ...own)
  expect(result, result.said).toMatchObject({ status: 0 })
})

test.each(isNightly ? ['server', 'web', 'tools'] : [])('the types of the %s part hold', (part) => {
  const judged = run(bin('tsc'), '-p', `tsconfig.${part}.json`)
  expect(judged, judged.said).toMatchObject({ status: 0 })
})

if (isNightly)
  test('every test that asks each call is green without a further line', () => {
    const whole = [
      'drift.once',
      'texts.once',
      'graph.once',
      'policy',
      'tenants',
      'fuzz',
      'audit',
      'chosen-ids',
      'api-document',
      'injection.once',
    ]
    const files = whole.map((name) => `test/${name}.test.ts`)
    const result = run(bin('vitest'), 'run', '--project', 'embedded', '--reporter=dot', `src/directory/${room}`, ...files)
    expect(result, result.said).toMatchObject({ status: 0 })
  })

test('a name that is none, or taken, is refused before anything is written', () => {
  for (const name of [
    undefined,
    '',
    'Lockers',
    'lost things',
    'lost--things',
    '-lost',
    'a',
    '../etc',
    'class',
    "x';--",
    'a/b',
    '__proto__',
  ])
    expect(() => namesOf(name), String(name)).toThrow('small letters')
  expect(() => namesOf('people', undefined, '../person')).toThrow('small letters')
  // A room, a table, a group of calls, an address of a screen, a signed-out page, a path that the server answers itself.
  for (const name of ['halls', 'users', 'imports', 'staff', 'login', 'forgot-password', 'media', 'time-off', 'outbox'])
    expect(() => namesOf(name), name).toThrow('already')
  expect(() => namesOf('news')).toThrow('--one')
  expect(run(process.execPath, 'scripts/new.ts', 'halls')).toMatchObject({ status: 1 })
})

test.each([
  ['luggage', 'luggage', 'luggage'],
  ['lockers', 'locker', 'a locker'],
  ['facilities', 'facility', 'a facility'],
  ['boxes', 'box', 'a box'],
  ['awards', 'award', 'an award'],
  ['fitness', 'fitness', 'fitness'],
  ['courses', 'course', 'a course'],
  ['locker-rooms', 'lockerRoom', 'a locker room'],
  ['people', 'person', 'a person', 'person'],
])('of %s one is %s', (path, one, aOne, said?: string) => expect(namesOf(path, undefined, said)).toMatchObject({ path, one, aOne }))
