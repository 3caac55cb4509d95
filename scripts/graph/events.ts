import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { roomOf, rooms } from './floors.ts'
import { importsOf } from './imports.ts'

/**
 * A mechanism by which a lower room communicates with higher rooms that it does not know: how it is declared, how the lower
 * room uses it and how the higher room subscribes.
 */
export type Way = {
  kernel: string
  suffix: 'events' | 'guards'
  declares: string
  uses: readonly string[]
  takes: string
  words: { use: string; take: string; instead: { use: string; take: string } }
}

export const events: Way = {
  kernel: 'src/kernel/events.ts',
  suffix: 'events',
  declares: 'event',
  uses: ['emit'],
  takes: 'on',
  words: {
    use: 'raises',
    take: 'follows',
    instead: { use: 'call a function of that room, which raises it', take: 'call what it follows' },
  },
}
export const guards: Way = {
  kernel: 'src/kernel/guards.ts',
  suffix: 'guards',
  declares: 'guard',
  uses: ['ask', 'askAny', 'askOne'],
  takes: 'answer',
  words: { use: 'asks', take: 'answers', instead: { use: 'call a function of that room, which asks', take: 'let it be called' } },
}
export const expressions: Way = {
  kernel: 'src/kernel/expressions.ts',
  suffix: 'guards',
  declares: 'expression',
  uses: ['expressionOf', 'expressionsOf'],
  takes: 'express',
  words: { use: 'shows', take: 'writes', instead: { use: 'read rows of that room by a function of it', take: 'let it be called' } },
}

/** A declaration: its constant and that constant's file, its name, its payload and result types, and its comment. */
export type Declared = { constant: string; file: string; name: string; payload: string; result: string; when: string }
/** A file that uses a declaration or subscribes to it, with its constant and that constant's file. */
export type Use = { constant: string; declaredIn: string; file: string }
/** Everything that files declare, use and subscribe to through one mechanism. */
export type Spoken = { declared: Declared[]; used: Use[]; taken: Use[] }

/** The text of the comment that ends directly before a position in a source. */
const commentBefore = (source: string): string =>
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/
    .exec(source)?.[1]
    ?.replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .trim() ?? ''

/** What a file declares, uses and subscribes to through a mechanism; empty if it does not import the mechanism from the kernel. */
export function spokenIn(way: Way, file: string, source = readFileSync(file, 'utf8')): Spoken {
  const found: Spoken = { declared: [], used: [], taken: [] }
  const imports = importsOf(file, source)
  if (!imports.some(({ to }) => to === way.kernel)) return found
  const fileOf = (constant: string) => imports.find(({ names }) => names.includes(constant))?.to ?? file
  new Visitor({
    ExportNamedDeclaration({ start, declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue
        if (init.callee.type !== 'Identifier' || init.callee.name !== way.declares) continue
        const [name] = init.arguments
        if (name?.type !== 'Literal' || typeof name.value !== 'string') continue
        const types = init.typeArguments?.params.map((type) => source.slice(type.start, type.end).replaceAll(/\s+/g, ' ')) ?? []
        const [payload = '', result = ''] = types
        found.declared.push({ constant: id.name, file, name: name.value, payload, result, when: commentBefore(source.slice(0, start)) })
      }
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier') return
      const isUse = way.uses.includes(callee.name)
      if (!isUse && callee.name !== way.takes) return
      const named = given[isUse ? 1 : 0]
      if (named?.type !== 'Identifier') return
      found[isUse ? 'used' : 'taken'].push({ constant: named.name, declaredIn: fileOf(named.name), file })
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** Violations of decision 26 through one mechanism, each with what to do. */
export function problemsOf({ suffix, declares, words }: Way, { declared, used, taken }: Spoken): string[] {
  const isOf = (one: Declared) => (use: Use) => use.constant === one.constant && use.declaredIn === one.file
  return [
    ...declared.flatMap((one) => [
      ...(one.file.endsWith(`.${suffix}.ts`) ? [] : [`${one.file} declares ${one.name}: declare it in a *.${suffix}.ts`]),
      ...(one.when === '' ? [`${one.file}: say in a comment what the ${declares} ${one.name} says`] : []),
      ...(used.some(isOf(one)) ? [] : [`nobody ${words.use} ${one.name}`]),
      ...(taken.some(isOf(one)) ? [] : [`nobody ${words.take} ${one.name}`]),
    ]),
    ...used
      .filter(({ file, declaredIn }) => roomOf(file) !== roomOf(declaredIn))
      .map(({ file, constant }) => `${file} ${words.use} ${constant} of another room: ${words.instead.use}`),
    ...taken
      .filter(({ file, declaredIn }) => rooms.indexOf(roomOf(file)) <= rooms.indexOf(roomOf(declaredIn)))
      .map(({ file, constant }) => `${file} ${words.take} ${constant}, which is not of a lower room: ${words.instead.take}`),
    ...taken
      .filter(({ file }) => !file.endsWith(`.${suffix}.server.ts`))
      .map(({ file, constant }) => `${file} ${words.take} ${constant}: do so in a *.${suffix}.server.ts`),
  ]
}
