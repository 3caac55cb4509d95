import type pg from 'pg'
import { crowdId as id } from './bills.ts'
import type { Crowd } from './crowd.ts'

/**
 * Fills a vendor of `fillCrowd` with money movements in addition to its sales, by statements of the tables'
 * owner: `rows` quotes and expenses, a session's pay for every
 * fifth, and marketplace entries for every tenth, most of them paid out, each separately.
 * @param client a superuser's connection, exempt from row-level security
 */
export async function fillMoney(client: pg.Client, vendorId: string, rows: number): Promise<void> {
  const batches = `select count(*)::int as "most" from "batches" where "vendorId" = $1`
  const { rows: found } = await client.query<{ most: number }>(batches, [vendorId])
  const one = (of: number) => `(1 + n % ${of})`
  const most = found[0]?.most ?? 1
  const entries = Math.floor(rows / 10)
  const run = (text: string, count = rows) =>
    client.query(`${text} from generate_series(1, $2::int) n cross join (select $1::uuid as v) vendor on conflict do nothing`, [
      vendorId,
      count,
    ])
  await client.query('set session_replication_role = replica')
  await run(
    `insert into "quotes" ("vendorId", "id", "number", "day", "customer", "batch", "candidates", "quote", "offeredPrice", "agreedPrice", "currency", "validUntil",
       "state", "answeredAt", "inputDigest", "createdAt", "updatedAt")
     select v, ${id('q', 'n')}, 'Q2026-' || lpad(n::text, 6, '0'), current_date - n % 700, ${id('c', one(rows))}, ${id('b', one(most))}, 3, 'Ten afternoons', n,
       case when n % 3 = 0 then n end, 'AED', current_date - n % 700 + 7, case when n % 3 = 0 then 'accepted' when n % 50 = 1 then 'countered' else 'declined' end,
       now(), '', now(), now()`,
  )
  await run(
    `insert into "expenses" ("vendorId", "id", "day", "category", "supplier", "note", "amount", "tax", "method", "inputDigest", "currency", "createdAt", "updatedAt")
     select v, ${id('y', 'n')}, current_date - n % 700, case when n % 90 = 0 then 'travel' else 'rent' end, 'Supplier ' || n % 300, '', n, 0, 'cash', '', 'AED', now(), now()`,
  )
  await run(
    `insert into "payLines" ("vendorId", "id", "run", "kind", "day", "at", "trainer", "session", "heldOn", "minutes", "batch", "service", "cost", "amount", "currency",
       "reason", "writtenBy")
     select v, ${id('p', 'n')}, v, 'session', current_date - n % 700, now(), ${id('t', one(most))}, ${id('d', 'n')}, current_date - n % 700, 60, ${id('b', one(most))},
       ${id('s', '1')}, 100, 10000, 'AED', '', v`,
    Math.floor(rows / 5),
  )
  await run(
    `insert into "trainerPayments" ("vendorId", "id", "trainer", "day", "at", "method", "amount", "currency", "reference", "paidBy", "inputDigest")
     select v, ${id('r', 'n')}, ${id('t', one(most))}, current_date - n % 700, now(), 'cash', 10000, 'AED', '', v, ''`,
    entries,
  )
  await run(
    `insert into "ledger" ("vendorId", "id", "sequence", "at", "day", "source", "sourceId", "debit", "credit", "amount", "currency", "method", "hash")
     select v, ${id('m', 'n')}, 10000000 + n, now(), current_date - n % 700, 'payment', ${id('x', 'n')}, 'marketplaceReceivable', 'customerReceivable', 21000, 'AED',
       'marketplace', ''`,
    entries,
  )
  await client.query(
    `insert into "payoutAccounts" ("vendorId", "id", "holder", "bankName", "sealed", "ending", "setBy", "countsFrom", "createdAt")
     values ($1, $1, 'Al Noor', 'Bank', '', '3456', $1, now(), now())`,
    [vendorId],
  )
  await run(
    `insert into "payouts" ("vendorId", "id", "fromDay", "toDay", "currency", "gross", "refunds", "commission", "net", "state", "stateAt", "account", "createdAt", "updatedAt")
     select v, ${id('o', 'n')}, current_date - n % 700 - 7, current_date - n % 700, 'AED', 21000, 0, 0, 21000, 'paid', now(), v, now(), now()`,
    entries,
  )
  await run(
    `insert into "payoutLines" ("vendorId", "payout", "position", "entry", "sale", "kind", "day", "amount")
     select v, ${id('o', 'n')}, 0, ${id('m', 'n')}, ${id('x', 'n')}, 'payment', current_date - n % 700, 21000`,
    Math.floor(entries * 0.95),
  )
  await client.query('set session_replication_role = default')
  for (const table of ['quotes', 'expenses', 'payLines', 'trainerPayments', 'ledger', 'payouts', 'payoutLines'])
    await client.query(`vacuum analyze "${table}"`)
}

/** A payout and a trainer of a vendor filled by `fillMoney`. */
export async function moneyCrowd(client: pg.Client, vendorId: string, crowd: Crowd): Promise<MoneyCrowd> {
  const { rows } = await client.query<{ payout: string; trainer: string }>(
    `select ${id('o', '2')} as "payout", ${id('t', '7')} as "trainer" from (select $1::uuid as v) vendor`,
    [vendorId],
  )
  const [found] = rows
  if (!found) throw new Error('The crowd has no ids')
  return { ...crowd, ...found }
}
export type MoneyCrowd = Crowd & { payout: string; trainer: string }
