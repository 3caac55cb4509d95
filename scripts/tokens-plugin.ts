import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { transform, type MediaCondition, type TokenOrValue, type Visitor } from 'lightningcss'
import type { Plugin } from 'vite'

const source = 'src/ui/tokens.css'

/** Whether a value is the same wherever it is used: a length or a number, not a colour or a font list. */
const isFixed = (value: TokenOrValue[]): boolean =>
  value.every((part) => part.type === 'length' || (part.type === 'token' && part.value.type === 'number'))

/**
 * The names declared in src/ui/tokens.css.
 *
 * @returns values that are set once and never overridden, by name, and the named media queries
 */
export function tokenNames(): { fixed: Map<string, TokenOrValue[]>; windows: Map<string, MediaCondition> } {
  const set = new Map<string, TokenOrValue[][]>()
  const windows = new Map<string, MediaCondition>()
  transform({
    filename: source,
    code: readFileSync(source),
    drafts: { customMedia: true },
    visitor: {
      Rule: {
        'custom-media'({ value: { name, query } }) {
          const condition = query.mediaQueries[0]?.condition
          if (condition) windows.set(name, condition)
        },
      },
      Declaration: {
        custom({ name, value }) {
          set.set(name, [...(set.get(name) ?? []), value])
        },
      },
    },
  })
  const fixed = new Map([...set].flatMap(([name, [value, other]]) => (value && !other && isFixed(value) ? [[name, value]] : [])))
  return { fixed, windows }
}

/**
 * Inlines the fixed values and the named media queries of the tokens in each style, so that its `var()` and `@media (--name)` cost nothing.
 */
function fill(): Visitor<never> {
  const { fixed, windows } = tokenNames()
  const named = (condition: MediaCondition): MediaCondition => {
    if (condition.type === 'not') return { ...condition, value: named(condition.value) }
    if (condition.type === 'operation') return { ...condition, conditions: condition.conditions.map(named) }
    if (condition.type !== 'feature' || condition.value.type !== 'boolean' || !condition.value.name.startsWith('--')) return condition
    const window = windows.get(condition.value.name)
    if (!window) throw new Error(`${condition.value.name} is no window of ${source}`)
    return window
  }
  return {
    MediaQuery: (query) => (query.condition ? { ...query, condition: named(query.condition) } : query),
    Variable: ({ name }) => fixed.get(name.ident),
    Declaration: { custom: ({ name }) => (fixed.has(name) ? [] : undefined) },
  }
}

/** Processes styles with Lightning CSS and inlines the token values; when the tokens change, the development server reloads all styles. */
export function tokens(): Plugin {
  return {
    name: 'tokens',
    config: () => ({ css: { transformer: 'lightningcss', lightningcss: { visitor: fill(), drafts: { customMedia: true } } } }),
    configureServer(server) {
      server.watcher.on('change', (file) => {
        if (file === resolve(source)) void server.restart()
      })
    },
  }
}
