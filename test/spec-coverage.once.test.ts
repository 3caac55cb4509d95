import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import lib from '#lib/text.en.json'

/** docs/spec-coverage.md must name only what exists, and omit no section and no error code. */

type Proof = { file: string; title: string }
type Row = { section: string; asks: string; where: string; proofs: Proof[] }

const columns = ['spec section', 'what it asks', 'where (source file)', 'proved by (test file › test title)']

/** The rows of a page's tables; `section` begins with the number of the specification's section. */
function rowsOf(page: string): Row[] {
  const cells = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()))
  return cells
    .filter(([first = '']) => first !== columns[0] && !/^-+$/.test(first))
    .map(([section = '', asks = '', where = '', proved = '']) => ({
      section,
      asks,
      where: /^`([^`]+)`$/.exec(where)?.[1] ?? '',
      proofs: proved.split('<br>').map((proof) => {
        const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(proof.trim()) ?? []
        return { file, title }
      }),
    }))
}

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Whether a source has this title of a `test` or `test.each`; a template literal is matched by the text before its first value. */
function hasTitle(source: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return title !== '' && new RegExp(`\\(\\s*(?:'${literal}'|"${literal}"|\`${literal}(?:\`|: \\$\\{))`).test(source)
}

type Messages = { [key: string]: string | Messages }
const sentencesOf = (messages: Messages): string[] =>
  Object.values(messages).flatMap((entry) => (typeof entry === 'string' ? [entry] : sentencesOf(entry)))
const sentences = globSync('src/**/text.en.json').flatMap((file) => sentencesOf(JSON.parse(readFileSync(file, 'utf8')) as Messages))

const messagesOf = (asks: string) => [...asks.matchAll(/"([^"]+)"/g)].map(([, message = '']) => message)
const codeOf = (asks: string) => /^`([^`]+)`/.exec(asks)?.[1]
const failures: Record<string, string> = lib.failures

/** What is wrong with a row. */
function problemsOf({ section, asks, where, proofs }: Row): string[] {
  const row = `${section}, ${asks}`
  const code = codeOf(asks)
  return [
    ...(/^[2-9] \S/.test(section) ? [] : [`${row}: begin with the number of the section`]),
    ...(where.startsWith('src/') && existsSync(where) ? [] : [`${row}: there is no source file ${where}`]),
    ...proofs.flatMap(({ file, title }) => {
      if (!/\.(?:test\.tsx?|e2e\.ts)$/.test(file) || !existsSync(file)) return [`${row}: there is no test file ${file}`]
      return hasTitle(read(file), title) ? [] : [`${row}: ${file} has no test “${title}”`]
    }),
    ...messagesOf(asks).flatMap((message) => [
      ...(sentences.some((sentence) => sentence.includes(message)) ? [] : [`${row}: no catalogue says “${message}”`]),
      ...(proofs.some(({ file }) => read(file).includes(message)) ? [] : [`${row}: no test that is named looks for “${message}”`]),
    ]),
    ...(code !== undefined && failures[code] !== messagesOf(asks)[0] ? [`${row}: ${code} says “${failures[code]}”`] : []),
  ]
}

const page = readFileSync('docs/spec-coverage.md', 'utf8')
const rows = rowsOf(page)

test('every row of the page names files, tests and messages that exist', () => {
  expect(page.match(/^\| spec section .*$/gm)?.map((head) => head.split('|').map((cell) => cell.trim()))).toEqual(
    Array.from({ length: 8 }, () => ['', ...columns, '']),
  )
  expect(rows.flatMap(problemsOf), 'mend the row in docs/spec-coverage.md, or bring back what it names').toEqual([])
})

test('each of the sections 2 to 9 has rows, and no row stands twice', () => {
  for (const section of [2, 3, 4, 5, 6, 7, 8, 9])
    expect(rows.filter((row) => row.section.startsWith(`${section} `)).length, `section ${section}`).toBeGreaterThan(0)
  const asked = rows.map(({ section, asks }) => `${section}, ${asks}`)
  expect(asked.filter((row, at) => asked.indexOf(row) !== at)).toEqual([])
})

test('every code of the specification has a row', () => {
  // The first block of the table, up to the first empty line, comes from the specification.
  const [, first = ''] = /export const failures = \{\n([\s\S]*?)\n\n/.exec(read('src/lib/failures.ts')) ?? []
  const codes = [...first.matchAll(/'([^']+)':/g)].map(([, code = '']) => code)
  expect(codes.length).toBeGreaterThan(20)
  const covered = rows.filter(({ section }) => section.startsWith('8 ')).map(({ asks }) => codeOf(asks))
  expect(codes.filter((code) => !covered.includes(code))).toEqual([])
})

const right = { file: 'src/lib/failures.test.ts', title: 'the code %s is told as %j' }
const row: Row = { section: '8 Codes', asks: '`auth/invalid-code` says "Invalid Code"', where: 'src/lib/failures.ts', proofs: [right] }

test.each<[string, Partial<Row>, string]>([
  ['a row without a section', { section: 'Codes' }, 'begin with the number'],
  ['a source file that is gone', { where: 'src/lib/gone.ts' }, 'no source file'],
  ['a test file that is gone', { proofs: [{ ...right, file: 'src/lib/gone.test.ts' }] }, 'no test file'],
  ['a file that is no test', { proofs: [{ ...right, file: 'src/lib/failures.ts' }] }, 'no test file'],
  ['a title that is gone', { proofs: [{ ...right, title: 'the code %s is' }] }, 'has no test'],
  ['a row without a proof', { proofs: [{ file: '', title: '' }] }, 'no test file'],
  ['a message that nothing says', { asks: '"Invalid Codes"' }, 'no catalogue says'],
  ['a message that its test does not look for', { asks: '"Please select your country"' }, 'no test that is named looks for'],
  ['a code with another message', { asks: '`auth/invalid-code` says "Invalid code"' }, 'says “Invalid Code”'],
])('a planted mistake is found: %s', (_name, change, problem) => {
  expect(problemsOf(row)).toEqual([])
  expect(problemsOf({ ...row, ...change }).join()).toContain(problem)
})
