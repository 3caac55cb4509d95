import { writeFileSync } from 'node:fs'
import { circlesOf } from './graph/circles.ts'
import { floorOf, folderOf, ownerOf, rooms } from './graph/floors.ts'
import { importsOf, sourceFiles } from './graph/imports.ts'
import { placeOf, placeOfName } from './graph/moves.ts'
import { picture } from './graph/picture.ts'
import { schemaTables, tablesOf } from './graph/tables.ts'

/**
 * Prints how the folders of src import one another and which tables they read and write, against the floors of
 * scripts/graph/floors.ts. `--planned` shows them as after the moves of scripts/graph/moves.ts, `--all` lists every
 * import and statement that goes up, and `--picture FILE` draws the graph.
 */
const isPlanned = process.argv.includes('--planned')
const isLong = process.argv.includes('--all')
const drawn = process.argv[process.argv.indexOf('--picture') + 1]

function roomOf(path: string): string {
  const room = rooms.find((name) => path === folderOf(name) || path.startsWith(`${folderOf(name)}/`))
  if (room === undefined) throw new Error(`${path}: say in scripts/graph/floors.ts which room it is of`)
  return room
}

type Edge = { from: string; to: string; names: string[]; fromRoom: string; toRoom: string }

const files = sourceFiles()
const place = (file: string) => placeOf(file, isPlanned)
const edges = files.flatMap((file) =>
  importsOf(file)
    .filter(({ to }) => /\.tsx?$/.test(to) && !to.endsWith('.d.ts'))
    .flatMap(({ to, names }): Edge[] => {
      const targets = Map.groupBy(names.length > 0 ? names : ['*'], (name) => (isPlanned ? placeOfName(to, name) : place(to)))
      return [...targets].map(([target, taken]) => ({
        from: file,
        to,
        names: taken,
        fromRoom: roomOf(place(file)),
        toRoom: roomOf(target),
      }))
    }),
)
const crossing = edges.filter(({ fromRoom, toRoom }) => fromRoom !== toRoom)
const upward = crossing.filter(({ fromRoom, toRoom }) => rooms.indexOf(toRoom) > rooms.indexOf(fromRoom))
const upStairs = upward.filter(({ fromRoom, toRoom }) => floorOf(toRoom) > floorOf(fromRoom))
const fromGround = upStairs.filter(({ fromRoom }) => floorOf(fromRoom) === 0)

const graph = new Map(
  rooms.map((room) => [room, new Set(crossing.filter(({ fromRoom }) => fromRoom === room).map(({ toRoom }) => toRoom))]),
)
const pairs = rooms.flatMap((one, at) => rooms.slice(at + 1).filter((other) => graph.get(one)?.has(other) && graph.get(other)?.has(one)))

const tables = new Set(schemaTables())
const found = files.filter((file) => !file.startsWith('src/db/migrations/')).flatMap((file) => tablesOf(file, tables))
const unnamed = found.filter(({ table }) => table === null)
const uses = found.flatMap((use) =>
  use.table === null ? [] : [{ ...use, table: use.table, room: roomOf(place(use.file)), owner: ownerOf(use.table) }],
)
const readsUp = uses.filter(({ room, owner, writes }) => !writes && floorOf(owner) > floorOf(room))
const readsNear = uses.filter(
  ({ room, owner, writes }) => !writes && floorOf(owner) === floorOf(room) && rooms.indexOf(owner) > rooms.indexOf(room),
)
const foreign = uses.filter(({ room, owner, writes }) => writes && room !== owner)
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
if (process.argv.includes('--picture') && drawn) {
  const arrows = [...Map.groupBy(crossing, ({ fromRoom, toRoom }) => `${fromRoom} ${toRoom}`)].map(([way, all]) => {
    const [from = '', to = ''] = way.split(' ')
    return { from, to, count: all.length }
  })
  writeFileSync(drawn, picture(arrows))
}
