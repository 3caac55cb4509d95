import { globSync, readFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** An import of one source file by another, types and `import()` included. */
export type Import = { from: string; to: string; names: string[]; isType: boolean }

/** The path that a specifier in a file resolves to, relative to the repository; null for a package. */
function resolve(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.replace(/^#/, 'src/')
  return specifier.startsWith('.') ? posix.join(dirname(file), specifier) : null
}

type Name = { name: string | null; kind: string }
const shown = ({ name, kind }: Name) => name ?? (kind === 'Default' ? 'default' : '*')

/** Every import of a file, according to the parser: `import`, `export … from`, `import()` and `import('…')` in a type. */
export function importsOf(file: string, source = readFileSync(file, 'utf8')): Import[] {
  const { program, module, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join('; ')}`)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      names: entries.map(({ importName }) => shown(importName)),
      isType: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest ? [{ specifier: moduleRequest.value, names: [shown(importName)], isType }] : [],
      ),
    ),
  ]
  new Visitor({
    ImportExpression({ source: named }) {
      if (named.type === 'Literal' && typeof named.value === 'string')
        found.push({ specifier: named.value, names: ['import()'], isType: false })
    },
    TSImportType({ source: named }) {
      found.push({ specifier: named.value, names: ['import()'], isType: true })
    },
  }).visit(program)
  return found.flatMap(({ specifier, names, isType }) => {
    const to = resolve(file, specifier)
    return to === null ? [] : [{ from: file, to, names, isType }]
  })
}

/** Tests, and files that only tests and the demo need, are outside the graph. */
const isOfTests = (file: string) => /(?:\.test\.tsx?|\.(?:sample|child)\.ts)$/.test(file)

/** The source files of the product, as paths relative to the repository's root. */
export const sourceFiles = (): string[] =>
  globSync('src/**/*.{ts,tsx}')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfTests(file) && !file.endsWith('.d.ts'))
    .toSorted()
