import type pg from 'pg'
import { crowdId as id } from './bills.ts'

/**
 * Fills a crowd's vendor with a running challenge, and its first customers as entrants, each with
 * their own points and one fact per ten points.
 * @param client a superuser's connection, exempt from row-level security
 * @returns the challenge, and an entry in the middle of its board
 */
export async function fillBoard(client: pg.Client, vendorId: string, entrants: number): Promise<{ challenge: string; entry: string }> {
  const run = (text: string, values: unknown[]) => client.query(text, values)
  const each = `(select $1::uuid as v, n from generate_series(1, ${entrants}) n) each`
  await run('set session_replication_role = replica', [])
  await run(
    `insert into "challenges" ("vendorId", "id", "nameEn", "nameAr", "description", "visibility", "session", "startsAt", "endsAt", "metric", "unit", "mode", "topN",
       "pointsPerUnit", "participation", "minMembers", "lateJoin", "prizes", "state", "inputDigest", "createdAt", "updatedAt")
     select v, ${id('g', '1')}, 'Crowd', '', '', 'internal', 'custom', current_date - 90, current_date + 90, 'sessionsAttended', '', 'leaderboard', 3,
       10, 'single', 2, true, '{}', 'scheduled', '', now(), now() from (select $1::uuid as v) one`,
    [vendorId],
  )
  await run(
    `insert into "boards" ("challenge", "vendorId", "revision", "entrants", "version") select ${id('g', '1')}, v, 1, ${entrants}, 1 from (select $1::uuid as v) one`,
    [vendorId],
  )
  await run(
    `insert into "challengeEntries" ("vendorId", "id", "challenge", "customer", "points", "state", "createdAt", "updatedAt")
     select v, ${id('n', 'n')}, ${id('g', '1')}, ${id('c', 'n')}, (n * 37 % 400) * 10, 'joined', now(), now() from ${each}`,
    [vendorId],
  )
  await run(
    `insert into "challengeScores" ("vendorId", "id", "challenge", "entry", "source", "sourceId", "session", "day", "units", "points", "note", "at")
     select v, ${id('k', 'n')}, ${id('g', '1')}, ${id('n', '(1 + n % 500)')}, 'attendance', ${id('d', 'n')}, ${id('d', '(n % 2000)')}, current_date - n % 90, 1, 10, '', now()
     from ${each}`,
    [vendorId],
  )
  await run('set session_replication_role = default', [])
  for (const table of ['challenges', 'challengeEntries', 'challengeScores', 'boards']) await client.query(`vacuum analyze "${table}"`)
  const { rows } = await client.query<{ challenge: string; entry: string }>(
    `select "challenge", "id" as "entry" from "challengeEntries" where "vendorId" = $1 order by "points" desc, "id" offset ${Math.floor(entrants / 2)} limit 1`,
    [vendorId],
  )
  const [board] = rows
  if (!board) throw new Error('The board has no entrants')
  return board
}
