import { expect, test } from 'vitest'
import { circlesOf } from '../scripts/graph/circles.ts'
import { folderOf, ownerOf, rooms } from '../scripts/graph/floors.ts'
import { importsOf, sourceFiles } from '../scripts/graph/imports.ts'
import {
  edgesOf,
  foreignOf,
  fromKernelOf,
  readsUpOf,
  roomGraphOf,
  statements,
  upStairsOf,
  upwardOf,
  usesOf,
} from '../scripts/graph/measure.ts'
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
    Array.from(halls)`
  const uses = tablesOf('a.server.ts', new Set(['halls', 'batches', 'sales', 'payments']), source)
  expect(uses.map(({ table, line, writes }) => `${line} ${table ?? '?'} ${writes ? 'writes' : 'reads'}`).toSorted()).toEqual([
    '2 batches reads',
    '2 halls reads',
    '3 batches writes',
    '4 payments reads',
    '4 sales writes',
    '5 ? writes',
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

const show = (all: readonly { from: string; to: string; names: string[] }[]) =>
  all.map(({ from, to, names }) => `${from} → ${to} (${names.join(', ')})`).join('\n')
const showUses = (all: readonly { file: string; line: number; table: string; owner: string }[]) =>
  all.map(({ file, line, table, owner }) => `${file}:${line} ${table} (of ${owner})`).join('\n')

test('no import leads to a higher room, so that no rooms stand in a circle', () => {
  const edges = edgesOf(sourceFiles())
  expect(show(fromKernelOf(edges)), 'give it to the kernel at its start (src/entrance/modules.server.ts)').toBe('')
  expect(
    show(upwardOf(edges)),
    'move the shared part down, let the lower room raise an event or ask a guard, or give a screen what it shows from a page of src/app',
  ).toBe('')
  expect(circlesOf(roomGraphOf(edges)), 'what one of these rooms takes of another belongs into the lower one').toEqual([])
})

test('no statement writes the table of another room or reads one of a higher floor', () => {
  const uses = usesOf(statements())
  expect(showUses(foreignOf(uses)), 'call a function of the table’s room').toBe('')
  expect(showUses(readsUpOf(uses)), 'let the higher room answer a guard or an expression, or read there').toBe('')
})

test('what runs upward is found: a type, a room to the right, the kernel’s own, a call of a screen', () => {
  const edge = (from: string, to: string, fromRoom: string, toRoom: string) => ({ from, to, names: ['x'], fromRoom, toRoom })
  const planted = [
    edge('src/directory/halls/hall.rules.ts', 'src/timetable/batches/batch.contract.ts', 'halls', 'batches'),
    edge('src/directory/services/names.ts', 'src/directory/halls/hall.rules.ts', 'services', 'halls'),
    edge('src/kernel/jobs.ts', 'src/business/accounts/daily.server.ts', 'kernel', 'accounts'),
    edge('src/timetable/enrolments/enrolments.client.ts', 'src/money/sales/sale.contract.ts', 'enrolments', 'sales'),
    edge('src/money/sales/sale.list.tsx', 'src/app/client.ts', 'sales', 'app'),
    edge('src/timetable/batches/batch.rules.ts', 'src/directory/halls/hall.rules.ts', 'batches', 'halls'),
  ]
  expect([upwardOf(planted).length, upStairsOf(planted).length, fromKernelOf(planted).length]).toEqual([5, 4, 1])
  const back = edge('src/directory/halls/hall.rules.ts', 'src/directory/services/names.ts', 'halls', 'services')
  expect(circlesOf(roomGraphOf([...planted, back])).map((circle) => circle.toSorted())).toEqual([['batches', 'halls', 'services']])
  const file = 'src/directory/halls/hall.server.ts'
  const source =
    "void trx.selectFrom('batches').execute(); void trx.updateTable('services').execute(); void trx.deleteFrom('halls').execute()"
  const uses = usesOf(tablesOf(file, new Set(schemaTables()), source))
  expect(readsUpOf(uses).map(({ table }) => table)).toEqual(['batches'])
  expect(foreignOf(uses).map(({ table }) => table)).toEqual(['services'])
})
