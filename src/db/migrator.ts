/** The role that runs every statement of the product: it owns nothing and cannot bypass row-level security. */
export const appRole = 'touchlineApp'

type TableOptions = {
  /** The product may not UPDATE, DELETE or TRUNCATE its rows (citus rule 7). */
  appendOnly?: boolean
  /** A reference table: the same rows on every Citus node, read-only for tenants' foreign keys. */
  reference?: boolean
}

/** The operations of a migration; every call sends one statement (citus rule 10). */
export type Migrator = {
  run(statement: string): Promise<void>
  /** A table that is read before the vendor is known. */
  platformTable(name: string, columns: string, options?: TableOptions): Promise<void>
  /** A table of vendors' rows: `vendorId` first, row-level security forced, distributed where Citus is installed. */
  tenantTable(name: string, columns: string, options?: TableOptions): Promise<void>
}

/** Makes a cluster change all nodes over one connection, so that a key may refer to a table of the same transaction (citus rule 10). */
export const oneByOne = `set local citus.multi_shard_modify_mode = 'sequential'`

/**
 * Tables of which only a cluster's coordinator knows: counters and codes, which never commit together with vendors' rows
 * (citus rule 9), and boards, whose policies query each other, which a cluster can't copy.
 */
const plainTables = new Set([
  'alarms',
  'boardEntries',
  'boardGuests',
  'boards',
  'clock',
  'installation',
  'knownBrowsers',
  'limits',
  'mailedCodes',
  'oneTimeCodes',
  'passkeyChallenges',
  'recoveryCodes',
  'resetGrants',
  'secondFactorResets',
])

/** The table that a cluster distributes first; the rows that a vendor has in the others are on the same node. */
export const firstTable = 'vendors'

/** Splits a table's definition into columns and constraints, but not at commas within brackets and quotes. */
function itemsOf(definition: string): string[] {
  const items = ['']
  let depth = 0
  for (const [part] of definition.matchAll(/'(?:[^']|'')*'|"[^"]*"|[(),]|[^'"(),]+/g)) {
    depth += part === '(' ? 1 : part === ')' ? -1 : 0
    if (part === ',' && depth === 0) items.push('')
    else items.push(items.pop() + part)
  }
  return items
}

/** Separates a table's definition from its foreign keys, which a cluster accepts only after distribution (citus rule 10). */
function keysApart(definition: string): { columns: string; keys: string[] } {
  const columns: string[] = []
  const keys: string[] = []
  for (const item of itemsOf(definition)) {
    const [, column, type, name, target] = /^\s*("\w+")([^]*?) constraint ("\w+") references ([^]+)$/.exec(item) ?? []
    if (target !== undefined) {
      columns.push(`${column}${type}`)
      keys.push(`constraint ${name} foreign key (${column}) references ${target}`)
    } else (/^\s*constraint "\w+" foreign key/.test(item) ? keys : columns).push(item)
  }
  return { columns: columns.join(), keys }
}

/** @param send sends one statement @param citus whether it is a cluster */
export function migrator(send: (statement: string) => Promise<unknown>, citus: boolean): Migrator {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await send(statement)
  }
  const grant = (name: string, options: TableOptions) =>
    run(`grant select, insert${options.appendOnly ? '' : ', update, delete'} on "${name}" to "${appRole}"`)
  return {
    run,
    async platformTable(name, columns, options = {}) {
      await run(`create table "${name}" (${columns})`)
      await grant(name, options)
      if (citus && options.reference) await run(`select create_reference_table('"${name}"')`)
      else if (citus && !plainTables.has(name)) await run(`select citus_add_local_table_to_metadata('"${name}"')`)
    },
    async tenantTable(name, definition, options = {}) {
      const own = `"vendorId" = nullif(current_setting('app.vendor', true), '')::uuid`
      const { columns, keys } = keysApart(definition)
      await run(`create table "${name}" ("vendorId" uuid not null, ${columns})`)
      const place = name === firstTable ? '' : `, colocate_with => '"${firstTable}"'`
      if (citus) await run(`select create_distributed_table('"${name}"', 'vendorId'${place})`)
      await run(...keys.map((key) => `alter table "${name}" add ${key}`))
      await run(`alter table "${name}" enable row level security`)
      await run(`alter table "${name}" force row level security`)
      await run(`create policy "tenant" on "${name}" to "${appRole}" using (${own}) with check (${own})`)
      await grant(name, options)
    },
  }
}
