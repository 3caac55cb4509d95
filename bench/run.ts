import { writeFileSync } from 'node:fs'
import { benchBoards } from './boards.ts'
import { benchCalls } from './calls.ts'
import { benchFloor, type FloorLine } from './floor.ts'
import { benchKeyboard } from './keyboard.ts'
import { benchMoney } from './money.ts'
import { benchPages } from './pages.ts'
import { benchTasks } from './tasks.ts'

/**
 * Runs the benchmarks, prints ratios and stores the latest tables in bench/results.md. An argument runs only one group:
 * `pages`, `calls`, `floor` (long lists), `money` (reports among many vendors), `boards`, `tasks` (clicks and keys of an owner's day)
 * or `keyboard` (the same by keyboard alone, with each place where the focus is lost, hidden, unseen or held fast).
 */
const only = process.argv[2]

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Shows how many times slower calls are over many rows than over few. */
function slowerTable(lines: FloorLine[], many: string, few: string): string[] {
  if (lines.length === 0) return []
  const rows = lines.map(({ name, large, small, slower, limit }) => [
    name,
    large.toFixed(0),
    small.toFixed(0),
    slower.toFixed(2),
    limit.toFixed(2),
    slower <= limit ? 'yes' : 'NO',
  ])
  return [table(['calls per second', many, few, 'times as slow', 'limit', 'held'], rows)]
}

const wants = (name: string) => only === undefined || only === name
const calls = wants('calls') ? await benchCalls() : []
const floor = wants('floor') ? await benchFloor() : []
const money = wants('money') ? await benchMoney() : []
const boards = wants('boards') ? await benchBoards() : []
const pages = wants('pages') ? await benchPages() : []
const tasks = wants('tasks') ? await benchTasks() : []
const keyboard = wants('keyboard') ? await benchKeyboard() : []
const isWithin = ({ clicks, keys, most }: (typeof tasks)[number]) => clicks <= most.clicks && keys <= most.keys
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
  ...slowerTable(floor, 'of 250 batches, 20,000 sessions, 100,000 customers', 'of a tenth'),
  ...slowerTable(money, 'of 1,000,000 payments of 1,000 vendors', 'of 100,000 of 100'),
  ...slowerTable(boards, 'of 10,000 entrants', 'of 1,000'),
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
  ...(tasks.length > 0
    ? [
        table(
          ['tasks', 'clicks', 'limit', 'keys', 'limit', 'held'],
          tasks.map((task) => [
            task.name,
            String(task.clicks),
            String(task.most.clicks),
            String(task.keys),
            String(task.most.keys),
            isWithin(task) ? 'yes' : 'NO',
          ]),
        ),
      ]
    : []),
  ...(keyboard.length > 0
    ? [
        table(
          ['by keyboard alone', 'keys', 'problems of the focus'],
          keyboard.map(({ name, keys, problems }) => [name, String(keys), problems.join('; ') || 'none']),
        ),
      ]
    : []),
].join('\n\n')
console.log(tables)
if (!only) writeFileSync(new URL('results.md', import.meta.url), `# Last run\n\n${tables}\n`)
process.exit(
  calls.every(({ ratio, floor: least }) => ratio >= least) &&
    [...floor, ...money, ...boards].every(({ slower, limit }) => slower <= limit) &&
    pages.every(({ value, limit }) => value <= limit) &&
    tasks.every(isWithin) &&
    keyboard.every(({ problems }) => problems.length === 0)
    ? 0
    : 1,
)
