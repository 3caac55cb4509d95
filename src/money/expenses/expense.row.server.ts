import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { exponentOf } from '#business/ledger/books.server.ts'
import { searchPattern } from '#kernel/entity.ts'
import { failure } from '#kernel/failure.ts'
import type { TenantContext } from '#kernel/context.ts'
import type { Expense, expenseList, RecurringExpense } from './expense.contract.ts'

type Filters = z.output<typeof expenseList>

/** The columns shared by single and monthly expenses; `currency` is where each reads it from. */
const sharedColumns = (
  currency: ReturnType<typeof sql>,
) => sql`e."id", e."category", e."supplier", e."note", e."amount", e."tax", e."method", e."account",
  e."hall", h."title" as "hallTitle", e."batch", b."name" as "batchName", ${currency} as "currency",
  ${exponentOf(currency)} as "exponent",
  e."createdAt", e."updatedAt", e."version"`

const about = (vendorId: string) => sql`
  left join "halls" h on h."vendorId" = ${vendorId} and h."id" = e."hall"
  left join "batches" b on b."vendorId" = ${vendorId} and b."id" = e."batch"`

const columns = sql`${sharedColumns(sql`e."currency"`)}, e."day", e."service", e."isUnpaid", e."dueOn", e."paidOn", e."receipt", e."recurrence", e."state", e."voidedOn", e."voidReason",
  coalesce(e."day" <= k."closedThrough", false) as "isClosed"`

const from = (vendorId: string) => sql`from "expenses" e left join "books" k on k."vendorId" = ${vendorId} ${about(vendorId)}`

function conditions(vendorId: string, input: Filters) {
  const supplier = input.search.trim()
  const parts = [
    sql`e."vendorId" = ${vendorId}`,
    ...(input.category === 'all' ? [] : [sql`e."category" = ${input.category}`]),
    ...(input.state === 'all'
      ? []
      : input.state === 'unpaid'
        ? [sql`e."isUnpaid" and e."state" = 'booked'`]
        : [sql`e."state" = ${input.state}`]),
    ...(input.hall ? [sql`e."hall" = ${input.hall}`] : []),
    ...(input.batch ? [sql`e."batch" = ${input.batch}`] : []),
    ...(input.from ? [sql`e."day" >= ${input.from}::date`] : []),
    ...(input.to ? [sql`e."day" <= ${input.to}::date`] : []),
    ...(supplier ? [sql`e."supplier" ilike ${searchPattern(supplier)}`] : []),
  ]
  return sql.join(parts, sql` and `)
}

const sorts = { day: sql`e."day"`, amount: sql`e."amount"` }

/** One page of expenses, how many match the filters, and their total; amounts in minor units. */
export async function readExpenses({ trx, vendorId }: TenantContext, input: Filters) {
  const where = conditions(vendorId, input)
  const direction = sql.raw(input.direction)
  const { rows } = await sql<Expense>`select ${columns} ${from(vendorId)} where ${where}
    order by ${sorts[input.sort]} ${direction}, e."id" ${direction} limit ${input.size} offset ${(input.page - 1) * input.size}`.execute(
    trx,
  )
  // Void expenses are listed, but not added up.
  const counted = await sql<{ count: number; amount: number; tax: number }>`
    select count(*)::int as "count", coalesce(sum(e."amount") filter (where e."state" = 'booked'), 0)::bigint as "amount",
      coalesce(sum(e."tax") filter (where e."state" = 'booked'), 0)::bigint as "tax"
    from "expenses" e where ${where}`.execute(trx)
  const { count = 0, ...sums } = counted.rows[0] ?? { amount: 0, tax: 0 }
  return { rows, total: count, totalIsCapped: false, sums }
}

/** One expense. @throws document/not-found */
export async function readExpense({ trx, vendorId }: TenantContext, id: string): Promise<Expense> {
  const { rows } = await sql<Expense>`select ${columns} ${from(vendorId)} where e."vendorId" = ${vendorId} and e."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return row
}

/** The suppliers of earlier expenses, the latest first. */
export async function readSuppliers({ trx, vendorId }: TenantContext): Promise<string[]> {
  const { rows } = await sql<{ supplier: string }>`select "supplier" from "expenses" where "vendorId" = ${vendorId}
    group by "supplier" order by max("day") desc, "supplier" limit 100`.execute(trx)
  return rows.map(({ supplier }) => supplier)
}

const recurringColumns = sql`${sharedColumns(sql`y."currency"`)}, e."monthDay", e."fromDay", e."untilDay", e."nextOn", e."state"`
const recurringFrom = (vendorId: string) => sql`from "recurringExpenses" e
  join "merchants" m on m."vendorId" = ${vendorId} join "countries" y on y."id" = m."code" ${about(vendorId)}`

/** Every monthly expense: the next due first, ended ones last. */
export async function readRecurring({ trx, vendorId }: TenantContext): Promise<RecurringExpense[]> {
  const { rows } = await sql<RecurringExpense>`select ${recurringColumns} ${recurringFrom(vendorId)} where e."vendorId" = ${vendorId}
    order by e."nextOn" nulls last, e."id" desc`.execute(trx)
  return rows
}

/** One monthly expense. @throws document/not-found */
export async function readOneRecurring({ trx, vendorId }: TenantContext, id: string): Promise<RecurringExpense> {
  const { rows } = await sql<RecurringExpense>`select ${recurringColumns} ${recurringFrom(vendorId)}
    where e."vendorId" = ${vendorId} and e."id" = ${id}`.execute(trx)
  const [row] = rows
  if (!row) throw failure('document/not-found')
  return row
}
