import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from './app.ts'
import { asOwner } from './owner-role.ts'

/** Functions that run with the rights of the database's owner are called only by the product, and read no table that a caller shadows. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Function = { name: string; path: string; isPublic: boolean }

const ownersFunctions = async () => {
  const { rows } = await asOwner(app.app.db, (owner) =>
    sql<Function>`
      select p.proname as "name", coalesce(array_to_string(p.proconfig, ' '), '') as "path",
        p.proacl is null or exists (select from aclexplode(p.proacl) a where a.grantee = 0) as "isPublic"
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef order by 1`.execute(owner),
  )
  return rows
}

test('a function of the owner names where it looks for tables, and only the product may call it', async () => {
  const found = await ownersFunctions()
  expect(found.map(({ name }) => name)).toContain('boardOwner')
  expect(found.filter(({ path, isPublic }) => path !== 'search_path=public, pg_temp' || isPublic)).toEqual([])
})

test('a function that forgets both is found', async () => {
  await asOwner(app.app.db, (owner) =>
    sql`create function "planted"() returns integer language sql security definer as 'select 1'`.execute(owner),
  )
  const [planted] = (await ownersFunctions()).filter(({ name }) => name === 'planted')
  await asOwner(app.app.db, (owner) => sql`drop function "planted"()`.execute(owner))
  expect(planted).toEqual({ name: 'planted', path: '', isPublic: true })
})

test('the product can neither change such a function nor put a table before it', async () => {
  const tries = [
    'alter function "boardOwner"(uuid) reset search_path',
    'drop function "boardOwner"(uuid)',
    'create table public."standings2" ()',
  ]
  for (const statement of tries)
    await expect(
      app.app.db.kysely.connection().execute((connection) => sql.raw(statement).execute(connection)),
      statement,
    ).rejects.toThrow(/must be owner|permission denied/)
})
