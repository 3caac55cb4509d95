import { floorOf, floors } from './floors.ts'
import type { Edge } from './measure.ts'

const [width, band, gap, left, right] = [960, 74, 26, 120, 700]

/** An import from one floor to another, by floor number from the ground. */
export type Way = readonly [from: number, to: number]

/** The y coordinate of a floor's top: the ground floor is the lowest. */
const topOf = (floor: number) => (floors.length - 1 - floor) * (band + gap)

/** A floor with its rooms, the lower ones on the left. */
function drawnFloor({ name, rooms }: (typeof floors)[number], floor: number): string {
  const top = topOf(floor)
  const wide = (right - left - 16) / rooms.length
  const boxes = rooms.map((room, at) => {
    const x = left + 8 + at * wide
    return `<rect class="room" x="${(x + 3).toFixed(0)}" y="${top + 18}" width="${(wide - 6).toFixed(0)}" height="38" rx="6"/><text x="${(x + wide / 2).toFixed(0)}" y="${top + 41}" text-anchor="middle" font-size="${rooms.length > 6 ? 11 : 13}">${room}</text>`
  })
  return `<rect class="floor" x="0" y="${top}" width="${right}" height="${band}" rx="8"/><text x="16" y="${top + 42}" font-weight="600">${name}</text>${boxes.join('')}`
}

/** The imports between two floors as an arc on the right: downward grey, upward red. */
function drawnArc([from, to]: Way): string {
  const isUp = to > from
  const [start, end] = [topOf(from) + (isUp ? 20 : 54), topOf(to) + (isUp ? 54 : 20)]
  const far = right + 24 + Math.abs(from - to) * 34
  const tip = `M${right + 9} ${end - 4}l-7 4 7 4`
  return `<g class="${isUp ? 'up' : 'down'}"><title>${floors[from]?.name} imports ${floors[to]?.name}</title><path d="M${right} ${start}C${far} ${start} ${far} ${end} ${right + 4} ${end}"/><path d="${tip}"/></g>`
}

/** Which floor imports which, in the order of the floors. */
export function waysOf(edges: readonly Edge[]): Way[] {
  return floors.flatMap((_, from) =>
    floors.flatMap((__, to): Way[] =>
      from !== to && edges.some(({ fromRoom, toRoom }) => floorOf(fromRoom) === from && floorOf(toRoom) === to) ? [[from, to]] : [],
    ),
  )
}

/**
 * The floors with their rooms, and which floor imports which, as an SVG for docs/architecture.md.
 * Counts are left out, so that the picture changes only when the architecture does.
 */
export function floorPicture(ways: readonly Way[]): string {
  const style =
    '.floor{fill:#e9edf1}.room{fill:#fff;stroke:#607d8b}path{fill:none;stroke-width:1.5}.down path{stroke:#607d8b}.up path{stroke:#c62828;stroke-width:2.5}'
  const height = topOf(0) + band
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-10 -10 ${width + 20} ${height + 20}" font-family="sans-serif" font-size="14" fill="#1b2428">
<style>${style}</style>
<rect x="-10" y="-10" width="${width + 20}" height="${height + 20}" fill="#fff"/>
${[...floors.map(drawnFloor), ...ways.map(drawnArc)].join('\n')}
</svg>
`
}
