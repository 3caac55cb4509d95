import { expect, test } from 'vitest'
import { circlesOf } from '../scripts/graph/circles.ts'
import { folderOf, ownerOf, rooms } from '../scripts/graph/floors.ts'
import { importsOf, sourceFiles } from '../scripts/graph/imports.ts'
import { placeOf } from '../scripts/graph/moves.ts'
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
  const lost = sourceFiles().filter((file) => !rooms.some(isIn(placeOf(file))))
  expect(lost, 'say in scripts/graph/floors.ts or moves.ts where it stands').toEqual([])
  expect(schemaTables().length).toBeGreaterThan(60)
  for (const table of schemaTables()) expect(rooms, table).toContain(ownerOf(table))
})
