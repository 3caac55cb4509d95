import { writeFileSync } from 'node:fs'
import { benchCalls } from './calls.ts'

/** Runs the benchmarks, prints ratios and keeps the last table in bench/results.md. */
const lines = await benchCalls()
const rows = lines.map(
  ({ name, ours, bare, ratio, floor }) =>
    `| ${name} | ${ours.toFixed(0)} | ${bare.toFixed(0)} | ${ratio.toFixed(2)} | ${floor.toFixed(2)} | ${ratio >= floor ? 'yes' : 'NO'} |`,
)
const table = ['| calls per second | Touchline | bare Fastify + pg | ratio | floor | held |', '|---|---|---|---|---|---|', ...rows].join(
  '\n',
)
console.log(table)
writeFileSync(new URL('results.md', import.meta.url), `# Last run\n\n${table}\n`)
process.exit(lines.every(({ ratio, floor }) => ratio >= floor) ? 0 : 1)
