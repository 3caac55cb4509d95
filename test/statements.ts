import { flat, isName, isSign, isWord, parseSql, split, type Group, type Node } from './sql.ts'

/** What each rule requires of a statement, so that it runs unchanged on a cluster where each vendor's rows are on one node. */
export const rules = {
  vendor:
    'Compare each tenant table (also in ON, EXISTS, sub-selects and CTEs) with the vendor\'s own parameter: "vendorId" = ${vendorId}.',
  lock: 'A statement that locks rows must compare each of its tenant tables with the vendor\'s own parameter: "vendorId" = ${vendorId}.',
  mixed: 'Read tenant and platform tables in two statements; pass the ids of the first on as a parameter.',
  emptyList: 'Name something in every select list: exists (select 1 from …).',
  platformCte: 'Change platform tables in statements of their own, not in a CTE.',
  insertSelect: 'Read the rows first and add them with VALUES: a cluster takes no INSERT … SELECT into a tenant table.',
  apart: 'Send each statement as a message of its own: a cluster forwards a text of several whole to each node.',
  volatile: 'Pass the value in as a parameter instead of a volatile function in UPDATE.',
}
export type Rule = keyof typeof rules
export type Fault = { rule: Rule; what: string }

/**
 * The kind of each table, or of the tables that a function reads: 'tenant' if its rows belong to a vendor, 'reference' if all nodes have
 * the same rows.
 */
export type Tables = ReadonlyMap<string, 'tenant' | 'platform' | 'reference'>

/**
 * The tables of the generated schema.
 * @param schema text of src/db/schema.gen.ts
 * @param platform names of tables that are read before a vendor is known, although they have vendor ids
 * @param reference names of tables with the same rows on each node
 * @param functions names of database functions that read platform tables
 */
export function tablesOf(schema: string, platform: readonly string[], reference: readonly string[], functions: readonly string[]): Tables {
  const tables = new Map<string, 'tenant' | 'platform' | 'reference'>()
  for (const [, name = '', columns = ''] of schema.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\}/gm)) {
    const isTenant = /^ {4}vendorId: /m.test(columns) && !platform.includes(name)
    tables.set(name, reference.includes(name) ? 'reference' : isTenant ? 'tenant' : 'platform')
  }
  for (const name of functions) tables.set(name, 'platform')
  return tables
}

/** Functions whose result differs from row to row or node to node. `now()` is constant within the transaction. */
const volatile = ['gen_random_uuid', 'clock_timestamp', 'random', 'timeofday', 'nextval', 'uuid_generate_v4']

/** Words that end a table's name, so that they are not its alias. */
const clauseWords =
  'select from where group having window order limit offset fetch for returning set values on using union intersect except join inner left right full cross natural default overriding'.split(
    ' ',
  )

type Relation = { table: string; alias: string; isCompared: boolean }
/** A condition, and the tables that it can narrow: the ON of an outer join narrows only the joined one. */
type Condition = { nodes: Node[]; narrows: Relation[] }

const beginsQuery = (nodes: readonly Node[]): boolean => {
  const [first] = nodes
  return first?.kind === 'group' ? beginsQuery(first.nodes) : isWord(first, 'select', 'with', 'values', 'insert', 'update', 'delete')
}

/** The clauses of one SELECT, INSERT, UPDATE or DELETE by their first word; the text before the first has the key ''. */
function clausesOf(nodes: readonly Node[]): [word: string, nodes: Node[]][] {
  const clauses: [string, Node[]][] = [['', []]]
  nodes.forEach((node, index) => {
    const [before, after] = [nodes[index - 1], nodes[index + 1]]
    const isClause =
      (isWord(node, 'from') && !isWord(before, 'distinct')) ||
      isWord(node, 'where', 'having', 'window', 'limit', 'offset', 'fetch', 'returning', 'set') ||
      (isWord(node, 'group', 'order') && isWord(after, 'by')) ||
      (isWord(node, 'for') && isWord(after, 'update', 'no', 'share', 'key')) ||
      (isWord(node, 'using') && after?.kind !== 'group') ||
      (isWord(node, 'on') && isWord(after, 'conflict'))
    if (isClause && node.kind === 'word') clauses.push([node.text, []])
    else clauses.at(-1)?.[1].push(node)
  })
  return clauses
}

/** The parts of a condition that must all be true. */
function conjuncts(nodes: readonly Node[]): Node[][] {
  if (nodes.some((node) => isWord(node, 'or'))) return []
  return split(nodes, (node) => isWord(node, 'and')).flatMap((part) => {
    const [only] = part
    return part.length === 1 && only?.kind === 'group' && !beginsQuery(only.nodes) ? conjuncts(only.nodes) : [part]
  })
}

/** Whether nodes are a value passed from outside: a parameter, a literal, or any() of one, with or without a type. */
function isGiven(nodes: readonly Node[]): boolean {
  const [first, second, ...rest] = nodes
  if (isWord(first, 'any') && second?.kind === 'group') return rest.length === 0 && isGiven(second.nodes)
  if (first?.kind !== 'parameter' && first?.kind !== 'literal') return false
  return second === undefined || isSign(second, '::') || isWord(second, 'as')
}

