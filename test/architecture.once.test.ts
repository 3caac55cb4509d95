import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { floorPicture, waysOf } from '../scripts/graph/floor-picture.ts'
import { floors } from '../scripts/graph/floors.ts'
import { importsOf, sourceFiles } from '../scripts/graph/imports.ts'
import { edgesOf, type Edge } from '../scripts/graph/measure.ts'

/** The pages that explain the architecture must match it. */

/** The contents of a picture, such as `down: money imports timetable`. */
const shownIn = (picture: string) => [...picture.matchAll(/class="(up|down)"><title>([^<]+)/g)].map(([, way, what]) => `${way}: ${what}`)
const isUp = (way: string) => way.startsWith('up')
const again = 'node scripts/graph.ts --floors docs/architecture.svg draws it anew'

test('docs/architecture.svg shows which floor imports which; what ran upward may have gone since', () => {
  const drawn = readFileSync('docs/architecture.svg', 'utf8')
  const real = waysOf(edgesOf(sourceFiles()))
  const [shown, truth] = [shownIn(drawn), shownIn(floorPicture(real))]
  expect(
    shown.filter((way) => !isUp(way)),
    again,
  ).toEqual(truth.filter((way) => !isUp(way)))
  expect(
    truth.filter((way) => !shown.includes(way)),
    again,
  ).toEqual([])
  const named = floors.map(({ name }) => name)
  const ways = shown.map((way) => (/: (\w+) imports (\w+)/.exec(way) ?? []).slice(1).map((name) => named.indexOf(name)))
  expect(drawn, again).toBe(floorPicture(ways as [number, number][]))
})

test('an import upward is drawn as such', () => {
  const edge = (fromRoom: string, toRoom: string): Edge => ({ from: '', to: '', names: [], fromRoom, toRoom })
  const drawn = (...edges: Edge[]) => shownIn(floorPicture(waysOf(edges)))
  expect(drawn(edge('sales', 'batches'), edge('quotes', 'batches'), edge('services', 'halls'))).toEqual(['down: money imports timetable'])
  expect(drawn(edge('halls', 'sales'))).toEqual(['up: directory imports money'])
})

/** The files and folders of the repository that a page names in code marks or at the beginning of a line of its tree. */
const named = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/(?:`|^)([^`\s]+)(?:`| {2,})/gm)]
    .map(([, text = '']) => text)
    .filter((text) => /^(?:src|scripts|test|docs|e2e|bench)\//.test(text) && !/[<>*…{]/.test(text))

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])('what %s names is there', (page) => {
  expect(named(page).length).toBeGreaterThan(3)
  expect(named(page).filter((path) => !existsSync(path))).toEqual([])
})

test("the README's way of a batch's price is the way of a batch's price", () => {
  const [, listed = ''] = /A batch's price goes (.+?) → a migration/.exec(readFileSync('README.md', 'utf8')) ?? []
  const [form = '', ...rest] = [...listed.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const folder = form.slice(0, form.lastIndexOf('/') + 1)
  const way = [form, ...rest.map((file) => (file.startsWith('src/') ? file : `${folder}${file}`))]
  expect(way.length).toBeGreaterThan(3)
  const imports = (file: string) => importsOf(file).map(({ to }) => to)
  // Each file is connected to the next: one of them imports the other.
  way.slice(1).forEach((file, at) => {
    const before = way[at] ?? ''
    expect(
      [...imports(before).filter((to) => to === file), ...imports(file).filter((to) => to === before)],
      `${before} → ${file}`,
    ).toHaveLength(1)
  })
  const column = globSync('src/db/migrations/*.ts').filter((file) => /'batches',[^`]*`[^`]*"price" bigint/.test(readFileSync(file, 'utf8')))
  expect(column).toHaveLength(1)
  // The last file is shared by all entities, so it knows no field.
  for (const file of way.slice(0, -1)) expect(readFileSync(file, 'utf8'), file).toMatch(/\bprice\b/)
})
