import { readFileSync, writeFileSync } from 'node:fs'
import { languages } from '#lib/manner.ts'
import { titlesOf } from './texts.ts'
import { capital, type Names } from './names.ts'

/** A line to append to a list, and the import that it needs. */
type Entry = { file: string; opens: string; line: string; import?: string }

/** Changes a file. @throws if nothing changed: the file is not as this script expects it */
function edit(file: string, change: (source: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  if (after === before) throw new Error(`${file}: the place of the new line was not found`)
  writeFileSync(file, after)
}

/** Inserts a line before the bracket that closes what `opens` begins: the first one at the same depth. */
function append({ file, opens, line, import: needed }: Entry): void {
  edit(file, (source) => {
    const lines = source.split('\n')
    const from = lines.findIndex((each) => each.includes(opens))
    const indent = /^ */.exec(lines[from] ?? '')?.[0] ?? ''
    const end = lines.findIndex((each, at) => at > from && each.startsWith(indent) && /^[}\])]/.test(each.slice(indent.length)))
    if (from < 0 || end < 0) throw new Error(`${file}: ${opens} was not found`)
    lines.splice(end, 0, line)
    if (needed) lines.splice(lines.findLastIndex((each) => /^(?:import .*|\} )from '/.test(each)) + 1, 0, needed)
    return lines.join('\n')
  })
}

/** The lists that contain every room, each with the new room's line. */
const entries = ({ room, path, one, words, aOne }: Names, migration: string): Entry[] => [
  {
    file: 'src/entrance/contract.ts',
    opens: 'export const contract = {',
    line: `  ${room}: ${one}Contract,`,
    import: `import { ${one}Contract } from '#directory/${room}/${one}.contract.ts'`,
  },
  {
    file: 'src/entrance/router.ts',
    opens: '.router({',
    line: `    ${room}: ${one}Handlers,`,
    import: `import { ${one}Handlers } from '#directory/${room}/${one}.server.ts'`,
  },
  { file: 'src/entrance/policy.ts', opens: 'export const policies', line: `  ...floor('${room}'),` },
  { file: 'src/entrance/scopes.ts', opens: "'read:floor': [", line: `    ...reads('${room}'),` },
  { file: 'src/entrance/scopes.ts', opens: "'write:floor': [", line: `    ...writes('${room}'),` },
  { file: 'src/entrance/summaries.ts', opens: 'export const summaries', line: `  ...life('${room}', '${aOne}'),` },
  { file: 'src/entrance/tags.ts', opens: 'export const tags', line: `  ${room}: '${capital(words)} of the business.',` },
  { file: 'src/web/changed.ts', opens: 'const touches = {', line: `  ${room}: [],` },
  {
    file: 'src/lib/addresses.ts',
    opens: 'export type Searches = {',
    line: `  '/${path}': List<'state'>\n  '/${path}/add': Nothing\n  '/${path}/edit': Named`,
  },
  {
    file: 'src/app/messages.d.ts',
    opens: 'Messages: {',
    line: `      ${room}: typeof ${room}`,
    import: `import type ${room} from '#directory/${room}/text.en.json'`,
  },
  {
    file: 'src/app/screens.ts',
    opens: 'export const screens',
    line: `
  '/${path}': { file: 'directory/${room}/${room}.page.tsx', title: 'app.titles.${room}', call: '${room}.list' },
  '/${path}/add': { file: 'directory/${room}/${one}-form.page.tsx', title: 'app.titles.${room}Add', call: '${room}.create' },
  '/${path}/edit': { file: 'directory/${room}/${one}-form.page.tsx', title: 'app.titles.${room}Edit', call: '${room}.update' },`.slice(1),
  },
  {
    file: 'src/db/migrate.ts',
    opens: 'const migrations:',
    line: `  '${migration}-${room}': ${room},`,
    import: `import * as ${room} from './migrations/${migration}-${room}.ts'`,
  },
  { file: 'scripts/graph/floors.ts', opens: 'export const owners', line: `  ${room}: ['${room}'],` },
  {
    file: 'test/samples.ts',
    opens: 'export const samples = {',
    line: `  ${room}: ${one}Sample,`,
    import: `import { ${one}Sample } from '#directory/${room}/${one}.sample.ts'`,
  },
]

/** Enters a room in every list. @returns the changed files */
export function enterRoom(names: Names, migration: string): string[] {
  const { room } = names
  const all = entries(names, migration)
  all.forEach(append)
  edit('scripts/graph/floors.ts', (source) => source.replace(/(name: 'directory', rooms: \[[^\]]*)\]/, `$1, '${room}']`))
  edit('src/kernel/rows.ts', (source) => source.replace(/(type EntityTable =[^\n]*)/, `$1 | '${room}'`))
  for (const [language, titles] of Object.entries(titlesOf(names))) {
    const file = `src/app/text.${language}.json`
    edit(file, (source) => {
      const catalogue = JSON.parse(source) as { titles: object }
      return JSON.stringify({ ...catalogue, titles: { ...catalogue.titles, ...titles } }, null, 2)
    })
  }
  return [...new Set(all.map(({ file }) => file)), 'src/kernel/rows.ts', ...languages.map((language) => `src/app/text.${language}.json`)]
}