class Check {
  readonly faults: Fault[] = []
  readonly used = new Set<string>()
  readonly #tables: Tables
  #locks = false
  #uncompared: string[] = []

  constructor(tables: Tables) {
    this.#tables = tables
  }

  check(text: string): Fault[] {
    const nodes = parseSql(text)
    // A cursor is declared for a query.
    const at = isWord(nodes[0], 'declare') ? nodes.findIndex((node, index) => isWord(node, 'for') && isWord(nodes[index + 1])) + 1 : 0
    const statements = split(nodes.slice(at), (node) => isSign(node, ';')).filter((statement) => statement.length > 0)
    if (statements.length > 1) this.#fault('apart', `${statements.length} statements`)
    for (const statement of statements) if (beginsQuery(statement)) this.#query(statement, new Set())
    const all = flat(nodes)
    // A called function reads its tables within the statement.
    all.forEach((token, index) => {
      if (token.kind === 'name' && isSign(all[index + 1], '(') && this.#tables.has(token.text)) this.used.add(token.text)
    })
    for (const what of this.#uncompared) this.#fault(this.#locks ? 'lock' : 'vendor', what)
    const of = (kind: string) => [...this.used].filter((name) => this.#tables.get(name) === kind)
    if (of('tenant').length > 0 && of('platform').length > 0)
      this.#fault('mixed', `${of('tenant').join(', ')} with ${of('platform').join(', ')}`)
    return this.faults
  }

  #fault(rule: Rule, what: string): void {
    if (!this.faults.some((fault) => fault.rule === rule && fault.what === what)) this.faults.push({ rule, what })
  }

  /** @param outer names of CTEs, which hide tables */
  #query(nodes: readonly Node[], outer: ReadonlySet<string>, isCte = false): void {
    const names = new Set(outer)
    let at = 0
    if (isWord(nodes[0], 'with')) {
      const isRecursive = isWord(nodes[1], 'recursive')
      at = isRecursive ? 2 : 1
      for (let isNext = true; isNext;) {
        const name = nodes[at]
        const as = nodes.findIndex((node, index) => index > at && isWord(node, 'as'))
        const body = nodes.findIndex((node, index) => index > as && node.kind === 'group')
        const group = nodes[body]
        if (!isName(name) || group?.kind !== 'group') throw new Error('A WITH that the check can not read')
        if (isRecursive) names.add(name.text)
        this.#query(group.nodes, names, true)
        names.add(name.text)
        isNext = isSign(nodes[body + 1], ',')
        at = body + (isNext ? 2 : 1)
      }
    }
    for (const arm of split(nodes.slice(at), (node) => isWord(node, 'union', 'intersect', 'except'))) {
      const own = isWord(arm[0], 'all', 'distinct') ? arm.slice(1) : arm
      const [first] = own
      if (first?.kind === 'group') this.#query(first.nodes, names, isCte)
      else this.#arm(own, names, isCte)
    }
  }

  /** One SELECT, INSERT, UPDATE, DELETE or VALUES. */
  #arm(nodes: readonly Node[], ctes: ReadonlySet<string>, isCte: boolean): void {
    const [first] = nodes
    const kind = first?.kind === 'word' ? first.text : ''
    if (kind === 'insert') this.#insert(nodes, ctes, isCte)
    else {
      const scope: Relation[] = []
      const conditions: Condition[] = []
      const clauses = clausesOf(nodes.slice(1))
      const [head] = clauses
      if (kind === 'update' && head) this.#changed(this.#from(head[1], ctes, scope, conditions), isCte)
      if (kind === 'select' && (head?.[1] ?? []).every((node) => isWord(node, 'all', 'distinct'))) this.#fault('emptyList', 'a select list')
      clauses.forEach(([word, list], index) => {
        if (word === 'from' || word === 'using') {
          const found = this.#from(list, ctes, scope, conditions)
          if (kind === 'delete' && index === 1) this.#changed(found, isCte)
        }
        if (word === 'where') conditions.push({ nodes: list, narrows: scope })
        if (word === 'for') this.#locks = true
      })
      for (const condition of conditions) this.#compare(condition, scope)
      for (const { table, alias, isCompared } of scope)
        if (!isCompared && this.#tables.get(table) === 'tenant') this.#uncompared.push(table === alias ? table : `${table} ${alias}`)
      this.#inner(nodes, ctes)
    }
    if (kind === 'update') this.#steady(nodes)
  }

  #insert(nodes: readonly Node[], ctes: ReadonlySet<string>, isCte: boolean): void {
    const table = nodes[2]
    if (!isName(table)) throw new Error('An INSERT that the check can not read')
    this.#changed([{ table: table.text, alias: '', isCompared: true }], isCte)
    this.used.add(table.text)
    const columns = nodes.find((node): node is Group => node.kind === 'group')
    const at = split(columns?.nodes ?? [], (node) => isSign(node, ',')).findIndex(
      (column) => isName(column[0]) && column[0].text === 'vendorId',
    )
    const start = nodes.findIndex((node) => isWord(node, 'select', 'with', 'values'))
    const end = nodes.findIndex((node, index) => isWord(node, 'returning') || (isWord(node, 'on') && isWord(nodes[index + 1], 'conflict')))
    const source = nodes.slice(start, end === -1 ? undefined : end)
    const rest = end === -1 ? [] : nodes.slice(end)
    if (this.#tables.get(table.text) === 'tenant') {
      const rows = source.filter((node): node is Group => node.kind === 'group').map((row) => split(row.nodes, (node) => isSign(node, ',')))
      if (!isWord(source[0], 'values')) this.#fault('insertSelect', table.text)
      else if (at === -1 || !rows.every((row) => isGiven(row[at] ?? []))) this.#uncompared.push(table.text)
    }
    if (isWord(source[0], 'values')) this.#inner(source, ctes)
    else this.#query(source, ctes)
    this.#inner(rest, ctes)
    if (rest.some((node, index) => isWord(node, 'do') && isWord(rest[index + 1], 'update'))) this.#steady(rest)
  }

