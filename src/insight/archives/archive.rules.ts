import { careFields } from '#directory/customers/care.rules.ts'

/** How long a ready archive is kept, in milliseconds. */
export const retentionMs = 24 * 3_600_000

/** Tables that are read before a vendor is known (db/safety.ts); the vendor's own rows are in its archive nevertheless. */
export const platformParts = ['apiKeys', 'calendarFeeds', 'members', 'usernames', 'vendorPlans']

const secret = 'a secret, or what one is checked by'
const ofOthers = 'what businesses see of one another; the own rows are in the other tables'

const counted = 'what Home counts of the rows that are in the archive'

/**
 * What no archive contains, and why: whole tables, or columns as `table.column` (`*` in every table). A column that
 * looks like a secret is left out even if unlisted, and a test then requires its line here.
 */
export const leftOut: Record<string, string> = {
  '*.vendorId': 'the same in every row: manifest.json has it',
  '*.inputDigest': 'tells a repeated call from another one, and nothing of the business',
  users: `passwords and second factors: ${secret}; the e-mail addresses of the team are in members`,
  sessions: secret,
  oneTimeCodes: secret,
  mailedCodes: secret,
  resetGrants: secret,
  offerLinks: secret,
  quoteLinks: secret,
  invitationLinks: secret,
  'calendarFeeds.hash': secret,
  'apiKeys.hash': secret,
  'webhooks.secret': secret,
  'webhooks.formerSecret': secret,
  'payoutAccounts.sealed': "the full number, sealed with the server's key; its last characters are in the column ending",
  'vendorPlans.dailyAt': "the server's own timetable",
  'vendorPlans.dailyTries': "the server's own timetable",
  'bankLines.key': 'recognizes a line of a bank that is imported again; its day, amount and texts are there',
  'customers.emailKey': 'the e-mail in lower case, by which a family is found',
  '*.isCounted': counted,
  '*.countedOn': counted,
  '*.countedUntil': counted,
  customerDays: counted,
  batchPlaces: counted,
  formerPlaces: counted,
  archives: 'the archives themselves',
  offerQueue: 'when the waiting lists of the business are looked at next',
  webhookQueue: 'which webhook is called next; what was sent is in webhookDeliveries',
  standings: ofOthers,
  boards: ofOthers,
  boardGuests: ofOthers,
  boardEntries: ofOthers,
  billBuyers: 'what bills printed of people whose data was erased: the bills alone show it, as long as a law asks for them',
  chainChecks: "the product's own checks of the chains, which whoever has the rows can follow",
}

const ofCare = 'who asked for the archive may not read whom to call in an emergency or what medical notes say: an owner’s archive has it'

/** What an archive lacks besides, unless it was asked for by someone who may read it (decision 61); the log lacks these values too. */
export const careLeftOut: Record<string, string> = Object.fromEntries(careFields.map((name) => [`customers.${name}`, ofCare]))

/** The hashes that chain the ledger and the money log: anyone who has the rows can verify them. */
const chained = new Set(['audit.hash', 'books.entriesHash', 'books.eventsHash', 'ledger.hash'])

/** Whether a column looks like a secret. @param type PostgreSQL's name of its type */
export function isSecretive(table: string, column: string, type: string): boolean {
  return !chained.has(`${table}.${column}`) && (type === 'bytea' || /secret|sealed|passw|token/i.test(column))
}

/** Whether a column is in the archive. */
export function isPart(table: string, column: string, type: string): boolean {
  return ![table, `${table}.${column}`, `*.${column}`].some((name) => name in leftOut) && !isSecretive(table, column, type)
}

/** Whether a column contains amounts in minor units: all int8 columns except these counters. */
export function isMoney(column: string, type: string): boolean {
  return type === 'int8' && !/^(?:sequence|last|bytes|points|revision)$/.test(column)
}
