import { floorOf, ownerOf, roomOf, rooms } from './floors.ts'
import { importsOf, sourceFiles } from './imports.ts'
import { schemaTables, tablesOf, type TableUse } from './tables.ts'

/** An import between two files, with the room of each. */
export type Edge = { from: string; to: string; names: string[]; fromRoom: string; toRoom: string }
/** A statement that names a table, with the room that contains it and the room that owns the table. */
export type Use = TableUse & { table: string; room: string; owner: string }

const isAbove = (room: string, other: string): boolean => rooms.indexOf(room) > rooms.indexOf(other)

/** The imports of files, types and dynamic ones included. */
export const edgesOf = (files: readonly string[]): Edge[] =>
  files
    .flatMap((file) => importsOf(file))
    .filter(({ to }) => /\.tsx?$/.test(to) && !to.endsWith('.d.ts'))
    .map(({ from, to, names }) => ({ from, to, names, fromRoom: roomOf(from), toRoom: roomOf(to) }))

/** The imports that lead to a higher room on the same floor, or to a higher floor. */
export const upwardOf = (edges: readonly Edge[]): Edge[] => edges.filter(({ fromRoom, toRoom }) => isAbove(toRoom, fromRoom))

/** The imports that lead to a higher floor. */
export const upStairsOf = (edges: readonly Edge[]): Edge[] => edges.filter(({ fromRoom, toRoom }) => floorOf(toRoom) > floorOf(fromRoom))

/** Which rooms each room imports. */
export const roomGraphOf = (edges: readonly Edge[]): Map<string, Set<string>> =>
  new Map(
    rooms.map((room) => [
      room,
      new Set(edges.filter(({ fromRoom, toRoom }) => fromRoom === room && toRoom !== room).map(({ toRoom }) => toRoom)),
    ]),
  )

/** Every statement that names a table, or takes its table from a value: then `table` is null. Migrations are left out. */
export function statements(): TableUse[] {
  const tables = new Set(schemaTables())
  return sourceFiles()
    .filter((file) => !file.startsWith('src/db/migrations/'))
    .flatMap((file) => tablesOf(file, tables))
}

/** The statements that name their table, with their rooms. */
export const usesOf = (found: readonly TableUse[]): Use[] =>
  found.flatMap((use) => (use.table === null ? [] : [{ ...use, table: use.table, room: roomOf(use.file), owner: ownerOf(use.table) }]))

/** Reads of a table whose owner is on a higher floor. */
export const readsUpOf = (uses: readonly Use[]): Use[] =>
  uses.filter(({ room, owner, writes }) => !writes && floorOf(owner) > floorOf(room))

/** Reads of a table whose owner is a higher room on the same floor. */
export const readsNearOf = (uses: readonly Use[]): Use[] =>
  uses.filter(({ room, owner, writes }) => !writes && floorOf(owner) === floorOf(room) && isAbove(owner, room))

/** Writes to a table by a room other than its owner. */
export const foreignOf = (uses: readonly Use[]): Use[] => uses.filter(({ room, owner, writes }) => writes && room !== owner)
