import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { roomOf, rooms } from './floors.ts'
import { importsOf } from './imports.ts'

/** An event: its constant and the file of that, its name, what it carries as a type, and when it is raised. */
export type Declared = { constant: string; file: string; name: string; payload: string; when: string }
/** A file that raises an event or follows it, with the event's constant and the file of that. */
export type Use = { constant: string; declaredIn: string; file: string }
/** Everything that files say of events. */
export type Events = { declared: Declared[]; raised: Use[]; heard: Use[] }

/** The text of the comment that ends right before a place of a source. */
const commentBefore = (source: string): string =>
  /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/
    .exec(source)?.[1]
    ?.replaceAll(/\s*\n\s*\*?\s*/g, ' ')
    .trim() ?? ''

/** What a file says of events by `event`, `emit` and `on`; nothing where it does not import them from the kernel. */
export function eventsOf(file: string, source = readFileSync(file, 'utf8')): Events {
  const found: Events = { declared: [], raised: [], heard: [] }
  const imports = importsOf(file, source)
  if (!imports.some(({ to }) => to === 'src/kernel/events.ts')) return found
  const fileOf = (constant: string) => imports.find(({ names }) => names.includes(constant))?.to ?? file
  new Visitor({
    ExportNamedDeclaration({ start, declaration }) {
      if (declaration?.type !== 'VariableDeclaration') return
      for (const { id, init } of declaration.declarations) {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression') continue
        if (init.callee.type !== 'Identifier' || init.callee.name !== 'event') continue
        const [name] = init.arguments
        const payload = init.typeArguments?.params[0]
        if (name?.type !== 'Literal' || typeof name.value !== 'string') continue
        const carries = payload ? source.slice(payload.start, payload.end).replaceAll(/\s+/g, ' ') : ''
        found.declared.push({ constant: id.name, file, name: name.value, payload: carries, when: commentBefore(source.slice(0, start)) })
      }
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'Identifier' || (callee.name !== 'emit' && callee.name !== 'on')) return
      const named = given[callee.name === 'emit' ? 1 : 0]
      if (named?.type !== 'Identifier') return
      found[callee.name === 'emit' ? 'raised' : 'heard'].push({ constant: named.name, declaredIn: fileOf(named.name), file })
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** What files break of decision 26, each with what to do. */
export function problemsOf({ declared, raised, heard }: Events): string[] {
  const isOf = (event: Declared) => (use: Use) => use.constant === event.constant && use.declaredIn === event.file
  return [
    ...declared.flatMap((event) => [
      ...(event.file.endsWith('.events.ts') ? [] : [`${event.file} declares ${event.name}: declare it in a *.events.ts`]),
      ...(event.when === '' ? [`${event.file}: say in a comment when ${event.name} is raised`] : []),
      ...(raised.some(isOf(event)) ? [] : [`nobody raises ${event.name}`]),
      ...(heard.some(isOf(event)) ? [] : [`nobody follows ${event.name}`]),
    ]),
    ...raised
      .filter(({ file, declaredIn }) => roomOf(file) !== roomOf(declaredIn))
      .map(({ file, constant }) => `${file} raises ${constant} of another room: call a function of that room, which raises it`),
    ...heard
      .filter(({ file, declaredIn }) => rooms.indexOf(roomOf(file)) <= rooms.indexOf(roomOf(declaredIn)))
      .map(({ file, constant }) => `${file} follows ${constant}, which is not of a lower room: call what it follows`),
    ...heard
      .filter(({ file }) => !file.endsWith('.events.server.ts'))
      .map(({ file }) => `${file} follows events: do so in a *.events.server.ts`),
  ]
}
