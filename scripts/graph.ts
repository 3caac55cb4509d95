import { writeFileSync } from 'node:fs'
import { circlesOf } from './graph/circles.ts'
import { floorOf, rooms } from './graph/floors.ts'
import { sourceFiles } from './graph/imports.ts'
import { edgesOf, foreignOf, readsNearOf, readsUpOf, roomGraphOf, statements, upStairsOf, upwardOf, usesOf } from './graph/measure.ts'
import { floorPicture, waysOf } from './graph/floor-picture.ts'
import { picture } from './graph/picture.ts'

/**
 * Prints how the folders of src import one another and which tables they read and write, against the floors of
 * scripts/graph/floors.ts. `--all` lists every upward import and statement, `--picture FILE` draws
 * the graph, and `--floors FILE` draws which floor imports which (docs/architecture.svg).
 */
const isLong = process.argv.includes('--all')
const fileAfter = (option: string) => (process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined)
const [drawn, drawnFloors] = [fileAfter('--picture'), fileAfter('--floors')]

const files = sourceFiles()
const edges = edgesOf(files)
const crossing = edges.filter(({ fromRoom, toRoom }) => fromRoom !== toRoom)
const upward = upwardOf(edges)
const upStairs = upStairsOf(edges)
const fromGround = upStairs.filter(({ fromRoom }) => floorOf(fromRoom) === 0)

const graph = roomGraphOf(edges)
const pairs = rooms.flatMap((one, at) => rooms.slice(at + 1).filter((other) => graph.get(one)?.has(other) && graph.get(other)?.has(one)))

const found = statements()
const unnamed = found.filter(({ table }) => table === null)
const uses = usesOf(found)
const [readsUp, readsNear, foreign] = [readsUpOf(uses), readsNearOf(uses), foreignOf(uses)]
const writers = Map.groupBy(
  uses.filter(({ writes }) => writes),
  ({ table }) => table,
)
const shared = [...writers].filter(([, all]) => new Set(all.map(({ room }) => room)).size > 1)

const print = (line: string) => process.stdout.write(`${line}\n`)
const rows: [string, number][] = [
  ['files', files.length],
  ['imports', edges.length],
  ['imports between rooms', crossing.length],
  ['imports upward, rooms of one floor included', upward.length],
  ['imports to a higher floor', upStairs.length],
  ['imports of the ground upward', fromGround.length],
  ['arrows between rooms', [...graph.values()].reduce((sum, to) => sum + to.size, 0)],
  ['pairs of rooms that import each other', pairs.length],
  ['rooms in circles', circlesOf(graph).flat().length],
  ['tables written by several rooms', shared.length],
  ['writes of a table of another room', foreign.length],
  ['reads of a table of a higher floor', readsUp.length],
  ['reads of a table of a higher room on the same floor', readsNear.length],
  ['statements whose table is a value, to be looked up by hand', unnamed.length],
]
for (const [name, count] of rows) print(`${String(count).padStart(5)}  ${name}`)
for (const circle of circlesOf(graph)) print(`circle of ${circle.length}: ${circle.join(', ')}`)

if (isLong) {
  for (const [way, all] of Map.groupBy(upward, ({ fromRoom, toRoom }) => `${fromRoom} → ${toRoom}`)) {
    print(`\n${way}: ${all.length}`)
    for (const { from, to, names } of all) print(`  ${from} → ${to} (${names.join(', ')})`)
  }
  for (const [what, all] of [
    ['reads of a higher floor', readsUp],
    ['reads of a higher room on the floor', readsNear],
    ['writes of another room', foreign],
  ] as const) {
    print(`\n${what}: ${all.length}`)
    for (const { file, line, table, owner } of all) print(`  ${file}:${line} ${table} (${owner})`)
  }
  print(`\ntables that are values: ${unnamed.length}`)
  for (const { file, line } of unnamed) print(`  ${file}:${line}`)
}
if (drawnFloors) writeFileSync(drawnFloors, floorPicture(waysOf(edges)))
if (drawn) {
  const arrows = [...Map.groupBy(crossing, ({ fromRoom, toRoom }) => `${fromRoom} ${toRoom}`)].map(([way, all]) => {
    const [from = '', to = ''] = way.split(' ')
    return { from, to, count: all.length }
  })
  writeFileSync(drawn, picture(arrows))
}
