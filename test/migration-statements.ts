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
