import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { modules } from '#entrance/modules.server.ts'
import { eventsOf, problemsOf, type Events, type Use } from '../scripts/graph/events.ts'
import { roomOf, rooms } from '../scripts/graph/floors.ts'
import { sourceFiles } from '../scripts/graph/imports.ts'
import { markdown } from './markdown.ts'

const files = sourceFiles().toSorted((one, other) => rooms.indexOf(roomOf(one)) - rooms.indexOf(roomOf(other)))
const together = (all: Events[]): Events => ({
  declared: all.flatMap(({ declared }) => declared),
  raised: all.flatMap(({ raised }) => raised),
  heard: all.flatMap(({ heard }) => heard),
})
const events = together(files.map((file) => eventsOf(file)))

test('events are declared, raised by their own room, and followed by higher ones', () => {
  expect(events.declared.length).toBeGreaterThan(0)
  expect(problemsOf(events)).toEqual([])
})

test('every subscriber is in the list of modules, those of lower rooms first', async () => {
  const own = files.filter((file) => file.endsWith('.events.server.ts'))
  const lists: unknown[] = []
  for (const file of own) lists.push(...Object.values((await import(/* @vite-ignore */ resolve(file))) as Record<string, unknown>))
  expect(modules.subscribers).toEqual(lists.flat())
  expect(modules.subscribers.map(({ event }) => event.name)).toEqual(
    events.heard.map(
      ({ constant, declaredIn }) => events.declared.find((one) => one.constant === constant && one.file === declaredIn)?.name,
    ),
  )
})

test('what runs against the order is found: an event of another room, a follower below, one that nobody raises', () => {
  const declares =
    "import { event } from '#kernel/events.ts'\n/** A hall closed. */\nexport const hallClosed = event<{ hall: string }>('hall.closed')"
  const raises =
    "import { emit } from '#kernel/events.ts'\nimport { hallClosed } from '#directory/halls/hall.events.ts'\nawait emit(inside, hallClosed, { hall })"
  const follows =
    "import { on } from '#kernel/events.ts'\nimport { hallClosed } from '#directory/halls/hall.events.ts'\nexport const list = [on(hallClosed, work)]"
  const at = (file: string, source: string) => eventsOf(file, source)
  const declared = at('src/directory/halls/hall.events.ts', declares)
  expect(declared.declared).toEqual([
    {
      constant: 'hallClosed',
      file: 'src/directory/halls/hall.events.ts',
      name: 'hall.closed',
      payload: '{ hall: string }',
      when: 'A hall closed.',
    },
  ])
  const good = [declared, at('src/directory/halls/hall.server.ts', raises), at('src/timetable/batches/batch.events.server.ts', follows)]
  expect(problemsOf(together(good))).toEqual([])
  expect(problemsOf(together(good.slice(0, 1)))).toEqual(['nobody raises hall.closed', 'nobody follows hall.closed'])
  expect(
    problemsOf(
      together([
        ...good,
        at('src/timetable/batches/batch.server.ts', raises),
        at('src/directory/services/service.events.server.ts', follows),
        at('src/timetable/sessions/session.server.ts', follows),
      ]),
    ),
  ).toEqual([
    'src/timetable/batches/batch.server.ts raises hallClosed of another room: call a function of that room, which raises it',
    'src/directory/services/service.events.server.ts follows hallClosed, which is not of a lower room: call what it follows',
    'src/timetable/sessions/session.server.ts follows events: do so in a *.events.server.ts',
  ])
})

test('docs/events.md is what the sources say (vitest -u writes it anew)', async () => {
  const shown = (uses: Use[], constant: string, declaredIn: string) => [
    ...new Set(
      uses
        .filter((use) => use.constant === constant && use.declaredIn === declaredIn)
        .map(({ file }) => `\`${file.replace(/^src\//, '')}\``),
    ),
  ]
  const rows = events.declared.map(({ constant, file, name, payload, when }) => [
    `\`${name}\``,
    when,
    `\`${payload.replaceAll('|', String.raw`\|`)}\``,
    shown(events.raised, constant, file).join('<br>'),
    shown(events.heard, constant, file).join('<br>'),
  ])
  const page = `# Events

Made by \`test/events.once.test.ts\` from the sources. Whoever raises an event runs all that follow it, in the order that is shown, inside the own transaction; what one of them throws undoes the whole act ([decision 26](decisions/0026-floors.md)). Paths are those below \`src\`.

${markdown(['event', 'when', 'says', 'raised by', 'followed by'], rows)}
`
  await expect(page).toMatchFileSnapshot('../docs/events.md')
})
