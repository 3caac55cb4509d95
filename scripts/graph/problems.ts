import { circlesOf } from './circles.ts'
import { floorOf } from './floors.ts'
import { foreignOf, readsUpOf, roomGraphOf, upwardOf, type Edge, type Use } from './measure.ts'

const wayOut = ({ fromRoom, toRoom }: Edge): string => {
  if (fromRoom === 'kernel') return 'give it to the kernel at its start (src/entrance/modules.server.ts)'
  if (floorOf(fromRoom) === floorOf(toRoom))
    return `${toRoom} stands right of ${fromRoom} in scripts/graph/floors.ts: move the shared part into ${fromRoom}, or ask a guard`
  return 'move the shared part down, let the lower room raise an event or ask a guard, or give a screen what it shows from a page of src/app'
}

/** Every import and statement that breaks the order of the rooms, and every cycle of rooms: one line each, with what to do. */
export function problemsOf(edges: readonly Edge[], uses: readonly Use[]): string[] {
  const where = ({ file, line, table, owner }: Use) => `${file}:${line} ${table} (of ${owner})`
  return [
    ...upwardOf(edges).map((edge) => `${edge.from} → ${edge.to} (${edge.names.join(', ')}): ${wayOut(edge)}`),
    ...circlesOf(roomGraphOf(edges)).map(
      (circle) => `${circle.toSorted().join(', ')} stand in a circle: what one takes of another belongs into the lower one`,
    ),
    ...foreignOf(uses).map((use) => `${where(use)} is written: call a function of the table’s room`),
    ...readsUpOf(uses).map((use) => `${where(use)} is read: let the higher room answer a guard or an expression, or read there`),
  ]
}
