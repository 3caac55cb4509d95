import sharp from 'sharp'
import type { Surface } from './business.ts'

type Colour = readonly [number, number, number]
type Paint = (x: number, y: number) => Colour

const colour = (hex: string): Colour => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour
const mix = ([r, g, b]: Colour, to: Colour, share: number): Colour => [
  r + (to[0] - r) * share,
  g + (to[1] - g) * share,
  b + (to[2] - b) * share,
]

const painted = new Map<string, Promise<Buffer>>()

/** Paints each named picture once: businesses share their surfaces, and demos in one process share all pictures. */
function paint(name: string, width: number, height: number, of: Paint): Promise<Buffer> {
  const picture = painted.get(name) ?? render(width, height, of)
  painted.set(name, picture)
  return picture
}

/**
 * Paints point by point, at double size to smooth edges: the product does not let sharp read vector
 * pictures, which a text in one could abuse.
 */
async function render(width: number, height: number, of: Paint): Promise<Buffer> {
  const [wide, high] = [width * 2, height * 2]
  const bytes = Buffer.alloc(wide * high * 3)
  let at = 0
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x++) {
      const [r, g, b] = of((x + 0.5) / high - wide / high / 2, (y + 0.5) / high - 0.5)
      bytes[at++] = Math.round(r)
      bytes[at++] = Math.round(g)
      bytes[at++] = Math.round(b)
    }
  return sharp(bytes, { raw: { width: wide, height: high, channels: 3 } })
    .resize(width, height)
    .png()
    .toBuffer()
}

/** Takes a fraction of the time of Math.hypot, which also avoids overflows. */
const distance = (x: number, y: number) => Math.sqrt(x * x + y * y)
const inside = (x: number, y: number, radius: number) => distance(x, y) < radius
const near = (value: number, line: number, width = 0.008) => Math.abs(value - line) < width

/** A logo: an eight-pointed star in a ring, or waves. */
export function logo(mark: 'star' | 'waves', back: string, front: string): Promise<Buffer> {
  const [ground, ink] = [colour(back), colour(front)]
  return paint(`logo ${mark} ${back} ${front}`, 400, 400, (x, y) => {
    const far = distance(x, y)
    if (near(far, 0.42, 0.025)) return ink
    if (mark === 'star') {
      const spike = (a: number, b: number, reach: number) => Math.abs(a) ** 0.55 + Math.abs(b) ** 0.55 < reach ** 0.55
      return spike(x, y, 0.34) || spike((x + y) * Math.SQRT1_2, (x - y) * Math.SQRT1_2, 0.2) ? ink : ground
    }
    return far < 0.34 && [-0.14, 0, 0.14].some((line) => near(y - Math.sin(x * 14) * 0.04, line, 0.03)) ? ink : ground
  })
}

const skins = ['#f0c8a0', '#d9a066', '#a86b3c', '#7a4a2a'].map(colour)
const hairs = ['#20180f', '#3a2718', '#5c3b1e', '#111111'].map(colour)

/** A drawn head and shoulders; `number` decides the colours. */
export function avatar(number: number, back: string, shirt: string): Promise<Buffer> {
  const [ground, cloth] = [colour(back), colour(shirt)]
  const skin = skins[number % skins.length] ?? ground
  const hair = hairs[(number * 3) % hairs.length] ?? ground
  const long = number % 2 === 0
  return paint(`avatar ${number} ${back} ${shirt}`, 320, 320, (x, y) => {
    if (inside(x, y + 0.06, 0.165)) return y < -0.14 + 0.05 * Math.cos(x * 12) ? hair : skin
    if (inside(x * 1.05, y + 0.1, 0.2) && (long || y < -0.1)) return hair
    if (Math.abs(x) < 0.07 && y > 0 && y < 0.16) return mix(skin, hair, 0.15)
    if (inside(x * 0.8, (y - 0.5) * 0.95, 0.33)) return cloth
    return ground
  })
}

const grounds: Record<Surface, [string, string]> = {
  turf: ['#0b6b45', '#0e7a4f'],
  pool: ['#0a7f93', '#0d93aa'],
  wood: ['#b87840', '#c28449'],
  clay: ['#b5502f', '#bd5836'],
  mat: ['#4b2a86', '#553197'],
  hardCourt: ['#2c6fb0', '#347abd'],
}

/** Lines of a surface around its centre, in units of the picture's height. */
const lines: Record<Surface, (x: number, y: number) => boolean> = {
  turf: (x, y) =>
    near(x, 0) ||
    near(distance(x, y), 0.18) ||
    near(Math.abs(x), 0.8) ||
    near(Math.abs(y), 0.42) ||
    (Math.abs(x) > 0.55 && near(Math.abs(y), 0.22)) ||
    (near(Math.abs(x), 0.55) && Math.abs(y) < 0.22),
  pool: (x, y) => near(((y + 0.5) * 6) % 1, 0.5, 0.05) && Math.floor(x * 30) % 2 === 0,
  wood: (x, y) => near(x, 0) || near(distance(x, y), 0.16) || near(distance(Math.abs(x) - 0.8, y), 0.38) || near(Math.abs(y), 0.42),
  clay: (x, y) => [0.2, 0.27, 0.34, 0.41].some((ring) => near(distance(Math.max(Math.abs(x) - 0.35, 0), y), ring, 0.005)),
  mat: (x, y) => near(Math.max(Math.abs(x), Math.abs(y)), 0.4) || near(Math.max(Math.abs(x), Math.abs(y)), 0.28, 0.004),
  hardCourt: (x, y) => near(Math.abs(x), 0.7) || near(Math.abs(y), 0.35) || near(x, 0, 0.012) || (near(y, 0) && Math.abs(x) < 0.4),
}

/** A cover: the surface with its lines, seen from above. */
export function cover(surface: Surface): Promise<Buffer> {
  const [dark, light] = grounds[surface].map(colour) as [Colour, Colour]
  const white = colour('#ffffff')
  return paint(`cover ${surface}`, 960, 540, (x, y) => {
    const stripe = Math.floor((x + 2) * 8) % 2 === 0 ? dark : light
    return mix(lines[surface](x, y) ? mix(stripe, white, 0.85) : stripe, [0, 0, 0], distance(x * 0.6, y) * 0.35)
  })
}

/** A shop's receipt: a strip of paper with printed lines; `number` decides how many. */
export function receipt(number: number): Promise<Buffer> {
  return paint(`receipt ${number}`, 360, 600, (x, y) => {
    const paper: Colour = [250, 249, 244]
    if (Math.abs(x) > 0.26) return [214, 210, 200]
    const row = Math.floor((y + 0.42) / 0.045)
    const inRow = (y + 0.42) / 0.045 - row
    if (row < 0 || row > 12 + (number % 4) || inRow > 0.45) return paper
    const length = 0.1 + (((row * 7 + number * 3) % 10) / 10) * 0.2
    return x < -0.22 + length || x > 0.14 ? [52, 54, 58] : paper
  })
}
