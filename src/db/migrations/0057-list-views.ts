import type { Migrator } from '../migrator.ts'

/** Members' own views of lists (decision 59): a name for filters and an order, as the address says them. */
export async function up({ tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'listViews',
    `"userId" uuid not null,
     "list" text not null constraint "listViewsList" check ("list" ~ '^[A-Za-z]{1,20}(\\.[A-Za-z]{1,20})?$'),
     "name" text not null constraint "listViewsName" check (char_length("name") between 1 and 40),
     "query" text not null constraint "listViewsQuery" check (char_length("query") between 1 and 500),
     "createdAt" timestamptz not null,
     primary key ("vendorId", "userId", "list", "name")`,
  )
}
