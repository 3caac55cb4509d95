import { writeFileSync } from 'node:fs'
import { benchCalls } from './calls.ts'
import { benchPages } from './pages.ts'

/** Runs the benchmarks, prints ratios and keeps the last tables in bench/results.md. `node bench/run.ts pages` runs only those of the pages. */
const only = process.argv[2]

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const calls = only === 'pages' ? [] : await benchCalls()
const pages = only === 'calls' ? [] : await benchPages()
const tables = [
  ...(calls.length > 0
    ? [
        table(
          ['calls per second', 'Touchline', 'bare Fastify + pg', 'ratio', 'floor', 'held'],
          calls.map(({ name, ours, bare, ratio, floor }) => [
            name,
            ours.toFixed(0),
            bare.toFixed(0),
            ratio.toFixed(2),
            floor.toFixed(2),
            ratio >= floor ? 'yes' : 'NO',
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
process.exit(calls.every(({ ratio, floor }) => ratio >= floor) && pages.every(({ value, limit }) => value <= limit) ? 0 : 1)
