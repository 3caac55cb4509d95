import { flat, isSign, isWord, parseSql } from './sql.ts'

/** Where migrations violate the rules of a cluster (citus rule 10), each with what to do. */
export function faultsOfMigration(texts: readonly string[]): string[] {
  const distributed = new Set(texts.flatMap((text) => /^select create_distributed_table\('"(\w+)"'/.exec(text)?.[1] ?? []))
  const done = new Set<string>()
  return texts.flatMap((text) => {
    const all = flat(parseSql(text))
    const created = /^\s*create table "(\w+)"/.exec(text)?.[1] ?? ''
    const keyed = /^\s*alter table "(\w+)"[^]* foreign key /.exec(text)?.[1] ?? ''
    const isDistributed = /^select create_distributed_table\('"(\w+)"'/.exec(text)?.[1]
    if (isDistributed) done.add(isDistributed)
    const faults: string[] = []
    const few = text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
    if (all.some((token, index) => isSign(token, ';') && all[index + 1])) faults.push(`${few}: send each statement by itself`)
    if (distributed.has(created) && all.some((token) => isWord(token, 'references')))
      faults.push(`${few}: make the table with tenantTable, which adds its keys after it is distributed`)
    if (distributed.has(keyed) && !done.has(keyed)) faults.push(`${few}: distribute the table before its keys`)
    return faults
  })
}

/**
 * What a cluster refuses in a migration that finds its tables distributed, each with what to do. Those until
 * 0061 run before the tables are (decision 65).
 */
export function faultsOnDistributed(texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    const nodes = parseSql(text)
    const few = text.trim().replaceAll(/\s+/g, ' ').slice(0, 60)
    const isAlter = isWord(nodes[0], 'alter') && isWord(nodes[1], 'table')
    // The act of a policy is called as a query is, outside brackets.
    const isQuery = flat(isWord(nodes[1], 'policy') ? nodes.filter(({ kind }) => kind === 'group') : nodes).some((token) =>
      isWord(token, 'select'),
    )
    const name = /\bfunction "(\w+)"/.exec(text)?.[1] ?? ''
    return [
      ...(isAlter && nodes.some((node) => isSign(node, ',')) ? [`${few}: change a table by one thing in a statement`] : []),
      ...(/[A-Z]/.test(name) ? [`${few}: name a function in lower case`] : []),
      ...(isWord(nodes[0], 'insert', 'update', 'delete') && isQuery ? [`${few}: read the rows of one vendor after the other`] : []),
      ...(isWord(nodes[1], 'policy') && nodes.some((node) => isWord(node, 'restrictive'))
        ? [`${few}: make each policy say all that is allowed`]
        : []),
      ...(isWord(nodes[1], 'policy') && isQuery ? [`${few}: a policy queries no table`] : []),
    ]
  })
}