  #changed(relations: readonly Relation[], isCte: boolean): void {
    const [first] = relations
    if (isCte && first && this.#tables.get(first.table) === 'platform') this.#fault('platformCte', first.table)
  }

  /** Reads a list of tables with their joins into the scope. @returns the tables found */
  #from(list: readonly Node[], ctes: ReadonlySet<string>, scope: Relation[], conditions: Condition[]): Relation[] {
    const found: Relation[] = []
    let isTable = true
    let isOuter = false
    for (let at = 0; at < list.length; at++) {
      const node = list[at]
      if (isTable && !isWord(node, 'lateral', 'only')) {
        isTable = false
        const next = list[at + 1]
        if (node?.kind === 'group' && !beginsQuery(node.nodes)) found.push(...this.#from(node.nodes, ctes, scope, conditions))
        else if (isName(node) && next?.kind !== 'group' && this.#tables.has(node.text) && !ctes.has(node.text)) {
          const given = isWord(next, 'as') ? list[at + 2] : next
          const alias = isName(given) && !(given.kind === 'word' && clauseWords.includes(given.text)) ? given.text : node.text
          const relation = { table: node.text, alias, isCompared: false }
          this.used.add(node.text)
          found.push(relation)
          scope.push(relation)
        }
      } else if (isWord(node, 'left', 'right', 'full')) isOuter = true
      else if (isWord(node, 'inner', 'cross')) isOuter = false
      else if (isWord(node, 'join') || isSign(node, ',')) {
        if (!isWord(list[at - 1], 'left', 'right', 'full', 'outer')) isOuter = false
        isTable = true
      } else if (isWord(node, 'on')) {
        const end = list.findIndex(
          (other, index) =>
            index > at &&
            ((isWord(other, 'left', 'right', 'full', 'inner', 'cross', 'join') && list[index + 1]?.kind !== 'group') || isSign(other, ',')),
        )
        const last = found.at(-1)
        conditions.push({ nodes: list.slice(at + 1, end === -1 ? undefined : end), narrows: isOuter ? (last ? [last] : []) : scope })
      }
    }
    return found
  }

  /** Marks the tables that a condition compares with a given vendor. */
  #compare({ nodes, narrows }: Condition, scope: readonly Relation[]): void {
    for (const part of conjuncts(nodes)) {
      const at = part.findIndex((node) => isSign(node, '='))
      if (at === -1) continue
      const sides = [part.slice(0, at), part.slice(at + 1)]
      for (const [own = [], other = []] of [sides, sides.toReversed()]) {
        const [qualifier, column] = own.length === 3 && isSign(own[1], '.') ? [own[0], own[2]] : own.length === 1 ? [undefined, own[0]] : []
        if (!isName(column) || column.text !== 'vendorId' || !isGiven(other)) continue
        for (const relation of narrows)
          if (isName(qualifier) ? qualifier.text === relation.alias : scope.length === 1) relation.isCompared = true
      }
    }
  }

  /** Checks the queries within expressions. */
  #inner(nodes: readonly Node[], ctes: ReadonlySet<string>): void {
    for (const node of nodes) {
      if (node.kind !== 'group') continue
      if (beginsQuery(node.nodes)) this.#query(node.nodes, ctes)
      else this.#inner(node.nodes, ctes)
    }
  }

  #steady(nodes: readonly Node[]): void {
    const all = flat(nodes)
    all.forEach((token, index) => {
      if (isName(token) && volatile.includes(token.text) && isSign(all[index + 1], '(')) this.#fault('volatile', `${token.text}()`)
    })
  }
}

/** The rules that an SQL text breaks, each with the tables concerned. @throws if it can't be parsed */
export function checkStatement(text: string, tables: Tables): Fault[] {
  return new Check(tables).check(text)
}
