import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'
import { languages } from '#lib/manner.ts'
import type { TextPart } from '#app/load-texts.ts'

type Node = { [key: string]: Node | string }

/** The texts of each first load: the signed-out pages, their legal pages, and the frame with Home. Other screens load the rest. */
export const firstAreas = {
  public: ['accounts', 'plans', 'invite', 'lib', 'offer', 'place', 'public'],
  legal: ['legal'],
  shell: ['app', 'ui', 'lib', 'home', 'dates'],
}

function isPartOf(part: string, area: string): boolean {
  if (part === 'public' || part === 'legal' || part === 'shell') return firstAreas[part].includes(area)
  return ![...firstAreas.shell, ...firstAreas.legal].includes(area)
}

function compileAll(node: Node): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileAll(value)]),
  )
}

/** The part of a catalogue that screens use: only the server writes emails. */
function shownOf(file: string): Node {
  const { mail: _, ...shown } = JSON.parse(readFileSync(file, 'utf8')) as Node
  return shown
}

const parts: readonly TextPart[] = ['public', 'legal', 'shell', 'screens']

/** The dynamic imports of each part of each language. */
const loaders = (): string => {
  const partsOf = (language: string) => parts.map((part) => `${part}: () => import('virtual:texts/${language}/${part}')`)
  return `export default { ${languages.map((language) => `${language}: { ${partsOf(language).join(', ')} }`).join(', ')} }`
}

/**
 * Compiles the screens' texts at build time: `virtual:texts/en/public`, `virtual:texts/en/shell` and so on, and
 * `virtual:texts` with the loader of each. A catalogue's keys are prefixed with the name of its folder.
 */
export function texts(): Plugin {
  const all = 'virtual:texts'
  const prefix = `${all}/`
  return {
    name: 'texts',
    resolveId: (id) => (id === all || id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${all}`) return loaders()
      if (!id.startsWith(`\0${prefix}`)) return null
      const [language, part = ''] = id.slice(prefix.length + 1).split('/')
      const files = globSync(`src/**/text.${language}.json`)
      for (const file of files) this.addWatchFile(resolve(file))
      const areas = files.filter((file) => isPartOf(part, basename(dirname(file))))
      const messages = Object.fromEntries(areas.map((file) => [basename(dirname(file)), compileAll(shownOf(file))]))
      return `export default ${JSON.stringify(messages)}`
    },
  }
}
