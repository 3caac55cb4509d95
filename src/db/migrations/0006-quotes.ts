import type { Migrator } from '../migrator.ts'

const price = (name: string) => `constraint "quotes${name}" check ("${name[0]?.toLowerCase()}${name.slice(1)}" between 0 and 1000000000000)`

/** Quotes: offers of a price for a batch or a service, valid until a day, and the links by which they are answered. */
export async function up({ run, platformTable, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'quotes',
    `"id" uuid not null,
     "number" text not null constraint "quotesNumber" check (char_length("number") between 6 and 20),
     "day" date not null,
     "customer" uuid not null,
     "batch" uuid,
     "service" uuid,
     "candidates" integer not null constraint "quotesCandidates" check ("candidates" >= 1 and "candidates" <= 1000),
     "quote" text not null constraint "quotesQuote" check (char_length("quote") >= 1 and char_length("quote") <= 200),
     "offeredPrice" bigint not null ${price('OfferedPrice')},
     "counterPrice" bigint ${price('CounterPrice')},
     "counterNote" text not null default '' constraint "quotesCounterNote" check (char_length("counterNote") <= 200),
     "agreedPrice" bigint ${price('AgreedPrice')},
     "currency" text not null,
     "validUntil" date not null,
     "state" text not null constraint "quotesState" check ("state" in ('draft','sent','countered','accepted','converted','declined','withdrawn')),
     "sale" uuid,
     "sentAt" timestamptz,
     "answeredAt" timestamptz,
     "inputDigest" bytea not null,
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "quotesOnce" unique ("vendorId", "number"),
     constraint "quotesSoldOnce" unique ("vendorId", "sale"),
     constraint "quotesWhat" check (("batch" is null) <> ("service" is null)),
     constraint "quotesAgreed" check ("agreedPrice" is not null or "state" not in ('accepted','converted')),
     constraint "quotesSold" check (("sale" is not null) = ("state" = 'converted')),
     constraint "quotesCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id"),
     constraint "quotesBatch" foreign key ("vendorId", "batch") references "batches" ("vendorId", "id"),
     constraint "quotesService" foreign key ("vendorId", "service") references "services" ("vendorId", "id"),
     constraint "quotesSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
  )
  await run(
    `create index "quotesNewest" on "quotes" ("vendorId", "day", "id") include ("state", "validUntil", "candidates", "offeredPrice", "agreedPrice")`,
  )
  await run(`create index "quotesByCustomer" on "quotes" ("vendorId", "customer", "day")`)
  await run(`create index "quotesByBatch" on "quotes" ("vendorId", "batch") where "batch" is not null`)
  await run(`create index "quotesByService" on "quotes" ("vendorId", "service") where "service" is not null`)
  await run(`create index "quotesToAnswer" on "quotes" ("vendorId", "answeredAt") where "state" in ('countered','accepted')`)
  // Read before the vendor is known: the customer has only the link's secret, of which only the hash is stored.
  await platformTable(
    'quoteLinks',
    `"hash" bytea primary key,
     "vendorId" uuid not null,
     "quote" uuid not null,
     "expiresAt" timestamptz not null`,
  )
  await run(`create index "quoteLinksQuote" on "quoteLinks" ("vendorId", "quote")`)
  await run(`create index "quoteLinksExpiry" on "quoteLinks" ("expiresAt")`)
}
