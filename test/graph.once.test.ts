import { expect, test } from 'vitest'
import { circlesOf } from '../scripts/graph/circles.ts'
import { folderOf, ownerOf, roomOf, rooms } from '../scripts/graph/floors.ts'
import { importsOf, sourceFiles } from '../scripts/graph/imports.ts'
import { edgesOf, statements, usesOf } from '../scripts/graph/measure.ts'
import { problemsOf } from '../scripts/graph/problems.ts'
import { schemaTables, tablesOf } from '../scripts/graph/tables.ts'

test('every kind of import is read, and none of a text or a comment', () => {
  const source = `
    import type { Hall } from '#directory/halls/hall.contract.ts'
    import {
      halls,
      type Select as Chosen,
    } from './hall.server.ts'
    export { close } from '../plans/plan.rules.ts'
    const page = () => import('./hall.list.tsx')
    type Later = import('#lib/days.ts').Day
    // import { gone } from './gone.ts'
    const text = "import { no } from './no.ts'"
    import { z } from 'zod/mini'`
  expect(importsOf('src/directory/halls/hall.form.tsx', source).map(({ to, names, isType }) => [to, names.join(), isType])).toEqual([
    ['src/directory/halls/hall.contract.ts', 'Hall', true],
    ['src/directory/halls/hall.server.ts', 'halls,Select', false],
    ['src/directory/plans/plan.rules.ts', 'close', false],
    ['src/directory/halls/hall.list.tsx', 'import()', false],
    ['src/lib/days.ts', 'import()', true],
  ])
})

test('tables are read from calls of the builder and from SQL texts, with who writes', () => {
  const source = `
    await trx.selectFrom('halls as h').innerJoin('batches', 'batches.hall', 'h.id').execute()
    await trx.updateTable('batches').set({}).execute()
    await sql\`delete from "sales" where exists (select from "payments" p where true)\`.execute(trx)
    await trx.deleteFrom(table).execute()
    Array.from(halls)
    claim(app, queueOf('payments', {}))`
  const uses = tablesOf('a.server.ts', new Set(['halls', 'batches', 'sales', 'payments']), source)
  expect(uses.map(({ table, line, writes }) => `${line} ${table ?? '?'} ${writes ? 'writes' : 'reads'}`).toSorted()).toEqual([
    '2 batches reads',
    '2 halls reads',
    '3 batches writes',
    '4 payments reads',
    '4 sales writes',
    '5 ? writes',
    '7 payments writes',
  ])
})

test('a circle is found with all that is in it, and nothing beside it', () => {
  const edges = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: [] }
  const graph = new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))
  expect(circlesOf(graph).map((circle) => circle.toSorted())).toEqual([['a', 'b', 'c']])
  expect(circlesOf(new Map([...graph, ['c', new Set<string>()]]))).toEqual([])
})

test('every file has a room and every table an owner', () => {
  const isIn = (path: string) => (room: string) => path === folderOf(room) || path.startsWith(`${folderOf(room)}/`)
  const lost = sourceFiles().filter((file) => !rooms.some(isIn(file)))
  expect(lost, 'say in scripts/graph/floors.ts which room it is of').toEqual([])
  expect(schemaTables().length).toBeGreaterThan(60)
  for (const table of schemaTables()) expect(rooms, table).toContain(ownerOf(table))
})

const edges = edgesOf(sourceFiles())

test('no import leads to a higher room, no rooms stand in a circle, and only its room writes a table', () => {
  expect(edges.length).toBeGreaterThan(2000)
  const uses = usesOf(statements())
  expect(uses.length).toBeGreaterThan(500)
  expect(problemsOf(edges, uses)).toEqual([])
})

/** A file with a forbidden dependency, and the message it must cause besides those about the cycles that it closes. */
const planted: [what: string, file: string, source: string, said: RegExp][] = [
  [
    'a type of a higher floor',
    'src/directory/halls/hall.rules.ts',
    `import type { Batch } from '#timetable/batches/batch.contract.ts'`,
    /^src\/directory\/halls\/hall\.rules\.ts → src\/timetable\/batches\/batch\.contract\.ts \(Batch\): move the shared part down, let the lower/,
  ],
  [
    'a room to the right, fetched later',
    'src/directory/services/service.form.tsx',
    `const later = () => import('#directory/halls/hall.rules.ts')`,
    /hall\.rules\.ts \(import\(\)\): halls stands right of services in scripts\/graph\/floors\.ts: move the shared part into services/,
  ],
  [
    'a feature in the kernel',
    'src/kernel/jobs.ts',
    `import { daily } from '#business/accounts/daily.server.ts'`,
    /^src\/kernel\/jobs\.ts → .*: give it to the kernel at its start \(src\/entrance\/modules\.server\.ts\)$/,
  ],
  [
    'a screen that takes the shell’s client',
    'src/money/sales/sale.list.tsx',
    `import { client } from '#app/app.client.ts'`,
    /^src\/money\/sales\/sale\.list\.tsx → src\/app\/app\.client\.ts \(client\): .*give a screen what it shows from a page of src\/app$/,
  ],
  [
    'a write of another room’s table',
    'src/directory/halls/hall.server.ts',
    `await trx.updateTable('services').set({}).execute()`,
    /^src\/directory\/halls\/hall\.server\.ts:1 services \(of services\) is written: call a function of the table’s room$/,
  ],
  [
    'a read of a table of a higher floor, in SQL',
    'src/business/accounts/daily.server.ts',
    'await sql`select 1 from "sales" where true`.execute(trx)',
    /^src\/business\/accounts\/daily\.server\.ts:1 sales \(of sales\) is read: let the higher room answer a guard or an expression/,
  ],
]

const isCircle = (line: string) => line.endsWith(' stand in a circle: what one takes of another belongs into the lower one')

function plant(file: string, source: string): string[] {
  const imports = importsOf(file, source).map((one) => ({ ...one, fromRoom: roomOf(one.from), toRoom: roomOf(one.to) }))
  return problemsOf([...edges, ...imports], usesOf(tablesOf(file, new Set(schemaTables()), source)))
}

test.each(planted)('it is found, with what to do: %s', (_what, file, source, said) => {
  expect(plant(file, source).filter((line) => !isCircle(line))).toEqual([expect.stringMatching(said)])
})

test('it is found, with what to do: a circle of rooms', () => {
  const circles = plant('src/timetable/batches/batch.rules.ts', `export { attend } from '#timetable/attendance/attendance.server.ts'`)
  expect(circles.filter(isCircle)).toEqual([expect.stringMatching(/^attendance, batches, /)])
})

test('a file of no room and a table of no owner are named with where to say it', () => {
  expect(() => roomOf('src/money/tips/tip.server.ts')).toThrow(
    'src/money/tips/tip.server.ts: say in scripts/graph/floors.ts which room it is of',
  )
  expect(() => ownerOf('tips')).toThrow('tips: say in scripts/graph/floors.ts which room writes it')
})
