import type { Migrator } from '../migrator.ts'

const methods = ['cash', 'card', 'transfer', 'wallet']

/** Reports: the day counts, and the indexes by which the log of money and the moves between batches are read. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  // What the ledger expected for a day by each method, and what was counted; a later row of a day replaces an earlier one.
  await tenantTable(
    'dayCloses',
    `"id" uuid not null,
     "day" date not null,
     ${methods
       .map(
         (method) => `"${method}Expected" bigint not null,
     "${method}Counted" bigint not null constraint "dayClosesCounted_${method}" check ("${method}Counted" between 0 and 1000000000000),`,
       )
       .join('\n     ')}
     "note" text not null constraint "dayClosesNote" check (char_length("note") <= 200),
     "closedBy" uuid not null,
     "closedAt" timestamptz not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "dayClosesExplained" check ("note" <> '' or (${methods.map((method) => `"${method}Expected" = "${method}Counted"`).join(' and ')}))`,
    { appendOnly: true },
  )
  await run(`create index "dayClosesByDay" on "dayCloses" ("vendorId", "day", "closedAt", "id")`)
  await run(`create index "auditMoneyByTime" on "audit" ("vendorId", "at") where "sequence" is not null`)
  await run(`create index "auditMoves" on "audit" ("vendorId", "target") where "entity" = 'enrolment' and "action" = 'move'`)
}
