import { floors, rooms } from './floors.ts'

/** The number of imports from one room to another. */
export type Arrow = { from: string; to: string; count: number }

const [width, bandHeight, boxHeight, margin] = [1200, 130, 34, 20]

/** The centre of each room's box: floors stacked, the ground at the bottom. */
function spots(): Map<string, { x: number; y: number; wide: number }> {
  const places = floors.flatMap(({ rooms: own }, floor) =>
    own.map((room, at) => {
      const step = (width - 130) / own.length
      return [room, { x: 110 + step * (at + 0.5), y: margin + bandHeight * (floors.length - 1 - floor + 0.5), wide: step - 26 }] as const
    }),
  )
  return new Map(places)
}

/** The rooms on their floors as an SVG: arrows downward grey, upward red, wider with more imports. */
export function picture(arrows: readonly Arrow[]): string {
  const spot = spots()
  const isUp = ({ from, to }: Arrow) => rooms.indexOf(to) > rooms.indexOf(from)
  // Every room depends on the ground, so arrows to it are left out.
  const ground = new Set(floors[0]?.rooms)
  const shown = arrows
    .filter((arrow) => isUp(arrow) || !ground.has(arrow.to))
    .toSorted((one, other) => Number(isUp(one)) - Number(isUp(other)))
  const lines = shown.flatMap((arrow) => {
    const [from, to] = [spot.get(arrow.from), spot.get(arrow.to)]
    if (!from || !to) return []
    const isSame = from.y === to.y
    const side = to.y > from.y ? 1 : -1
    const [y1, y2] = isSame
      ? [from.y - boxHeight / 2, to.y - boxHeight / 2]
      : [from.y + (side * boxHeight) / 2, to.y - (side * boxHeight) / 2]
    const bend = isSame ? y1 - 18 - Math.abs(from.x - to.x) / 20 : (y1 + y2) / 2
    const path = `M${from.x.toFixed(0)} ${y1} C${from.x.toFixed(0)} ${bend.toFixed(0)} ${to.x.toFixed(0)} ${bend.toFixed(0)} ${to.x.toFixed(0)} ${y2}`
    const [color, opacity] = isUp(arrow) ? ['#c62828', 0.75] : ['#607d8b', 0.28]
    return `<path d="${path}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${Math.min(1 + Math.log2(arrow.count), 6).toFixed(1)}"><title>${arrow.from} → ${arrow.to}: ${arrow.count}</title></path>`
  })
  const bands = floors.map(({ name }, floor) => {
    const top = margin + bandHeight * (floors.length - 1 - floor)
    return `<rect x="0" y="${top}" width="${width}" height="${bandHeight - 6}" fill="${floor % 2 ? '#f4f6f8' : '#e9edf1'}"/><text x="12" y="${top + 66}" font-weight="600">${name}</text>`
  })
  const boxes = [...spot].map(
    ([room, { x, y, wide }]) =>
      `<rect x="${(x - wide / 2).toFixed(0)}" y="${y - boxHeight / 2}" width="${wide.toFixed(0)}" height="${boxHeight}" rx="6" fill="#fff" stroke="#37474f"/><text x="${x.toFixed(0)}" y="${y + 5}" text-anchor="middle">${room}</text>`,
  )
  const height = floors.length * bandHeight + margin * 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="14" fill="#1b2428">\n<rect width="${width}" height="${height}" fill="#fff"/>\n${[...bands, ...lines, ...boxes].join('\n')}\n</svg>\n`
}
