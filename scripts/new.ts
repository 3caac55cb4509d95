import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { enterRoom } from './new/lists.ts'
import { namesOf, nextMigration } from './new/names.ts'
import { screenFiles } from './new/screens.ts'
import { serverFiles } from './new/server.ts'
import { textFiles } from './new/texts.ts'

/**
 * `npm run new equipment` creates a room on the directory's floor: a table, its six calls, a list and a form, texts
 * and tests, entered in every list. `-- --arabic المعدات` sets its Arabic name, `-- --one person` sets the singular of `people`, and
 * `-- --plain` leaves out docs/roles.md, which needs a running product.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { arabic: { type: 'string' }, one: { type: 'string' }, plain: { type: 'boolean', default: false } },
})

function createRoom(): void {
  const names = namesOf(positionals[0], values.arabic, values.one)
  const { room, path, one } = names
  const migration = nextMigration()
  const catalogues = Object.entries(textFiles(names)).map(([file, texts]) => [file, JSON.stringify(texts, null, 2)] as const)
  const files = { ...serverFiles(names, migration), ...screenFiles(names), ...Object.fromEntries(catalogues) }
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const changed = enterRoom(names, migration)
  for (const [file, source] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, source.trimStart())
  }
  run('oxfmt', ...changed, ...Object.keys(files))
  run(process.execPath, 'scripts/schema.ts')
  run(process.execPath, 'scripts/graph.ts', '--floors', 'docs/architecture.svg')
  if (!values.plain) run('vitest', 'run', '--project', 'embedded', 'test/roles.test.ts', '-u')
  const lines = [
    'Made:',
    ...Object.keys(files).map((file) => `  ${file}`),
    'Entered in:',
    ...changed.map((file) => `  ${file}`),
    `  src/db/schema.gen.ts\n  docs/architecture.svg${values.plain ? '' : '\n  docs/roles.md'}`,
    'Left to you:',
    `  fields beside title and quantity: the migration (before it is released), ${one}.contract.ts, form, list, both catalogues, ${one}.sample.ts`,
    values.arabic
      ? ''
      : `  the Arabic sentences: they speak of records (src/directory/${room}/text.ar.json, app.titles in src/app/text.ar.json)`,
    `  a way to /${path}: a link where it belongs, its row in the palette (src/app/palette.tsx) and its records there (palette-records.ts)`,
    `  who may do what, where it is not as with halls: its row in src/entrance/policy.ts`,
    `  whether webhooks tell of it (src/business/developers/event.rules.ts), and a line in CHANGELOG.md`,
    `Try it: npm run check, then npm run dev and open /${path}`,
  ]
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`)
}

try {
  createRoom()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
