import type { Migrator } from '../migrator.ts'

/**
 * Passkeys, with which members sign in without a password, and the challenges that they sign (decision 63). The previous version
 * knows neither: a password that is reset there leaves the passkeys as they are.
 */
export async function up({ run, platformTable }: Migrator): Promise<void> {
  await platformTable(
    'passkeys',
    `"id" uuid primary key,
     "userId" uuid not null,
     "credential" text not null constraint "passkeysCredential" unique
       constraint "passkeysCredentialLength" check (char_length("credential") between 1 and 1364),
     "publicKey" bytea not null,
     "counter" bigint not null constraint "passkeysCounter" check ("counter" >= 0),
     "transports" text[] not null,
     "isBackedUp" boolean not null,
     "name" text not null constraint "passkeysName" check (char_length("name") between 1 and 60),
     "createdAt" timestamptz not null,
     "lastUsedAt" timestamptz`,
  )
  await run(`create index "passkeysUser" on "passkeys" ("userId")`)
  await platformTable(
    'passkeyChallenges',
    `"hash" bytea primary key, "browser" bytea not null, "userId" uuid, "expiresAt" timestamptz not null`,
  )
  await run(`create index "passkeyChallengesExpiry" on "passkeyChallenges" ("expiresAt")`)
}
