import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#entrance/modules.server.ts'
import {
  events,
  expressions,
  guards,
  problemsOf,
  spokenIn,
  type Declared,
  type Spoken,
  type Use,
  type Way,
} from '../scripts/graph/events.ts'
import { roomOf, rooms } from '../scripts/graph/floors.ts'
import { sourceFiles } from '../scripts/graph/imports.ts'
import { outsideOf } from '../scripts/graph/outside.ts'
import { markdown } from './markdown.ts'

const files = sourceFiles().toSorted((one, other) => rooms.indexOf(roomOf(one)) - rooms.indexOf(roomOf(other)))
const together = (all: Spoken[]): Spoken => ({
  declared: all.flatMap(({ declared }) => declared),
  used: all.flatMap(({ used }) => used),
  taken: all.flatMap(({ taken }) => taken),
})
const spoken = (way: Way) => together(files.map((file) => spokenIn(way, file)))
const [emitted, asked, shown] = [spoken(events), spoken(guards), spoken(expressions)]

test('events, guards and expressions are used by their own room and taken up by higher ones', () => {
  for (const { declared } of [emitted, asked, shown]) expect(declared.length).toBeGreaterThan(0)
  expect([...problemsOf(events, emitted), ...problemsOf(guards, asked), ...problemsOf(expressions, shown)]).toEqual([])
})

/** What a room contributes to the list of modules, by purpose. */
type Given = { event?: { name: string }; guard?: { name: string }; expression?: { name: string } }

test.each([
  ['event', emitted, modules.subscribers as readonly Given[]],
  ['guard', asked, modules.answers as readonly Given[]],
  ['expression', shown, modules.expressions as readonly Given[]],
] as const)('every %s that is taken up is in the list of modules, lower rooms first', async (key, { declared, taken }, list) => {
  const exported: unknown[] = []
  for (const file of files.filter((one) => /\.(?:events|guards)\.server\.ts$/.test(one)))
    exported.push(...Object.values((await import(/* @vite-ignore */ resolve(file))) as Record<string, unknown>))
  expect(list).toEqual(exported.flat().filter((one) => key in (one as Given)))
  expect(list.map((one) => one[key]?.name)).toEqual(
    taken.map(({ constant, declaredIn }) => declared.find((one) => one.constant === constant && one.file === declaredIn)?.name),
  )
})

test('every guard is in the list of modules, so that the product does not start where no one answers it', async () => {
  const declared = asked.declared.map(async ({ file, constant }) => {
    const module = (await import(/* @vite-ignore */ resolve(file))) as Record<string, unknown>
    return module[constant]
  })
  expect(modules.guards).toEqual(await Promise.all(declared))
  expect(new Set(modules.guards)).toEqual(new Set(await Promise.all(declared)))
})

test('what follows an event writes rows alone: no mail, no file, no call to others', () => {
  const followers = files.filter((file) => file.endsWith('.events.server.ts'))
  expect(followers.length).toBeGreaterThan(5)
  expect(followers.flatMap((file) => outsideOf(file))).toEqual([])
})

test('a follower that would do more than write rows is found, with the way there', () => {
  const follower = 'src/timetable/batches/batch.events.server.ts'
  const helper = 'src/timetable/batches/batch.later.server.ts'
  const withHelper = (source: string) => (file: string) =>
    file === follower ? "import { later } from './batch.later.server.ts'\nimport type { Mailer } from '#kernel/mail.ts'" : source
  const planted = {
    fetch: "export const later = () => fetch('https://example.com')",
    'node:fs/promises': "import { writeFile } from 'node:fs/promises'",
    nodemailer: "import nodemailer from 'nodemailer'",
    openMailer: "import { composeMail, openMailer } from '#kernel/mail.ts'",
    'app.files': 'export const later = ({ call }) => call.app.files.put(1)',
  }
  for (const [act, source] of Object.entries(planted))
    expect(outsideOf(follower, withHelper(source))).toEqual([`${follower} → ${helper} uses ${act}: write a row, and let a job do it`])
  const good = "import type { Stats } from 'node:fs'\nimport { composeMail } from '#kernel/mail.ts'\nexport const later = () => row.files"
  expect(outsideOf(follower, withHelper(good))).toEqual([])
})

