import type pg from 'pg'

/**
 * An SQL expression for the id of a crowd's row, derived from its vendor `v`, the kind of row and a number; ids grow with
 * the number, as the product's do.
 */
export function crowdId(kind: string, number: string): string {
  const code = kind.charCodeAt(0).toString(16).padStart(4, '0')
  return `(left(md5(v::text), 8) || '-${code}-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
}

/** How many bills each vendor has, and the number of customers, enrolments and batches they are spread over. */
export type BillsSize = { bills: number; customers: number; enrolments: number; batches: number }

/**
 * Fills vendors with the bills of 700 days up to today, of AED 210.00 each, with their payments, ledger entries and
 * audit rows. There are as many payments as bills if the number of bills is a multiple of 40: of 40 bills
 * one is unpaid and one paid in two halves. The vendors' rows are interleaved, as they come in over time. No hashes are
 * computed: the chains are not what is measured.
 * @param client a superuser's connection, exempt from row-level security, without foreign keys
 */
export async function fillBills(client: pg.Client, vendors: readonly string[], size: BillsSize): Promise<void> {
  const id = crowdId
  const run = (text: string) => client.query(text, [vendors, size.bills])
  const one = (kind: string, of: number) => id(kind, `(1 + n % ${of})`)
  const bills = `(select v, n, ${id('x', 'n')} as id, day, day + time '09:00' as at, 'S' || to_char(day, 'YYYY') || '-' || lpad(n::text, 6, '0') as number
    from (select v, n, current_date - ($2::int - n) * 700 / $2::int as day from generate_series(1, $2::int) n cross join unnest($1::uuid[]) v) dated
    order by n / 10, v, n) bill`
  const payment = (part: string) => id('p', `(n * 2 + ${part})`)
  const first = `case n % 40 when 0 then 0 when 1 then 10500 else 21000 end`
  const second = `case n % 40 when 1 then 10500 else 0 end`
  await run(
    `insert into "sales" ("vendorId", "id", "number", "day", "dueOn", "soldAt", "customer", "channel", "soldBy", "currency", "list", "discount", "net", "tax", "total", "paid",
       "taxRate", "taxIsIncluded", "discountReason", "note", "inputDigest", "createdAt", "updatedAt")
     select v, id, number, day, day, at, ${one('c', size.customers)}, 'desk', v, 'AED', 21000, 0, 21000, 0, 21000, ${first} + ${second},
       0, true, '', '', '', at, at
     from ${bills}`,
  )
  await run(
    `insert into "saleLines" ("vendorId", "sale", "position", "kind", "text", "quantity", "unit", "list", "discount", "net", "tax", "total",
       "commissionRate", "commissionRule", "commission", "enrolment", "batch", "service", "trainer", "fromDay", "toDay")
     select v, id, 0, 'batch', 'A month', 1, 21000, 21000, 0, 21000, 0, 21000, 0, '', 0,
       ${one('e', size.enrolments)}, ${one('b', size.batches)}, ${id('s', '1')}, ${one('t', size.batches)}, day, day + 29
     from ${bills}`,
  )
  // The amount owed is stored with the places: of 40 bills, one is unpaid and one half paid.
  await client.query(
    `update "enrolments" e set "owed" = u."owed", "unpaidSince" = u."since", "unpaidBill" = u."bill" from (
       select l."vendorId", l."enrolment", sum(s."total" - s."paid")::bigint as "owed", min(s."dueOn") as "since",
         (array_agg(s."id" order by s."dueOn", s."id"))[1] as "bill"
       from "sales" s join "saleLines" l on l."vendorId" = s."vendorId" and l."sale" = s."id"
       where s."vendorId" = any($1::uuid[]) and s."state" in ('open', 'partiallyPaid') group by 1, 2) u
     where e."vendorId" = u."vendorId" and e."id" = u."enrolment"`,
    [vendors],
  )
  await run(
    `insert into "payments" ("vendorId", "id", "sale", "position", "day", "at", "method", "amount", "reference", "takenBy", "inputDigest")
     select v, ${payment('part')}, id, part - 1, day, at, 'cash', amount, '', v, ''
     from ${bills} cross join lateral (values (1, ${first}), (2, ${second})) paid (part, amount) where amount > 0`,
  )
  await run(
    `insert into "ledger" ("vendorId", "id", "sequence", "at", "day", "source", "sourceId", "debit", "credit", "amount", "currency", "method",
       "customer", "batch", "service", "trainer", "hash")
     select v, ${id('l', '(n * 3 + part)')}, n * 3 + part, at, day, source, case source when 'sale' then id else ${payment('part')} end,
       debit, credit, amount, 'AED', case source when 'payment' then 'cash' end, ${one('c', size.customers)},
       case source when 'sale' then ${one('b', size.batches)} end, case source when 'sale' then ${id('s', '1')} end,
       case source when 'sale' then ${one('t', size.batches)} end, ''
     from ${bills} cross join lateral (values
       ('sale', 0, 'customerReceivable', 'revenue', 21000),
       ('payment', 1, 'cash', 'customerReceivable', ${first}), ('payment', 2, 'cash', 'customerReceivable', ${second})
     ) moved (source, part, debit, credit, amount) where amount > 0`,
  )
  await run(
    `insert into "audit" ("vendorId", "id", "at", "actor", "role", "action", "entity", "target", "after", "requestId", "ip", "sequence", "hash")
     select v, ${id('a', 'n')}, at, v, 'owner', 'sell', 'sale', id::text,
       jsonb_build_object('number', number, 'day', day, 'currency', 'AED', 'list', 21000, 'discount', 0, 'total', 21000, 'lines', 1), '', '', n, ''
     from ${bills}`,
  )
  await run(
    `insert into "books" ("vendorId", "entries", "entriesHash", "events", "eventsHash") select v, $2::int * 3 + 2, '', $2::int, '' from unnest($1::uuid[]) v
     on conflict ("vendorId") do update set "entries" = excluded."entries", "events" = excluded."events"`,
  )
}
