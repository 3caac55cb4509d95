import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, posix } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#lib/manner.ts'

/** The boundaries of CONTRIBUTING.md as a program; each message says what to do. */

type Role = 'lib' | 'contract' | 'apiContract' | 'server' | 'client' | 'ui' | 'screen' | 'app' | 'test'

function roleOf(file: string): Role {
  if (/\.(?:browser\.)?test\.tsx?$|\.(?:sample|child)\.tsx?$/.test(file)) return 'test'
  if (file.startsWith('src/lib/')) return 'lib'
  if (/\.(?:contract|rules)\.ts$/.test(file)) return 'contract'
  if (/^src\/entrance\/(?:contract|policy(?:\.money)?|scopes|summaries(?:\.money)?|tags)\.ts$/.test(file)) return 'apiContract'
  if (file.startsWith('src/web/')) return 'client'
  if (/^src\/(?:kernel|db)\//.test(file) || /\.(?:server|events|guards|jobs|seed)\.ts$/.test(file)) return 'server'
  if (file === 'src/entrance/router.ts' || file === 'src/main.ts') return 'server'
  if (file.startsWith('src/ui/')) return 'ui'
  if (file.startsWith('src/app/')) return 'app'
  return 'screen'
}

const mayImport: Record<Role, Role[]> = {
  lib: ['lib'],
  contract: ['lib', 'contract'],
  apiContract: ['lib', 'contract', 'apiContract'],
  server: ['lib', 'contract', 'apiContract', 'server'],
  client: ['lib', 'contract', 'apiContract', 'client'],
  ui: ['lib', 'contract', 'client', 'ui'],
  screen: ['lib', 'contract', 'apiContract', 'client', 'ui', 'screen'],
  app: ['lib', 'contract', 'apiContract', 'client', 'ui', 'screen', 'app'],
  test: ['lib', 'contract', 'apiContract', 'server', 'client', 'ui', 'screen', 'app', 'test'],
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [
    ...source.matchAll(/(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s+'([^']+)'|(?:^|\n)\s*import\s+'([^']+)'|import\('([^']+)'\)/g),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.replace(/^#/, 'src/')
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(file), specifier))
  return null
}

const sources = globSync('src/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'))

/** The boundaries that a file's imports break, each with what to do. */
function problemsOf(file: string, imports = importsOf(file)): string[] {
  const role = roleOf(file)
  return imports.flatMap((specifier) => {
    const target = resolve(file, specifier)
    if (target === null) {
      if (role === 'test') return []
      const isServerOnly =
        specifier.startsWith('node:') || ['fastify', 'pg', 'kysely', 'sharp', 'nodemailer', '@orpc/server'].includes(specifier)
      return isServerOnly && !['server', 'test'].includes(role)
        ? [`${file} runs in the browser too but imports ${specifier}: move that part to a .server.ts file and call it`]
        : []
    }
    if (/\.json$|\.css$/.test(target)) return []
    const targetRole = roleOf(target)
    const problems: string[] = []
    if (!mayImport[role].includes(targetRole)) {
      problems.push(
        `${file} (${role}) imports ${target} (${targetRole}): imports go lib → contract, rules → entrance/contract → server ‖ web, ui → screens → app; move the shared part down`,
      )
    }
    return problems
  })
}

test('imports go one way', () => {
  expect(sources.flatMap((file) => problemsOf(file))).toEqual([])
})

test.each([
  ['src/directory/halls/hall.form.tsx', '#kernel/base.ts'],
  ['src/directory/halls/hall.form.tsx', './hall.server.ts'],
  ['src/directory/halls/hall.server.ts', './hall.form.tsx'],
  ['src/lib/money.ts', '#directory/halls/hall.contract.ts'],
  ['src/directory/halls/hall.list.tsx', '#app/routes.tsx'],
  ['src/ui/form.tsx', 'node:fs'],
  ['src/app/screens.ts', './kit.sample.tsx'],
  ['src/ui/page.tsx', './kit.sample.tsx'],
])('a planted import is found: %s → %s', (file, specifier) => {
  expect(problemsOf(file, [specifier])).toHaveLength(1)
})

