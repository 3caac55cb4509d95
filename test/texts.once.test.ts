import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import compile from 'icu-minify/compile'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'
import { fallbackLanguage, languages, type Language } from '#lib/manner.ts'
import { firstAreas } from '../scripts/texts-plugin.ts'

/** Checks the catalogues against each other and against the sources that use them (design 5, "one catalogue per area"). */

type Catalogue = { [key: string]: Catalogue | string }
type Tree = { type: string; [key: string]: unknown }

function flat(node: Catalogue, path: string): [key: string, message: string][] {
  return Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}.${key}`, value] as [string, string]] : flat(value, `${path}.${key}`),
  )
}

function load(language: Language): Map<string, string> {
  return new Map(
    globSync(`src/**/text.${language}.json`).flatMap((file) =>
      flat(JSON.parse(readFileSync(file, 'utf8')) as Catalogue, basename(dirname(file))),
    ),
  )
}

const english = load(fallbackLanguage)
const others = languages.filter((language) => language !== fallbackLanguage).map((language) => ({ language, catalogue: load(language) }))
const areas = new Set([...english.keys()].map((key) => key.split('.')[0] ?? ''))

/** The arguments of an ICU message: their names, and the plural forms it has. */
function argumentsOf(message: string): { names: string[]; plurals: string[][] } {
  const names = new Set<string>()
  const plurals: string[][] = []
  const walk = (part: unknown): void => {
    if (!Array.isArray(part)) return
    const [name, kind, forms] = part as unknown[]
    if (typeof name === 'string' && (part.length === 1 || typeof kind === 'number')) {
      names.add(name)
      if (kind === 2 && typeof forms === 'object' && forms !== null) plurals.push(Object.keys(forms))
      for (const form of Object.values((forms ?? {}) as object)) (Array.isArray(form) ? form : []).forEach(walk)
    } else part.forEach(walk)
  }
  const compiled: unknown = compile(message)
  if (Array.isArray(compiled)) compiled.forEach(walk)
  return { names: [...names].toSorted(), plurals }
}

test('the reader of sources sees them', () => {
  expect(english.size).toBeGreaterThan(400)
  expect(sources.flatMap(({ calls }) => calls).length).toBeGreaterThan(200)
})

test('every catalogue is known to the compiler', () => {
  const typed = readFileSync('src/app/messages.d.ts', 'utf8')
  const files = globSync('src/**/text.en.json').map((file) => `'#${file.replaceAll('\\', '/').slice(4)}'`)
  expect(
    files.filter((file) => !typed.includes(file)),
    'add them to src/app/messages.d.ts',
  ).toEqual([])
})

test.each(others)('both languages have the same keys: English and $language', ({ catalogue }) => {
  expect([...catalogue.keys()].toSorted()).toEqual([...english.keys()].toSorted())
})

/** The plural forms that a language uses for a business's counts; zero may share another form. */
function pluralForms(language: Language): string[] {
  const rules = new Intl.PluralRules(language)
  const forms = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
  return [...forms].filter((form) => form !== 'zero')
}

test.each([...others, { language: fallbackLanguage, catalogue: english }])(
  'both languages take the same arguments, and plurals have the forms of their language: $language',
  ({ language, catalogue }) => {
    const forms = pluralForms(language)
    const problems = [...english].flatMap(([key, message]) => {
      const [original, own] = [argumentsOf(message), argumentsOf(catalogue.get(key) ?? '')]
      return [
        ...(original.names.join() === own.names.join() ? [] : [`${key} takes ${original.names.join()}, not ${own.names.join()}`]),
        ...(own.plurals.some((given) => forms.some((form) => !given.includes(form))) ? [`${key}: the plural lacks a form`] : []),
      ]
    })
    expect(problems).toEqual([])
  },
)

test('Arabic is Arabic: no sentence was left in English', () => {
  const arabic = load('ar')
  const same = [...english].filter(
    ([key, message]) => arabic.get(key) === message && /[A-Za-z]{2}/.test(message.replaceAll(/\{[^}]*\}/g, '')),
  )
  const alike = /^(?:app\.brand|.*\.version)$/
  expect(same.map(([key]) => key).filter((key) => !alike.test(key))).toEqual([])
})

/** The texts in a source: translators by variable, their calls, its strings and its text in JSX. */
type Source = {
  file: string
  calls: { areas: string[]; key: string | null; pattern: RegExp | null; values: string[] | null; isOpen: boolean }[]
  strings: string[]
  patterns: RegExp[]
  written: string[]
}

const visibleProps = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'hint', 'description'])

function patternOf(template: Tree): RegExp {
  const parts = (template['quasis'] as { value: { cooked: string } }[]).map(({ value }) =>
    value.cooked.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`),
  )
  return new RegExp(`^${parts.join('[^.]+')}$`)
}

