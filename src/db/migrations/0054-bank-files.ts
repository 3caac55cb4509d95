import type { Migrator } from '../migrator.ts'

const minor = (name: string, check: string) =>
  `"${name}" bigint constraint "${check}" check ("${name}" between -1000000000000 and 1000000000000)`

const text = (name: string, check: string) => `"${name}" text not null constraint "${check}" check (char_length("${name}") <= 500)`

/**
 * The bank's own account of a money account (decision 50): files, their lines, each stored once by the digest of its key, and
 * which entries of the ledger a line is. `account` of a match is the one whose side of the entry it is: a transfer between two
 * banks is a line of both, and a terminal's takings are matched on the terminal. `made` are entries that exist because the line
 * was accepted: documents that it entered, or expenses that it paid.
 */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'bankFiles',
    `"id" uuid not null,
     "account" uuid not null,
     "name" text not null constraint "bankFilesName" check (char_length("name") between 1 and 120),
     "fromDay" date not null,
     "toDay" date not null,
     ${minor('openingBalance', 'bankFilesOpening')},
     ${minor('closingBalance', 'bankFilesClosing')},
     "importedBy" uuid not null,
     "at" timestamptz not null,
     "inputDigest" bytea not null,
     primary key ("vendorId", "id"),
     constraint "bankFilesAccount" foreign key ("vendorId", "account") references "moneyAccounts" ("vendorId", "id"),
     constraint "bankFilesDays" check ("toDay" >= "fromDay")`,
  )
  await run(`create index "bankFilesNewest" on "bankFiles" ("vendorId", "account", "at")`)
  await tenantTable(
    'bankLines',
    `"id" uuid not null,
     "account" uuid not null,
     "file" uuid not null,
     "key" bytea not null,
     "day" date not null,
     "position" integer not null constraint "bankLinesPosition" check ("position" between 1 and 100000),
     "amount" bigint not null constraint "bankLinesAmount" check ("amount" between -1000000000000 and 1000000000000),
     ${minor('balance', 'bankLinesBalance')},
     ${text('name', 'bankLinesName')},
     ${text('text', 'bankLinesText')},
     ${text('reference', 'bankLinesReference')},
     "matchedAt" timestamptz,
     "matchedBy" uuid,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "bankLinesAccount" foreign key ("vendorId", "account") references "moneyAccounts" ("vendorId", "id"),
     constraint "bankLinesFile" foreign key ("vendorId", "file") references "bankFiles" ("vendorId", "id"),
     constraint "bankLinesMoney" check ("amount" <> 0),
     constraint "bankLinesMatched" check (("matchedAt" is null) = ("matchedBy" is null))`,
  )
  await run(`create unique index "bankLinesOnce" on "bankLines" ("vendorId", "account", "key")`)
  await run(`create index "bankLinesByDay" on "bankLines" ("vendorId", "account", "day", "position", "id")`)
  await run(`create index "bankLinesOpen" on "bankLines" ("vendorId", "account", "day") where "matchedAt" is null`)
  await tenantTable(
    'bankMatches',
    `"account" uuid not null,
     "entry" uuid not null,
     "line" uuid not null,
     "made" text constraint "bankMatchesMade" check ("made" in ('entered','paid')),
     primary key ("vendorId", "account", "entry"),
     constraint "bankMatchesAccount" foreign key ("vendorId", "account") references "moneyAccounts" ("vendorId", "id"),
     constraint "bankMatchesEntry" foreign key ("vendorId", "entry") references "ledger" ("vendorId", "id"),
     constraint "bankMatchesOfLine" foreign key ("vendorId", "line") references "bankLines" ("vendorId", "id")`,
  )
  await run(`create index "bankMatchesByLine" on "bankMatches" ("vendorId", "line")`)
}
