import type { Database } from '#db/open.ts'

/** The revisions of boards, by challenge. */
export async function revisionsOf(db: Database, boards: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.kysely.selectFrom('boards').select(['challenge', 'revision']).where('challenge', 'in', boards).execute()
  return new Map(rows.map(({ challenge, revision }) => [challenge, revision]))
}
