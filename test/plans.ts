import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/open.ts'
import { tenant } from '#db/tenant.ts'

/** A statement as sent, with its values. */
export type Statement = { text: string; values: unknown[] }

/** The statements on vendors' rows that work sends from this process. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    const [text, values] = input
    if (
      typeof text === 'string' &&
      Array.isArray(values) &&
      /from "(?:customers|enrolments|batchSessions|batches|sales|payments|ledger|audit|quotes|expenses|payouts|payoutLines|payLines|trainerPayments|rankingRows|challenges|challengeEntries|challengeScores)"/.test(
        text,
      )
    )
      sent.push({ text, values })
    return (query as (...given: unknown[]) => unknown).apply(this, input)
  } as never
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

type Node = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Node[] }

/** The tables that a plan reads in full, including by an index without a condition on the vendor. */
function wholeIn(node: Node, table = node['Relation Name'] ?? ''): string[] {
  const isIndex = /^(?:Bitmap )?Index (?:Only )?Scan$/.test(node['Node Type'])
  const isWhole = node['Node Type'] === 'Seq Scan' || (isIndex && !node['Index Cond']?.includes('"vendorId"'))
  // An index below a heap scan belongs to the heap's table.
  return [...(isWhole ? [table] : []), ...(node.Plans ?? []).flatMap((child) => wholeIn(child, child['Relation Name'] ?? table))]
}

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Which of some tables a statement reads in full in the product's role, with a custom or a generic plan. */
export async function readWhole(db: Database, vendorId: string, { text, values }: Statement, tables: readonly string[]): Promise<string[]> {
  return tenant(db, vendorId, async (trx) => {
    const explain = async (statement: string, given: unknown[] = []) => {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        CompiledQuery.raw(`explain (format json) ${statement}`, given),
      )
      const [row] = rows
      if (!row) throw new Error('No plan came')
      return row['QUERY PLAN'][0].Plan
    }
    const forValues = await explain(text, values)
    // The plan that a prepared statement may get after five runs: without knowing its values.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(trx)
    await trx.executeQuery(CompiledQuery.raw(`prepare "asked" as ${text}`))
    const forAll = await explain(`execute "asked"${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`)
    await trx.executeQuery(CompiledQuery.raw('deallocate "asked"'))
    const whole = new Set([...wholeIn(forValues), ...wholeIn(forAll)])
    return tables.filter((table) => whole.has(table))
  })
}
