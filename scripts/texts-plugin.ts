import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Node = { [key: string]: Node | string }

/** The catalogues that a signed-out page needs; the shell loads all. */
const publicAreas = new Set(['accounts', 'plans', 'lib', 'public'])

function compileAll(node: Node): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileAll(value)]),
  )
}

/**
 * Gives the screens their sentences, compiled at build: `virtual:texts/en/public` and
 * `virtual:texts/en/shell`. A catalogue's keys live under the name of its folder.
 */
export function texts(): Plugin {
  const prefix = 'virtual:texts/'
  return {
    name: 'texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const [language, part] = id.slice(prefix.length + 1).split('/')
      const files = globSync(`src/**/text.${language}.json`)
      for (const file of files) this.addWatchFile(file)
      const areas = files.filter((file) => part === 'shell' || publicAreas.has(basename(dirname(file))))
      const messages = Object.fromEntries(
        areas.map((file) => [basename(dirname(file)), compileAll(JSON.parse(readFileSync(file, 'utf8')) as Node)]),
      )
      return `export default ${JSON.stringify(messages)}`
    },
  }
}
