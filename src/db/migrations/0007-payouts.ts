import type { Migrator } from '../migrator.ts'

const minor = (name: string, from = 0) => `"${name}" bigint not null check ("${name}" between ${from} and 1000000000000)`

/** The marketplace's commission and payouts: rates, its orders, bank accounts, payouts with every line. */
export async function up({ run, tenantTable }: Migrator): Promise<void> {
  await tenantTable(
    'commissionRates',
    `"channel" text not null constraint "commissionRatesChannel" check ("channel" in ('marketplace','desk','online','import')),
     "validFrom" date not null,
     "rate" integer not null constraint "commissionRatesRate" check ("rate" between 0 and 10000),
     "updatedAt" timestamptz not null,
     primary key ("vendorId", "channel", "validFrom")`,
  )
  await tenantTable(
    'marketplaceOrders',
    `"order" text not null constraint "marketplaceOrdersOrder" check (char_length("order") between 1 and 60),
     "sale" uuid not null,
     primary key ("vendorId", "order"),
     constraint "marketplaceOrdersSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
    { appendOnly: true },
  )
  // Each change is a separate row, so that a payout's account stays what it was when it was chosen.
  await tenantTable(
    'payoutAccounts',
    `"id" uuid not null,
     "holder" text not null constraint "payoutAccountsHolder" check (char_length("holder") <= 80),
     "bankName" text not null constraint "payoutAccountsBankName" check (char_length("bankName") <= 80),
     "sealed" text not null,
     "ending" text not null,
     "setBy" uuid not null,
     "countsFrom" timestamptz not null,
     "createdAt" timestamptz not null,
     primary key ("vendorId", "id")`,
    { appendOnly: true },
  )
  await tenantTable(
    'payouts',
    `"id" uuid not null,
     "fromDay" date not null,
     "toDay" date not null,
     "currency" text not null,
     ${minor('gross')},
     ${minor('refunds')},
     ${minor('commission', -1000000000000)},
     ${minor('net', 1)},
     "state" text not null constraint "payoutsState" check ("state" in ('pending','processing','paid','failed')),
     "stateAt" timestamptz not null,
     "account" uuid not null,
     "reference" text not null default '' constraint "payoutsReference" check (char_length("reference") <= 60),
     "failureReason" text constraint "payoutsFailureReason" check (char_length("failureReason") between 1 and 200),
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1,
     primary key ("vendorId", "id"),
     constraint "payoutsNet" check ("gross" - "refunds" - "commission" = "net"),
     constraint "payoutsPeriod" check ("fromDay" <= "toDay"),
     constraint "payoutsFailed" check ("state" <> 'failed' or "failureReason" is not null),
     constraint "payoutsAccount" foreign key ("vendorId", "account") references "payoutAccounts" ("vendorId", "id")`,
  )
  await run(`create index "payoutsNewest" on "payouts" ("vendorId", "toDay", "id")`)
  await tenantTable(
    'payoutLines',
    `"payout" uuid not null,
     "position" integer not null,
     "entry" uuid not null,
     "sale" uuid not null,
     "kind" text not null constraint "payoutLinesKind" check ("kind" in ('payment','refund','commission')),
     "day" date not null,
     "amount" bigint not null constraint "payoutLinesAmount" check ("amount" <> 0),
     primary key ("vendorId", "payout", "position"),
     constraint "payoutLinesOnce" unique ("vendorId", "entry"),
     constraint "payoutLinesPayout" foreign key ("vendorId", "payout") references "payouts" ("vendorId", "id"),
     constraint "payoutLinesEntry" foreign key ("vendorId", "entry") references "ledger" ("vendorId", "id"),
     constraint "payoutLinesSale" foreign key ("vendorId", "sale") references "sales" ("vendorId", "id")`,
    { appendOnly: true },
  )
  await run(
    `create index "ledgerAtMarketplace" on "ledger" ("vendorId", "sequence") where "debit" = 'marketplaceReceivable' or "credit" = 'marketplaceReceivable'`,
  )
}
