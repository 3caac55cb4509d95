import { writeFileSync } from 'node:fs'
import { benchCalls } from './calls.ts'
import { benchFloor } from './floor.ts'
import { benchPages } from './pages.ts'

/** Runs the benchmarks, prints ratios and keeps the last tables in bench/results.md. `node bench/run.ts pages` runs only those of the pages, `calls` and `floor` those of the calls and of long lists. */
const only = process.argv[2]

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const wants = (name: string) => only === undefined || only === name
const calls = wants('calls') ? await benchCalls() : []
const floor = wants('floor') ? await benchFloor() : []
const pages = wants('pages') ? await benchPages() : []
const tables = [
  ...(calls.length > 0
    ? [
        table(
          ['calls per second', 'Touchline', 'bare Fastify + pg', 'ratio', 'floor', 'held'],
          calls.map(({ name, ours, bare, ratio, floor: least }) => [
            name,
            ours.toFixed(0),
            bare.toFixed(0),
            ratio.toFixed(2),
            least.toFixed(2),
            ratio >= least ? 'yes' : 'NO',
          ]),
        ),
      ]
    : []),
  ...(floor.length > 0
    ? [
        table(
          ['calls per second', 'of 200 batches, 20,000 sessions, 100,000 customers', 'of a tenth', 'times as slow', 'limit', 'held'],
          floor.map(({ name, large, small, slower, limit }) => [
            name,
            large.toFixed(0),
            small.toFixed(0),
            slower.toFixed(2),
            limit.toFixed(2),
            slower <= limit ? 'yes' : 'NO',
          ]),
        ),
      ]
    : []),
  ...(pages.length > 0
    ? [
        table(
          ['pages', 'measured', 'limit', 'held'],
          pages.map(({ name, value, limit, unit }) => [
            name,
            `${value.toFixed(2)} ${unit}`,
            limit === Infinity ? '' : `${limit} ${unit}`,
            limit === Infinity ? '' : value <= limit ? 'yes' : 'NO',
          ]),
        ),
      ]
    : []),
].join('\n\n')
console.log(tables)
if (!only) writeFileSync(new URL('results.md', import.meta.url), `# Last run\n\n${tables}\n`)
process.exit(
  calls.every(({ ratio, floor: least }) => ratio >= least) &&
    floor.every(({ slower, limit }) => slower <= limit) &&
    pages.every(({ value, limit }) => value <= limit)
    ? 0
    : 1,
)
