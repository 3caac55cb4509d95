import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformTables } from '#db/safety.ts'
import { platform, tenant } from '#db/tenant.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from './app.ts'

const stamps = () => ({ createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() })
const hall = (vendorId: string, title: string) => ({
  vendorId,
  id: newId(),
  title,
  size: 10,
  totalCandidates: 5,
  audience: 'mixed' as const,
  state: 'active' as const,
  ...stamps(),
})

describe('the database refuses what code forgets', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
  })
  afterAll(() => app.close())

  test('T2 queries that forgot the vendor see no foreign row, on every vendor table', async () => {
    const { db } = app.app
    const [a, b] = [newId(), newId()]
    for (const vendorId of [a, b])
      await tenant(db, vendorId, (trx) => trx.insertInto('halls').values(hall(vendorId, 'Canary hall')).execute())
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'vendorId'
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind = 'r'`.execute(db.kysely)
    const vendorTables = tables.map(({ name }) => name).filter((name) => !platformTables.includes(name))
    expect(vendorTables.length).toBeGreaterThanOrEqual(9)
    let queries = 0
    for (const name of vendorTables) {
      for (const statement of [
        sql`select * from ${sql.table(name)}`,
        sql`select count(*)::int as n from ${sql.table(name)} where "vendorId" <> ${a}`,
        sql`delete from ${sql.table(name)} where "vendorId" = ${b} returning *`,
        sql`select * from ${sql.table(name)} where "vendorId" = ${b} or true`,
      ]) {
        queries += 1
        const { rows } = await tenant(db, a, (trx) => statement.execute(trx)).catch((error: { code?: string }) => {
          // Append-only tables refuse the delete itself.
          expect(error.code).toBe('42501')
          return { rows: [] as unknown[] }
        })
        expect(JSON.stringify(rows), name).not.toContain(b)
      }
    }
    expect(queries).toBeGreaterThanOrEqual(36)
    const left = await tenant(db, b, (trx) => trx.selectFrom('halls').select('title').execute())
    expect(left).toEqual([{ title: 'Canary hall' }])
    expect(await platform(db, (trx) => trx.selectFrom('halls').selectAll().execute())).toEqual([])
  })

  test("T2 the product's role owns nothing and every vendor table forces row-level security", async () => {
    const { rows } = await sql<{ owned: number; bypass: boolean }>`
      select (select count(*)::int from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user) as owned,
             (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypass`.execute(app.app.db.kysely)
    expect(rows).toEqual([{ owned: 0, bypass: false }])
  })

  test('T3 two vendors, 200 interleaved transactions: no foreign row, no unset vendor', async () => {
    const { db } = app.app
    const vendors = [newId(), newId()]
    const seen = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const vendorId = vendors[index % 2] ?? ''
        return tenant(db, vendorId, async (trx) => {
          await trx
            .insertInto('halls')
            .values(hall(vendorId, `Hall ${index}`))
            .execute()
          await sql`select pg_sleep(${Math.random() * 0.003})`.execute(trx)
          const rows = await trx.selectFrom('halls').select('vendorId').execute()
          return rows.every((row) => row.vendorId === vendorId)
        })
      }),
    )
    expect(seen.filter(Boolean)).toHaveLength(200)
  })

  test('every key, unique index, exclusion and foreign key of a vendor table begins with vendorId; names are short and end in no digit', async () => {
    const { rows } = await sql<{ table: string; name: string; first: string; kind: string }>`
      select c.relname as "table", i.relname as name, coalesce((select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = x.indkey[0]), '?') as first, 'index' as kind
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'vendorId')
      union all
      select c.relname, k.conname, coalesce((select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]), '?'), k.contype::text
      from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and k.contype = 'f' and r.relname not in ('countries', 'serviceTypes')`.execute(app.app.db.kysely)
    const vendorRows = rows.filter(({ table }) => !platformTables.includes(table))
    expect(vendorRows.length).toBeGreaterThan(25)
    expect(vendorRows.filter(({ first }) => first !== 'vendorId')).toEqual([])
    expect(rows.filter(({ name }) => name.length > 50 || /\d$/.test(name))).toEqual([])
  })

  test('M3 the audit log takes no UPDATE, DELETE or TRUNCATE from the product', async () => {
    const vendorId = newId()
    for (const statement of [
      'update "audit" set "action" = \'x\'',
      'delete from "audit"',
      'truncate "audit"',
      'delete from "alarms"',
      'truncate "alarms"',
    ]) {
      await expect(
        tenant(app.app.db, vendorId, (trx) => sql.raw(statement).execute(trx)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('C5 a serialization failure or deadlock runs the work again, others never', async () => {
    let attempts = 0
    const vendorId = newId()
    await tenant(app.app.db, vendorId, async (trx) => {
      attempts += 1
      await trx.insertInto('halls').values(hall(vendorId, 'Retried hall')).execute()
      if (attempts < 4) throw Object.assign(new Error('injected'), { code: attempts % 2 ? '40001' : '40P01' })
    })
    expect(attempts).toBe(4)
    expect(await tenant(app.app.db, vendorId, (trx) => trx.selectFrom('halls').select('title').execute())).toHaveLength(1)
    let others = 0
    await expect(
      tenant(app.app.db, vendorId, async () => Promise.reject(Object.assign(new Error('other'), { code: '23505', n: (others += 1) }))),
    ).rejects.toThrow('other')
    expect(others).toBe(1)
  })
})
