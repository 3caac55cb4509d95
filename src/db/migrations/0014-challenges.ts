import type { Migrator } from '../migrator.ts'

const stamps = `
     "createdAt" timestamptz not null,
     "updatedAt" timestamptz not null,
     "version" integer not null default 1`

const within = (name: string, most: number) =>
  `constraint "challenges${name[0]?.toUpperCase()}${name.slice(1)}" check ("${name}" >= 1 and "${name}" <= ${most})`
const length = (name: string, least: number, most: number) =>
  `constraint "challenges${name[0]?.toUpperCase()}${name.slice(1)}" check (char_length("${name}") >= ${least} and char_length("${name}") <= ${most})`
const words = (name: string, ...known: string[]) =>
  `constraint "challenges${name[0]?.toUpperCase()}${name.slice(1)}" check ("${name}" in (${known.map((word) => `'${word}'`).join(',')}))`

/** Challenges, their entrants, teams and scores; and the part of an external challenge that several vendors see. */
export async function up({ run, tenantTable, platformTable }: Migrator): Promise<void> {
  // A guest of an external challenge has a separate row under the same id; its host determines the contents.
  await tenantTable(
    'challenges',
    `"id" uuid not null,
     "host" uuid,
     "nameEn" text not null ${length('nameEn', 3, 60)},
     "nameAr" text not null ${length('nameAr', 0, 60)},
     "description" text not null ${length('description', 0, 500)},
     "cover" text,
     "visibility" text not null ${words('visibility', 'internal', 'external')},
     "session" text not null ${words('session', 'weekly', 'monthly', 'quarterly', 'custom')},
     "startsAt" date not null,
     "endsAt" date not null,
     "metric" text not null ${words('metric', 'sessionsAttended', 'minutesTrained', 'distinctServices', 'manual')},
     "unit" text not null ${length('unit', 0, 20)},
     "mode" text not null ${words('mode', 'leaderboard', 'threshold')},
     "topN" integer ${within('topN', 100)},
     "target" integer ${within('target', 1_000_000)},
     "pointsPerUnit" integer not null ${within('pointsPerUnit', 1000)},
     "participation" text not null ${words('participation', 'single', 'team')},
     "minMembers" integer not null ${within('minMembers', 100)},
     "lateJoin" boolean not null,
     "max" integer ${within('max', 100_000)},
     "prizes" text[] not null,
     "state" text not null ${words('state', 'draft', 'scheduled', 'final', 'archived', 'cancelled')},
     "reason" text constraint "challengesReason" check (char_length("reason") <= 200),
     "inputDigest" bytea not null,
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "challengesDays" check ("endsAt" >= "startsAt" and "endsAt" <= "startsAt" + 366),
     constraint "challengesRules" check (("mode" <> 'leaderboard' or "topN" is not null) and ("mode" <> 'threshold' or "target" is not null)),
     constraint "challengesCancelled" check ("state" <> 'cancelled' or "reason" is not null),
     constraint "challengesCover" foreign key ("vendorId", "cover") references "media" ("vendorId", "image")`,
  )
  await run(`create index "challengesNewest" on "challenges" ("vendorId", "startsAt", "id")`)
  await run(`create index "challengesByEnd" on "challenges" ("vendorId", "endsAt")`)
  await run(`create index "challengesCoverUse" on "challenges" ("vendorId", "cover") where "cover" is not null`)
  await tenantTable(
    'challengeTeams',
    `"id" uuid not null,
     "challenge" uuid not null,
     "name" text not null constraint "challengeTeamsName" check (char_length("name") between 1 and 40),
     primary key ("vendorId", "id"),
     constraint "challengeTeamsOnce" unique ("vendorId", "challenge", "name"),
     constraint "challengeTeamsChallenge" foreign key ("vendorId", "challenge") references "challenges" ("vendorId", "id")`,
  )
  await tenantTable(
    'challengeEntries',
    `"id" uuid not null,
     "challenge" uuid not null,
     "customer" uuid not null,
     "team" uuid,
     "points" bigint not null default 0,
     "formerRank" integer,
     "countsFrom" date,
     "state" text not null constraint "challengeEntriesState" check ("state" in ('joined','withdrawn','disqualified')),
     "reason" text constraint "challengeEntriesReason" check (char_length("reason") <= 200),
     ${stamps},
     primary key ("vendorId", "id"),
     constraint "challengeEntriesOnce" unique ("vendorId", "challenge", "customer"),
     constraint "challengeEntriesOut" check ("state" <> 'disqualified' or "reason" is not null),
     constraint "challengeEntriesChallenge" foreign key ("vendorId", "challenge") references "challenges" ("vendorId", "id"),
     constraint "challengeEntriesCustomer" foreign key ("vendorId", "customer") references "customers" ("vendorId", "id"),
     constraint "challengeEntriesTeam" foreign key ("vendorId", "team") references "challengeTeams" ("vendorId", "id")`,
  )
  await run(
    `create index "challengeEntriesBoard" on "challengeEntries" ("vendorId", "challenge", "points" desc, "id") include ("team", "customer", "formerRank") where "state" = 'joined'`,
  )
  await run(`create index "challengeEntriesByCustomer" on "challengeEntries" ("vendorId", "customer")`)
  await run(`create index "challengeEntriesByTeam" on "challengeEntries" ("vendorId", "team") where "team" is not null`)
  await tenantTable(
    'challengeScores',
    `"id" uuid not null,
     "challenge" uuid not null,
     "entry" uuid not null,
     "source" text not null constraint "challengeScoresSource" check ("source" in ('attendance','manual')),
     "sourceId" uuid not null,
     "session" uuid,
     "day" date not null,
     "units" integer not null constraint "challengeScoresUnits" check ("units" >= 0),
     "points" bigint not null constraint "challengeScoresPoints" check ("points" >= 0),
     "note" text not null constraint "challengeScoresNote" check (char_length("note") <= 200),
     "actor" uuid,
     "at" timestamptz not null,
     "voidedAt" timestamptz,
     "voidReason" text constraint "challengeScoresVoidReason" check (char_length("voidReason") between 1 and 200),
     primary key ("vendorId", "id"),
     constraint "challengeScoresOnce" unique ("vendorId", "entry", "source", "sourceId"),
     constraint "challengeScoresFact" check (("source" = 'attendance') = ("session" is not null) and ("source" = 'manual') = ("actor" is not null)),
     constraint "challengeScoresVoid" check (("voidedAt" is null) = ("voidReason" is null)),
     constraint "challengeScoresChallenge" foreign key ("vendorId", "challenge") references "challenges" ("vendorId", "id"),
     constraint "challengeScoresEntry" foreign key ("vendorId", "entry") references "challengeEntries" ("vendorId", "id"),
     constraint "challengeScoresSession" foreign key ("vendorId", "session") references "batchSessions" ("vendorId", "id")`,
  )
  await run(`create index "challengeScoresNewest" on "challengeScores" ("vendorId", "challenge", "day", "id")`)
  await run(`create index "challengeScoresBySession" on "challengeScores" ("vendorId", "session") where "session" is not null`)
  // Visible beyond one vendor (decision 14): a board's revision, and an external board's rules, guests and names with points.
  await platformTable(
    'boards',
    `"challenge" uuid primary key,
     "vendorId" uuid not null,
     "revision" bigint not null,
     "entrants" integer not null,
     "rules" jsonb,
     "version" integer not null`,
  )
  await platformTable(
    'boardGuests',
    `"challenge" uuid not null,
     "vendorId" uuid not null,
     "name" text not null,
     "username" text not null,
     "state" text not null constraint "boardGuestsState" check ("state" in ('host','invited','accepted','declined','removed')),
     "changedAt" timestamptz not null,
     primary key ("challenge", "vendorId")`,
  )
  await run(`create index "boardGuestsByVendor" on "boardGuests" ("vendorId", "state")`)
  await platformTable(
    'boardEntries',
    `"challenge" uuid not null,
     "entry" uuid not null,
     "vendorId" uuid not null,
     "name" text,
     "points" bigint not null,
     "formerRank" integer,
     primary key ("challenge", "entry")`,
  )
  await run(
    `create index "boardEntriesBoard" on "boardEntries" ("challenge", "points" desc, "entry") include ("vendorId", "name", "formerRank")`,
  )
}
