import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

/** A table named in a file's SQL, its line, and whether the statement writes it; null if the name is a value. */
export type TableUse = { file: string; table: string | null; line: number; writes: boolean }

const builders: Record<string, boolean> = {
  selectFrom: false,
  innerJoin: false,
  leftJoin: false,
  rightJoin: false,
  fullJoin: false,
  crossJoin: false,
  innerJoinLateral: false,
  leftJoinLateral: false,
  from: false,
  using: false,
  insertInto: true,
  updateTable: true,
  deleteFrom: true,
  mergeInto: true,
  queueOf: true,
}

/** The tables of the schema, as listed in the generated types. */
export const schemaTables = (): string[] =>
  [...readFileSync('src/db/schema.gen.ts', 'utf8').matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name ?? '')

const inText = /\b(from|join|into|update|using)\s+(?:only\s+)?(?:"(\w+)"|([a-z]\w*))/gi

/**
 * Every use of a table in a file: by name in a call of the query builder or of `queueOf`, or after FROM, JOIN, INTO, UPDATE
 * or USING in an SQL text. A name passed as a value, as in `updateTable(table)`, has to be looked up by hand.
 */
export function tablesOf(file: string, tables: ReadonlySet<string>, source = readFileSync(file, 'utf8')): TableUse[] {
  const uses: TableUse[] = []
  const add = (table: string | null | undefined, at: number, writes: boolean) => {
    if (table === null || (table !== undefined && tables.has(table)))
      uses.push({ file, table, line: source.slice(0, at).split('\n').length, writes })
  }
  const { program } = parseSync(file, source)
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const called = callee.type === 'MemberExpression' ? callee.property : callee
      if (called.type !== 'Identifier' || (called === callee && called.name !== 'queueOf')) return
      const writes = builders[called.name]
      if (writes === undefined) return
      const [first] = given
      for (const named of first?.type === 'ArrayExpression' ? first.elements : [first])
        if (named?.type === 'Literal' && typeof named.value === 'string') add(named.value.split(' ')[0], named.start, writes)
        else if (named && /Table$|From$|Into$/.test(called.name) && named.type === 'Identifier') add(null, named.start, writes)
    },
    TemplateLiteral({ quasis }) {
      for (const { value, start } of quasis)
        for (const { 1: verb = '', 2: quoted, 3: plain, index } of value.raw.matchAll(inText))
          add(
            quoted ?? plain,
            start + index,
            ['into', 'update'].includes(verb.toLowerCase()) || /delete\s+$/i.test(value.raw.slice(0, index)),
          )
    },
  }).visit(program)
  return uses
}
