/**
 * Reads a QR code of error level M by ISO/IEC 18004, up to version 20 and with no errors to correct: what tests compare the
 * drawn code with. It shares nothing with the library that draws.
 */

type Matrix = readonly (readonly boolean[])[]

/** Codewords for correction in each block, and the number of blocks, by version (ISO/IEC 18004, table 9, level M). */
const correction = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** The modules that a mask inverts, by its number. */
const masks: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Without the quiet zone: from the first dark module to the last. */
function trimmed(matrix: Matrix): Matrix {
  const first = matrix.findIndex((row) => row.includes(true))
  const size = matrix.findLastIndex((row) => row.includes(true)) - first + 1
  return matrix.slice(first, first + size).map((row) => row.slice(first, first + size))
}

/** The centres of the alignment patterns on each axis. */
function alignments(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const last = version * 4 + 10
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)]
}

/** Whether a module belongs to a pattern, the format or the version, and so to no codeword. */
function isFixed(x: number, y: number, version: number): boolean {
  const size = version * 4 + 17
  const isCorner = (x < 9 && y < 9) || (x >= size - 8 && y < 9) || (x < 9 && y >= size - 8)
  const isVersion = version >= 7 && ((x >= size - 11 && y < 6) || (y >= size - 11 && x < 6))
  const centres = alignments(version)
  const isFinder = (cx: number, cy: number) => (cx === 6 && (cy === 6 || cy === size - 7)) || (cx === size - 7 && cy === 6)
  const isAligned = centres.some((cx) => centres.some((cy) => !isFinder(cx, cy) && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2))
  return isCorner || isVersion || isAligned || x === 6 || y === 6
}

/** The number of the mask, of a code of level M. */
function maskOf(code: Matrix): number {
  const at = (x: number, y: number) => code[y]?.[x] ?? false
  const bits = [
    ...[0, 1, 2, 3, 4, 5].map((y) => at(8, y)),
    at(8, 7),
    at(8, 8),
    at(7, 8),
    ...[9, 10, 11, 12, 13, 14].map((index) => at(14 - index, 8)),
  ]
  const format = (bits.reduce((sum, bit, index) => sum | (Number(bit) << index), 0) ^ 0x5412) >> 10
  if (format >> 3 !== 0) throw new Error('not a code of level M')
  return format & 7
}

/** The codewords in the order in which they are drawn: up and down in columns of two, from the right. */
function codewords(code: Matrix, version: number): number[] {
  const isInverted = masks[maskOf(code)]!
  const bits: boolean[] = []
  // The timing pattern in column 6 is left out.
  for (let right = code.length - 1, isUpward = true; right > 0; right -= right === 8 ? 3 : 2, isUpward = !isUpward) {
    for (let step = 0; step < code.length; step += 1) {
      const y = isUpward ? code.length - 1 - step : step
      for (const x of [right, right - 1]) if (!isFixed(x, y, version)) bits.push((code[y]?.[x] ?? false) !== isInverted(x, y))
    }
  }
  const byte = (at: number) => bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0)
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, index) => byte(index * 8))
}

/** The data of the blocks, one after the other: drawn, they take turns, and the longer blocks are the last. */
function dataOf(words: readonly number[], version: number): number[] {
  const count = blockCounts[version - 1]!
  const short = Math.floor(words.length / count) - correction[version - 1]!
  const longer = words.length % count
  const blocks = Array.from({ length: count }, (): number[] => [])
  let at = 0
  for (let index = 0; index <= short; index += 1)
    for (const [number, block] of blocks.entries()) if (index < short || number >= count - longer) block.push(words[at++]!)
  return blocks.flat()
}

/** The text of a QR code, whose bytes are UTF-8. @throws Error for another level, version or mode */
export function readQr(matrix: Matrix): string {
  const code = trimmed(matrix)
  const version = (code.length - 17) / 4
  if (!Number.isInteger(version) || version < 1 || version > 20) throw new Error(`no version of ${code.length} modules`)
  const data = dataOf(codewords(code, version), version)
  const bits = data.map((word) => word.toString(2).padStart(8, '0')).join('')
  if (!bits.startsWith('0100')) throw new Error('not a code of bytes')
  const lengthBits = version < 10 ? 8 : 16
  const length = Number.parseInt(bits.slice(4, 4 + lengthBits), 2)
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(bits.slice(4 + lengthBits + index * 8, 12 + lengthBits + index * 8), 2),
  )
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
