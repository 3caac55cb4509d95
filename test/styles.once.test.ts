import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tokenNames } from '../scripts/tokens-plugin.ts'

const tokens = 'src/ui/tokens.css'
const withoutComments = (text: string) => text.replace(/\/\*[^]*?\*\//g, '')
const styles = globSync('src/**/*.css')
  .filter((file) => file !== tokens && !file.endsWith('fonts.css'))
  .map((file) => ({ file, text: withoutComments(readFileSync(file, 'utf8')) }))

/** A literal length; 0 and a hairline of 1px are allowed. */
const length = /(?<![\w-])(?!-?[01]px\b)-?\d*\.?\d+(?:px|r?em|pt|mm)\b/
const properties: [name: string, of: RegExp, literal: RegExp][] = [
  ['type', /^(?:font|font-size|line-height)$/, length],
  ['space', /^(?:(?:scroll-)?(?:margin|padding)(?:-\w+)*|(?:row-|column-)?gap)$/, length],
  ['shape', /^border(?:-\w+)*-radius$/, length],
  ['layer', /^z-index$/, /\d/],
  ['colour', /./, /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/i],
]

/** Literal values in a style for which there are tokens, each with its kind. */
function literalsOf(text: string): string[] {
  const said = [...text.matchAll(/(?<=[{;\s])([a-z-]+):\s*([^;{}]+);/g)].flatMap(([, property = '', value = '']) =>
    properties.flatMap(([name, of, literal]) =>
      of.test(property) && literal.test(value) && !value.startsWith('url(') ? [`${name}: ${property}: ${value}`] : [],
    ),
  )
  const windows = [...text.matchAll(/@media[^{]*/g)].flatMap(([query]) => (/\d|pointer/.test(query) ? [`window: ${query.trim()}`] : []))
  // A container query asks for a size in steps of the spacing scale.
  const rooms = [...text.matchAll(/@container[^{]*/g)].flatMap(([query]) =>
    [...query.matchAll(/(\d+)(\w+)/g)].some(([, many, unit]) => unit !== 'px' || Number(many) % 4 !== 0) ? [`room: ${query.trim()}`] : [],
  )
  return [...said, ...windows, ...rooms]
}

test('no style sets a size, a space, a shape, a layer, a colour or a window of its own', () => {
  expect(styles.length).toBeGreaterThan(60)
  expect(
    styles.flatMap(({ file, text }) => literalsOf(text).map((literal) => `${file}: ${literal}`)),
    `take the value from ${tokens}`,
  ).toEqual([])
})

test.each([
  '.a { font-size: 13px; }',
  '.a { font: 600 14px/18px var(--font); }',
  '.a { line-height: 1.5em; }',
  '.a { padding: 0 1px 6px; }',
  '.a { margin-inline-start: calc(-1 * 11px); }',
  '.a { row-gap: 0.5rem; }',
  '.a { border-start-start-radius: 8px; }',
  '.a { z-index: 10; }',
  '.a { color: #fff; }',
  '.a { color: rgb(0 0 0 / 50%); }',
  '@media (width < 800px) { .a { color: red; } }',
  '@media (pointer: coarse) { .a { color: red; } }',
  '@container (width < 75px) { .a { color: red; } }',
])('a figure of its own is found: %s', (text) => {
  expect(literalsOf(text)).toHaveLength(1)
})

test('what every style may say is let through', () => {
  expect(
    literalsOf(
      '.a { margin: 0 auto; padding: 1px var(--space-2); line-height: 1.6; gap: 0; z-index: auto; border-radius: 50%; } @media (--phone) { .a { inline-size: 100%; } }',
    ),
  ).toEqual([])
})

test('every fixed token and every window is used', () => {
  const all = styles.map(({ text }) => text).join('\n') + readFileSync(tokens, 'utf8').replace(/^ *--.*$/gm, '')
  const { fixed, windows } = tokenNames()
  expect([...fixed.keys()].filter((name) => !all.includes(`var(${name})`))).toEqual([])
  expect([...windows.keys()].filter((name) => !all.includes(`(${name})`))).toEqual([])
  expect(fixed.size).toBeGreaterThan(40)
  expect(windows.size).toBeGreaterThan(4)
})

test('what a script asks of the window is one of the windows of the styles', () => {
  const widths = [...readFileSync(tokens, 'utf8').matchAll(/\(width [<>]=? (\d+)px\)/g)].map(([, width]) => width)
  const asked = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\(width [<>]=? (\d+)px\)/g)].map(([query, width]) => ({ file, query, width })),
  )
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.filter(({ width }) => !widths.includes(width)).map(({ file, query }) => `${file}: ${query}`)).toEqual([])
})

test('tables have one look: no other style sets how their cells meet', () => {
  const tables = styles.filter(({ text }) => /border-collapse|border-spacing/.test(text)).map(({ file }) => file)
  expect(tables, 'use Table or TableFrame of src/ui/table.tsx').toEqual(['src/ui/table.module.css'])
  const drawn = globSync('src/**/*.tsx').filter((file) => readFileSync(file, 'utf8').includes('<table'))
  expect(drawn).toEqual(['src/ui/table.tsx'])
})

/** The classes of a CSS module that its files read, and whether some read them by a computed name. */
function readersOf(module: string): { read: Set<string>; byName: boolean } {
  const read = new Set<string>()
  let byName = false
  for (const file of globSync('src/**/*.tsx')) {
    const text = readFileSync(file, 'utf8')
    for (const [, name, path = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const named = path.startsWith('#') ? `src/${path.slice(1)}` : join(dirname(file), path)
      if (named !== module) continue
      for (const [, own] of text.matchAll(new RegExp(`\\b${name}\\['(\\w+)'\\]`, 'g'))) read.add(own ?? '')
      byName ||= new RegExp(`\\b${name}\\[(?!')`).test(text)
    }
  }
  return { read, byName }
}

test('no style is for no one, and none is missing', () => {
  const wrong = styles
    .filter(({ file }) => file.endsWith('.module.css'))
    .flatMap(({ file, text }) => {
      const own = text.replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
      const classes = new Set([...own.matchAll(/\.([a-zA-Z]\w*)(?=[^{};]*\{)/g)].map(([, name]) => name ?? ''))
      const { read, byName } = readersOf(file)
      return [
        ...[...classes].filter((name) => !byName && !read.has(name)).map((name) => `${file}: nobody reads ${name}`),
        ...[...read].filter((name) => !classes.has(name)).map((name) => `${file}: there is no ${name}`),
      ]
    })
  expect(wrong).toEqual([])
})