test('files are short, named entity.role, and lie in few folders', () => {
  const long = sources.filter((file) => !file.endsWith('.gen.ts') && readFileSync(file, 'utf8').split('\n').length > 300)
  expect(long, 'split what is over 300 lines').toEqual([])
  expect(sources.filter((file) => file.split('/').length > 5)).toEqual([])
  expect(
    sources.filter((file) => /(?:^|\/)(?:utils?|misc|common|helpers?)(?:\/|\.)/.test(file)),
    'name it after what it does',
  ).toEqual([])
  expect(
    sources.filter((file) => /^index\.tsx?$/.test(basename(file))),
    'no barrels',
  ).toEqual([])
})

/** Names that appear in many files by convention, each with its reason. */
const manyFiles: [name: RegExp, file: RegExp, why: string][] = [
  [/^up$/, /^src\/db\/migrations\//, 'what kysely calls of each migration'],
  [/^(?:api|useMay|useMayEach)$/, /\.client\.ts$/, 'a room’s own calls, typed by its contracts'],
]

/** The names that a source exports, except the default export and re-exports. */
function exportsOf(source: string): string[] {
  const declared =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:(?:function\*?|const|let|class|type|interface|enum) (\w+)|const (\{[^}]*\}))/gm
  const listed = /^export (?:type )?(\{[^}]*\})(?! from)/gm
  const names = [declared, listed].flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(([, one, several = one ?? '']) => several.replaceAll(/[{}]|\btype /g, '').split(',')),
  )
  return names.map((name) => name.replace(/^.*(?: as |:)/s, '').trim()).filter((name) => name !== '')
}

/** Names that appear in two places, with both places and what to do. */
function twice(named: { name: string; file: string }[]): string[] {
  const first = new Map<string, string>()
  return named.flatMap(({ name, file }) => {
    if (manyFiles.some(([names, files]) => names.test(name) && files.test(file))) return []
    const other = first.get(name)
    first.set(name, other ?? file)
    return other === undefined || other === file
      ? []
      : [`${name} is in ${other} and in ${file}: rename one by its room’s noun, or share the lower one if they are the same`]
  })
}

const production = sources.filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const exported = production.flatMap((file) => exportsOf(readFileSync(file, 'utf8')).map((name) => ({ name, file })))
/** Without extension: `quote.tsx` and `quote.ts` have the same name. */
const fileNames = (files: string[]) => files.map((file) => ({ name: basename(file).replace(/\.tsx?$/, ''), file }))

test('an exported name is in one file of src, and a file name in one folder', () => {
  expect(exported.length).toBeGreaterThan(2000)
  expect(twice(exported)).toEqual([])
  expect(twice(fileNames([...sources, ...globSync('src/**/*.css')]))).toEqual([])
  const needed = (name: RegExp, of: RegExp) => exported.filter(({ name: one, file }) => name.test(one) && of.test(file)).length > 1
  expect(manyFiles.filter(([names, files]) => !needed(names, files)).map(([, , why]) => why)).toEqual([])
})

test.each([
  ['export async function withdrawQuote(ctx: TenantContext) {}', 'withdrawQuote'],
  ['export type ChallengeBoardRow = { rank: number }', 'ChallengeBoardRow'],
  ['export const { withdrawQuote: planted, BoardKind } = rankings()', 'BoardKind'],
  ['const own = 1\nexport { own as BoardKind }', 'BoardKind'],
])('a planted second export is found: %s', (source, name) => {
  const file = 'src/directory/halls/hall.rules.ts'
  const planted = exportsOf(source).map((one) => ({ name: one, file }))
  const said = twice([...exported, ...planted])
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(new RegExp(`^${name} is in src/\\S+ and in ${file}: rename`))
})

test('a planted second file name is found', () => {
  const said = twice(fileNames([...sources, 'src/directory/halls/quote.server.tsx']))
  expect(said).toEqual([expect.stringMatching(/^quote\.server is in src\/money\/quotes\/quote\.server\.ts and in src\/directory\/halls/)])
})

/** Allowed number of type assertions (`as`, or from an `any`), each with its reason. The number may only decrease. */
const mostAsserted = 14
/** Ways to assert a type that the linter does not detect. */
const unseen = /\.\$(?:narrowType|castTo|assertType)\b|@ts-(?:ignore|expect-error|nocheck)/