function read(file: string): Source {
  const source: Source = { file, calls: [], strings: [], patterns: [], written: [] }
  const translators = new Map<string, Set<string>>()
  const pending: { name: string; call: Tree }[] = []
  const visit = (node: unknown, parent: Tree | null): void => {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, parent))
    if (typeof node !== 'object' || node === null || typeof (node as Tree).type !== 'string') return
    const tree = node as Tree
    if (tree.type === 'VariableDeclarator') {
      const init = tree['init'] as Tree | null
      const name = (tree['id'] as { name?: string }).name
      const maker = init?.type === 'CallExpression' ? (init['callee'] as { name?: string }).name : undefined
      if (name && ['useTranslations', 'useOpenTexts'].includes(maker ?? '')) {
        const [area] = (init?.['arguments'] ?? []) as { value?: string }[]
        translators.set(name, (translators.get(name) ?? new Set()).add(area?.value ?? ''))
      }
    }
    if (tree.type === 'CallExpression' && (tree['callee'] as Tree).type === 'Identifier')
      pending.push({ name: String((tree['callee'] as Tree)['name']), call: tree })
    if (tree.type === 'Literal' && typeof tree['value'] === 'string' && parent?.type !== 'ImportDeclaration')
      source.strings.push(tree['value'])
    if (tree.type === 'TemplateLiteral') source.patterns.push(patternOf(tree))
    if (tree.type === 'JSXText' && /\p{L}{2}/u.test(String(tree['value']))) source.written.push(String(tree['value']).trim())
    if (tree.type === 'JSXAttribute' && visibleProps.has(String((tree['name'] as Tree)['name']))) {
      const value = tree['value'] as Tree | null
      if (value?.type === 'Literal' && /\p{L}{2}/u.test(String(value['value']))) source.written.push(String(value['value']))
    }
    for (const [key, child] of Object.entries(tree)) if (key !== 'parent') visit(child, tree)
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program, null)
  for (const { name, call } of pending) {
    const own = translators.get(name)
    if (!own) continue
    const [first, second] = call['arguments'] as (Tree | undefined)[]
    const literal = first?.type === 'Literal' && typeof first['value'] === 'string' ? first['value'] : null
    const fields = second?.type === 'ObjectExpression' ? (second['properties'] as { type: string; key?: { name?: string } }[]) : null
    source.calls.push({
      areas: [...own],
      key: literal,
      pattern: first?.type === 'TemplateLiteral' ? patternOf(first) : null,
      values:
        second === undefined
          ? []
          : fields && fields.every(({ type }) => type === 'Property')
            ? fields.map(({ key }) => key?.name ?? '')
            : null,
      isOpen: literal === null && first?.type !== 'TemplateLiteral',
    })
  }
  return source
}

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !/\.(?:test|gen|d|sample)\.tsx?$|\.browser\.test/.test(file))
  .map(read)
const within = (area: string, key: string) => (area === '' ? key : `${area}.${key}`)
const keys = [...english.keys()]
const isBranch = (name: string) => keys.some((key) => key.startsWith(`${name}.`))

test('every key that a screen speaks exists, with the values it takes', () => {
  const problems = sources.flatMap(({ file, calls }) =>
    calls.flatMap(({ areas: own, key, pattern, values }) => {
      if (pattern) {
        const relative = own.some((area) =>
          keys.some(
            (name) => (area === '' || name.startsWith(`${area}.`)) && pattern.test(area === '' ? name : name.slice(area.length + 1)),
          ),
        )
        return relative ? [] : [`${file}: no text matches ${pattern.source}`]
      }
      if (key === null) return []
      const found = own.map((area) => within(area, key)).find((name) => english.has(name))
      if (found === undefined) return [`${file}: ${own.join(' | ')} has no text ${key}`]
      const missing = values === null ? [] : argumentsOf(english.get(found) ?? '').names.filter((name) => !values.includes(name))
      return missing.length > 0 ? [`${file}: ${found} needs ${missing.join()}`] : []
    }),
  )
  expect(problems).toEqual([])
})

test('no screen speaks of a mail, which the build leaves out of what screens can say', () => {
  const problems = sources
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, calls, strings }) => [
      ...calls.flatMap(({ key }) => (key?.startsWith('mail.') ? [`${file}: ${key}`] : [])),
      ...strings.filter((key) => english.has(key) && key.split('.')[1] === 'mail').map((key) => `${file}: ${key}`),
    ])
  expect(problems).toEqual([])
})

test('a mail has a button where its body has an address, and none elsewhere', () => {
  const mails = keys
    .filter((key) => key.endsWith('.subject') && key.split('.')[1] === 'mail')
    .map((key) => key.slice(0, -'.subject'.length))
  expect(mails.length).toBeGreaterThan(15)
  const hasLink = (mail: string) => argumentsOf(english.get(`${mail}.body`) ?? '').names.includes('link')
  expect(mails.filter((mail) => hasLink(mail) !== english.has(`${mail}.button`))).toEqual([])
})