test('what runs against the order is found: a use by another room, one that is taken up below, one that no one uses', () => {
  const declares =
    "import { event } from '#kernel/events.ts'\n/** A hall closed. */\nexport const hallClosed = event<{ hall: string }>('hall.closed')"
  const raises =
    "import { emit } from '#kernel/events.ts'\nimport { hallClosed } from '#directory/halls/hall.events.ts'\nawait emit(ctx, hallClosed, { hall })"
  const follows =
    "import { on } from '#kernel/events.ts'\nimport { hallClosed } from '#directory/halls/hall.events.ts'\nexport const list = [on(hallClosed, work)]"
  const at = (file: string, source: string) => spokenIn(events, file, source)
  const declared = at('src/directory/halls/hall.events.ts', declares)
  expect(declared.declared).toEqual([
    {
      constant: 'hallClosed',
      file: 'src/directory/halls/hall.events.ts',
      name: 'hall.closed',
      payload: '{ hall: string }',
      result: '',
      when: 'A hall closed.',
    },
  ])
  const problems = (all: Spoken[]) => problemsOf(events, together(all))
  const good = [declared, at('src/directory/halls/hall.server.ts', raises), at('src/timetable/batches/batch.events.server.ts', follows)]
  expect(problems(good)).toEqual([])
  expect(problems(good.slice(0, 1))).toEqual(['nobody raises hall.closed', 'nobody follows hall.closed'])
  expect(
    problems([
      ...good,
      at('src/timetable/batches/batch.server.ts', raises),
      at('src/directory/services/service.events.server.ts', follows),
      at('src/timetable/sessions/session.server.ts', follows),
    ]),
  ).toEqual([
    'src/timetable/batches/batch.server.ts raises hallClosed of another room: call a function of that room, which raises it',
    'src/directory/services/service.events.server.ts follows hallClosed, which is not of a lower room: call what it follows',
    'src/timetable/sessions/session.server.ts follows hallClosed: do so in a *.events.server.ts',
  ])
})

test('a guard that no one answers, one that is asked elsewhere and an expression of a lower room are found', () => {
  const declares = `import { guard } from '#kernel/guards.ts'
    /** Whether a hall is in use. */
    export const hallInUse = guard<{ hall: string }, boolean>('hall.inUse')`
  const asks =
    "import { askAny } from '#kernel/guards.ts'\nimport { hallInUse } from '#directory/halls/hall.guards.ts'\nawait askAny(at, hallInUse, { hall })"
  const declared = spokenIn(guards, 'src/directory/halls/hall.guards.ts', declares)
  expect(declared.declared.map(({ payload, result }) => [payload, result])).toEqual([['{ hall: string }', 'boolean']])
  const elsewhere = spokenIn(guards, 'src/directory/trainers/trainer.server.ts', asks)
  expect(problemsOf(guards, together([declared, elsewhere]))).toEqual([
    'nobody answers hall.inUse',
    'src/directory/trainers/trainer.server.ts asks hallInUse of another room: call a function of that room, which asks',
  ])
  const writes = `import { express } from '#kernel/expressions.ts'
    import { hallTitle } from '#directory/halls/hall.guards.ts'
    export const list = [express(hallTitle, work)]`
  expect(problemsOf(expressions, spokenIn(expressions, 'src/directory/services/service.guards.server.ts', writes))).toEqual([
    'src/directory/services/service.guards.server.ts writes hallTitle, which is not of a lower room: let it be called',
  ])
})

const code = (text: string) => (text === '' ? '' : `\`${text.replaceAll('|', String.raw`\|`)}\``)

/** The files that use or subscribe to a declaration. */
const filesOf = (uses: Use[], { constant, file: declaredIn }: Declared) =>
  [
    ...new Set(
      uses
        .filter((use) => use.constant === constant && use.declaredIn === declaredIn)
        .map(({ file }) => `\`${file.replace(/^src\//, '')}\``),
    ),
  ].join('<br>')

test('docs/events.md is what the sources say (vitest -u writes it again)', async () => {
  const table = (head: string[], { declared, used, taken }: Spoken, cells: (one: Declared) => string[]) =>
    markdown(
      head,
      declared.map((one) => [code(one.name), one.when, ...cells(one).map(code), filesOf(used, one), filesOf(taken, one)]),
    )
  const page = `# Events

Made by \`test/events.once.test.ts\` from the sources. Raising an event runs everything that follows it, in the order shown, inside the same transaction; if one of them throws, the act is undone ([decision 26](decisions/0026-floors.md)). Paths are those below \`src\`.

${table(['event', 'when', 'says', 'raised by', 'followed by'], emitted, ({ payload }) => [payload])}

## Guards

What a room asks the rooms above before an act, in the order that is shown. What one of them throws refuses the act.

${table(['guard', 'what', 'asked with', 'answer', 'asked by', 'answered by'], asked, ({ payload, result }) => [payload, result])}

## Expressions

What rooms above write into statements of a room below: values of its rows, and conditions that choose them ([decision 30](decisions/0030-expressions-of-rooms-above.md)).

${table(['expression', 'what', 'value', 'stands in', 'written by'], shown, ({ result }) => [result])}
`
  await expect(page).toMatchFileSnapshot('../docs/events.md')
})