test('an assertion that may be wrong gives its reason, and there are not more of them', () => {
  const own = sources.filter((file) => roleOf(file) !== 'test')
  expect(
    own.filter((file) => unseen.test(readFileSync(file, 'utf8'))),
    'narrow the type, or say in the open what is asserted',
  ).toEqual([])
  const asserted = own.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/oxlint-disable.*no-unsafe-.*/g)].map(([line]) => `${file}: ${line}`),
  )
  expect(
    asserted.filter((line) => !/oxlint-disable-next-line typescript\/no-unsafe-[a-z-]+ -- \w+/.test(line)),
    'say why it holds, for one line',
  ).toEqual([])
  expect(asserted.length, `narrow the type instead (src/lib/choices.ts):\n${asserted.join('\n')}`).toBeLessThanOrEqual(mostAsserted)
})

/** The path of a URL encodes a space as %20, and no file has that name. */
const addressAsPath = /import\.meta\.url\s*,?\s*\)+\s*\.(?:pathname|href)\b/

test('no path is taken from an address', () => {
  const all = globSync(['{src,test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}', '*.ts'])
  expect(all.length).toBeGreaterThan(sources.length)
  expect(
    all.filter((file) => addressAsPath.test(readFileSync(file, 'utf8'))),
    'use fileURLToPath(new URL(…, import.meta.url)), or import.meta.dirname',
  ).toEqual([])
})

// Split, or the test would find this file itself.
const own = ['import', 'meta', 'url'].join('.')

test.each([`new URL('../', ${own}).pathname`, `new URL(\n  'a',\n  ${own},\n).pathname`])(
  'a planted path from an address is found: %j',
  (source) => expect(source).toMatch(addressAsPath),
)

test('no two lists share rows: each has a name of its own among those of its entity', () => {
  const names = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => readFileSync(file, 'utf8').split('useListQuery(').slice(1))
    .map((call) =>
      [/entity: '(\w+)'/.exec(call)?.[1], /\bof: ['`](\w+)/.exec(call.slice(0, call.indexOf('read')))?.[1] ?? 'list'].join(' '),
    )
  expect(names.length).toBeGreaterThan(15)
  expect(
    names.filter((name, at) => names.indexOf(name) !== at),
    'give `of` to useListQuery: rows are kept by entity and list',
  ).toEqual([])
})

test('every variable that a style reads is set somewhere', () => {
  const styles = globSync('src/**/*.css').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const written = [...styles.map(({ text }) => text), ...sources.map((file) => readFileSync(file, 'utf8'))]
  const set = new Set(written.flatMap((text) => [...text.matchAll(/(--[\w-]+)['"]?\s*:/g)].map(([, name]) => name)))
  const reads = styles.flatMap(({ file, text }) => [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => ({ file, name })))
  expect(reads.length).toBeGreaterThan(300)
  expect(reads.filter(({ name }) => !set.has(name)).map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

/** Where a language is named by hand, each with its reason; everything else uses the list in `src/lib/manner.ts`. */
const naming: Record<string, string> = {
  'src/lib/manner.ts': 'the list itself',
  'src/business/setup/countries.seed.ts': 'names of countries in the two languages of content',
  'src/entrance/api-docs.server.ts': 'the API’s document is English',
  'scripts/new/texts.ts': 'a new room’s sentences, which are written in these two',
  'scripts/screenshots.ts': 'which two pages the README shows',
}

/** A quoted language code, or one used as a field name. */
const namesLanguage = (source: string): boolean => {
  const codes = languages.join('|')
  return new RegExp(String.raw`(['"\`])(?:${codes})\1|[{,]\s*(?:${codes}):`).test(source)
}

test('a language is named in the list of languages alone', () => {
  const all = [...sources, ...globSync('scripts/{*,new/*,graph/*}.ts').map((file) => file.replaceAll('\\', '/'))]
  const own = all.filter((file) => roleOf(file) !== 'test' && !/^src\/db\/migrations\/|\.gen\.ts$/.test(file) && !(file in naming))
  expect(own.length).toBeGreaterThan(500)
  expect(
    own.filter((file) => namesLanguage(readFileSync(file, 'utf8'))),
    'ask src/lib/manner.ts for what belongs to a language: languages, languageOf, languageFacts, contentOf',
  ).toEqual([])
  expect(
    Object.keys(naming).filter((file) => !namesLanguage(readFileSync(file, 'utf8'))),
    'take it from the list of exceptions',
  ).toEqual([])
})

test.each(["language === 'ar' ? nameAr : nameEn", "z.enum(['en', 'ar'])", 'const names = { en: 1, ar: 2 }', '`ar`'])(
  'a planted language is found: %s',
  (source) => expect(namesLanguage(source)).toBe(true),
)