test('every text key that stands in a rule, a contract or a handler exists', () => {
  // Names of calls look like keys; they appear in the policy, in audits and in query keys.
  const isKey = (file: string) => /\.(?:contract|rules)\.tsx?$|^src\/lib\/|\.tsx$|\.server\.ts$/.test(file)
  const problems = sources
    .filter(({ file }) => isKey(file))
    .flatMap(({ file, strings }) =>
      strings
        .filter((text) => /^[a-z][A-Za-z]*(?:\.[A-Za-z0-9]+){2,}$/.test(text) && areas.has(text.split('.')[0] ?? ''))
        .filter((text) => !english.has(text) && !isBranch(text))
        .map((text) => `${file}: ${text}`),
    )
  expect(problems, 'add each to the text.en.json and text.ar.json of the folder that its key begins with').toEqual([])
})

test('no text is unused', () => {
  const literal = new Set(sources.flatMap(({ strings }) => strings))
  const patterns = sources.flatMap((source) => source.patterns)
  const calls = sources.flatMap((source) => source.calls)
  const exact = new Set(calls.flatMap(({ areas: own, key }) => (key === null ? [] : own.map((area) => within(area, key)))))
  const open = new Set(calls.filter(({ isOpen }) => isOpen).flatMap(({ areas: own }) => own))
  const isUsed = (key: string): boolean => {
    if (exact.has(key) || literal.has(key)) return true
    const parts = key.split('.')
    // A full branch may be named, such as the email whose subject and body are looked up.
    if (parts.some((_, at) => at > 1 && literal.has(parts.slice(0, at).join('.')))) return true
    return parts.some((_, at) => {
      const [area, rest] = [parts.slice(0, at).join('.'), parts.slice(at).join('.')]
      const byPattern = calls.some((call) => call.pattern !== null && call.areas.includes(area) && call.pattern.test(rest))
      // A translator stored in a variable may use any key that appears as a string somewhere.
      return (
        byPattern || (open.has(area) && (literal.has(rest) || patterns.some((pattern) => pattern.source.length > 8 && pattern.test(rest))))
      )
    })
  }
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

test('no visible sentence stands in a screen', () => {
  // The product's name, a format and a keyboard key are the same in each language.
  const names = new Set(['Touchline', 'HH:mm', 'Ctrl K', 'Esc'])
  expect(sources.flatMap(({ file, written }) => written.filter((text) => !names.has(text)).map((text) => `${file}: ${text}`))).toEqual([])
})

/** The sources that load with a file, itself included; the router loads the screens, and the bell and the shortcuts load theirs, with their own texts. */
function closureOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !/\.tsx?$/.test(file)) return seen
  seen.add(file)
  const { staticImports, dynamicImports } = parseSync(file, readFileSync(file, 'utf8')).module
  const later = ['src/app/load-screen.ts', 'src/app/bell.tsx', 'src/app/shortcuts.tsx', 'src/app/unverified.tsx'].includes(file)
    ? []
    : dynamicImports.map(({ moduleRequest: { start, end } }) => readFileSync(file, 'utf8').slice(start + 1, end - 1))
  for (const name of [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...later]) {
    if (name.startsWith('#')) closureOf(name.replace(/^#/, 'src/'), seen)
    if (name.startsWith('.')) closureOf(join(dirname(file), name), seen)
  }
  return seen
}

/** The legal pages load with a separate part of the texts (`PublicPageKind`). */
const ownAreas = (file: string) => (file.startsWith('src/business/legal/') ? firstAreas.legal : [])

test.each([
  ['shell', ['src/app/start.tsx', 'src/insight/home/home.page.tsx'], 'src/insight/home/needs.tsx'],
  ['public', ['src/app/public/public.tsx'], 'src/business/accounts/recovery-step.tsx'],
] as const)('what is there first says nothing of a catalogue that comes later: %s', (part, entries, inside) => {
  const files = new Set(entries.flatMap((entry) => [...closureOf(entry)]))
  expect([...files], 'the reader of imports sees them').toContain(inside)
  const problems = sources
    .filter(({ file }) => files.has(file))
    .flatMap(({ file, calls }) =>
      calls.flatMap(({ areas: own, key }) => {
        const said = key === null ? own : own.map((area) => within(area, key)).filter((name) => english.has(name))
        return said
          .map((name) => name.split('.')[0] ?? '')
          .filter((area) => area !== '' && ![...firstAreas[part], ...ownAreas(file)].includes(area))
          .map((area) => `${file} says ${area}.*: load it with a later screen, or add the area to firstAreas`)
      }),
    )
  expect(problems).toEqual([])
})
