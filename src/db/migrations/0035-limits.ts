import type { Migrator } from '../migrator.ts'

const length = (column: string, least: number, most: number) => `char_length("${column}") between ${least} and ${most}`
/** Checks that each text of a list has between one and `most` characters. */
const each = (column: string, most: number) => `'' <> all("${column}") and array_to_string("${column}", chr(10)) !~ '[^\\n]{${most + 1}}'`

/** Limits that inputs enforced but columns did not; no row breaks them, since such an input created each row. */
const limits: [table: string, name: string, rule: string][] = [
  ['users', 'usersEmail', `char_length("email") <= 254`],
  ['vendors', 'vendorsTimeZone', `char_length("timeZone") <= 60`],
  ['batches', 'batchesReason', length('reason', 1, 200)],
  ['customers', 'customersTags', `cardinality("tags") <= 20 and ${each('tags', 30)}`],
  ['imports', 'importsRows', `"rows" between 1 and 10000`],
  ['saleLines', 'saleLinesQuantityMost', `"quantity" <= 1000`],
  ['quotes', 'quotesCounterPriceLeast', `"counterPrice" >= 1`],
  ['payoutAccounts', 'payoutAccountsHolderGiven', `"holder" <> ''`],
  ['payoutAccounts', 'payoutAccountsBankNameGiven', `"bankName" <> ''`],
  ['challengeEntries', 'challengeEntriesReasonGiven', `"reason" <> ''`],
  ['challengeScores', 'challengeScoresUnitsMost', `"units" <= 100000`],
  ['challenges', 'challengesPrizes', `cardinality("prizes") <= 10 and ${each('prizes', 80)}`],
  ['apiKeys', 'apiKeysNameGiven', `"name" <> ''`],
  [
    'apiKeys',
    'apiKeysScopes',
    `cardinality("scopes") between 1 and 8 and "scopes" <@ array['read:floor','write:floor','read:customers','write:customers','read:sales','write:sales','read:finance','read:competition']`,
  ],
  ['webhooks', 'webhooksEvents', `cardinality("events") >= 1`],
]

/** Adds the limits that only the contract enforced. A migration is one transaction, so each is validated as it is added. */
export async function up({ run }: Migrator): Promise<void> {
  for (const [table, name, rule] of limits) await run(`alter table "${table}" add constraint "${name}" check (${rule})`)
}
