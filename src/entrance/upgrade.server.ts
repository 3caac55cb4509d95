import { rehearse } from '#db/embedded/rehearse.ts'
import { readSchemaVersion, type RunStatement } from '#db/embedded/contents.ts'

/**
 * The price of the next bill of the enrolment `e` after its recurring discount, where it has terms. The rule is that of
 * `priceOn` in src/timetable/enrolments/terms.row.server.ts: it reads both schemas, and stays as it is when that changes.
 */
const dated = `(select w."price" - case
      when w."discountKind" is null or w."discountUntil" < e."nextChargeOn" then 0
      when w."discountKind" = 'percent' then (w."price" * w."discountValue" * 2 + 10000) / 20000 else least(w."price", w."discountValue") end
    from "enrolmentTerms" w where w."vendorId" = e."vendorId" and w."enrolment" = e."id" and coalesce(w."fromDay", '-infinity'::date) <= e."nextChargeOn"
    order by coalesce(w."fromDay", '-infinity'::date) desc, w."number" desc limit 1)`

const hasColumn = async (ask: RunStatement, table: string, column: string): Promise<boolean> => {
  const rows = await ask(`select 1 from information_schema.columns
    where "table_schema" = 'public' and "table_name" = '${table}' and "column_name" = '${column}'`)
  return rows.length > 0
}

/** A bill, or the next one of a place, as one line of text. */
type Bill = { about: string; bill: string }

/** Every bill, and the next one of every place that has one. */
async function readBills(ask: RunStatement): Promise<Map<string, string>> {
  const price = (await hasColumn(ask, 'enrolmentTerms', 'fromDay')) ? `coalesce(${dated}, e."price")` : `e."price"`
  const bills = await ask<Bill>(`
    select 'bill ' || s."number" || ' of ' || s."vendorId" as "about", s."day" || ' ' || s."total" || ' ' || s."paid" || ' ' || s."state" as "bill" from "sales" s
    union all select 'next bill of place ' || e."id", e."nextChargeOn" || ' ' || ${price} || ' ' || e."priceUnit"
    from "enrolments" e where e."state" in ('waitlisted', 'offered', 'active') and e."nextChargeOn" is not null`)
  return new Map(bills.map(({ about, bill }) => [about, bill]))
}

/** A place that is free for no stated reason. */
type Unpriced = { business: string; person: string; batch: string }

async function readUnpriced(ask: RunStatement): Promise<Unpriced[]> {
  if (!(await hasColumn(ask, 'enrolments', 'termsNumber'))) return []
  return ask<Unpriced>(`
    select coalesce(nullif(v."name", ''), v."email") as "business", trim(c."firstName" || ' ' || c."lastName") as "person", b."name" as "batch"
    from "enrolments" e
    join "enrolmentTerms" w on w."vendorId" = e."vendorId" and w."enrolment" = e."id" and w."number" = e."termsNumber"
    join "vendors" v on v."vendorId" = e."vendorId"
    join "customers" c on c."vendorId" = e."vendorId" and c."id" = e."customer"
    join "batches" b on b."vendorId" = e."vendorId" and b."id" = e."batch"
    where e."state" = 'active' and e."endDate" >= current_date and w."kind" = 'free' and w."source" = 'former' order by 1, 2, 3`)
}

/** What an upgrade would do: lines to print, and whether no bill is another afterwards. */
export type Rehearsed = { lines: string[]; isSafe: boolean }

/**
 * Upgrades a copy of a backup and compares its bills, the issued ones and the next one of each place.
 * @param url an empty database for the copy of a server's backup; null for an embedded one's
 */
export async function rehearseUpgrade(folder: string, url: string | null): Promise<Rehearsed> {
  const read = async (ask: RunStatement) => ({
    version: await readSchemaVersion(ask),
    bills: await readBills(ask),
    unpriced: await readUnpriced(ask),
  })
  const { before, after } = await rehearse(folder, url, read)
  const changed = [...new Set([...before.bills.keys(), ...after.bills.keys()])].flatMap((about) => {
    const [was, is] = [before.bills.get(about) ?? 'none', after.bills.get(about) ?? 'none']
    return was === is ? [] : [`  ${about}: ${was} becomes ${is}`]
  })
  const lines = [
    `From ${before.version} to ${after.version}`,
    changed.length === 0 ? `No bill changes: ${before.bills.size} compared` : `${changed.length} bills change:`,
    ...changed,
    ...(after.unpriced.length > 0 ? ['Free for no stated reason; shown on Home under “Places without a payment”:'] : []),
    ...after.unpriced.map(({ business, person, batch }) => `  ${business}: ${person}, ${batch}`),
  ]
  return { lines, isSafe: changed.length === 0 }
}
