import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type * as z from 'zod/mini'
import { bare, defOf } from './drift.draw.ts'

type Catalogue = { [key: string]: Catalogue | string }

/** The branches of the English catalogues by name, such as `halls.states`; test/texts.once compares the languages. */
export function readBranches(): Map<string, ReadonlySet<string>> {
  const branches = new Map<string, ReadonlySet<string>>()
  const walk = (name: string, branch: Catalogue) => {
    branches.set(name, new Set(Object.keys(branch)))
    for (const [key, value] of Object.entries(branch)) if (typeof value !== 'string') walk(`${name}.${key}`, value)
  }
  for (const file of globSync('src/**/text.en.json')) walk(basename(dirname(file)), JSON.parse(readFileSync(file, 'utf8')) as Catalogue)
  return branches
}

/** The options that a field offers; none if it is not an enum. */
export function choicesOf(schema: z.core.$ZodType): string[] {
  const { type, entries = {}, options = [], element } = defOf(bare(schema))
  if (type === 'array' && element) return choicesOf(element)
  if (type === 'union') return options.flatMap(choicesOf)
  return type === 'enum' ? Object.values(entries).filter((word) => word !== '') : []
}

/** The options that lack a text in the branch that covers most of them, and that branch. */
export function unnamedOf(
  words: readonly string[],
  branches: ReadonlyMap<string, ReadonlySet<string>>,
): { branch: string; words: string[] } {
  const ranked = [...branches].map(([branch, keys]) => ({ branch, words: words.filter((word) => !keys.has(word)) }))
  return ranked.toSorted((one, other) => one.words.length - other.words.length)[0] ?? { branch: '', words: [...words] }
}
