import { Kysely } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { assertReachesNodes, reachingNodes } from '#db/cluster.ts'
import { distribute } from '#db/distribute.ts'
import { openServer, ServerDialect } from '#db/open.ts'
import { openPool } from '#db/pool.ts'
import type { Schema } from '#db/schema.gen.ts'
import { hallSample } from '#directory/halls/hall.sample.ts'
import { loadSeeds } from '#entrance/seeds.server.ts'
import { testApp } from './app.ts'
import { clusterAt, createOnNodes, dropOnNodes, installCitus, onNode, withDatabase } from './citus.ts'

test('a filled database is distributed whole: not while anyone works on it, once, and its owner finds everything', async () => {
  const cluster = await clusterAt(inject('serverUrl'))
  const name = 'touchlineFilled'
  const url = await createOnNodes(cluster, name)
  const plain = await openServer(url)
  await loadSeeds(plain)
  const shared = { SECRET_KEY: 'the secret of the server before and after' }
  const before = await testApp(shared, plain)
  const owners = [await before.owner(), await before.owner(), await before.owner()]
  for (const { calls } of owners) await calls.halls.create(hallSample)
  await before.close()
  await expect(distribute(url)).rejects.toThrow('The database has no Citus')

  await installCitus(cluster, name)
  await expect(openServer(url)).rejects.toThrow('run npm run distribute')
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await expect(distribute(url)).rejects.toThrow('The database is in use (connections: 1)')
  await other.end()
  const tables = await distribute(url)
  expect(tables?.['halls']?.rows).toBe(3)
  expect(await distribute(url)).toBeNull()
  // The rows are on the nodes, each vendor's on one, and none is left beside them.
  const [found] = await onNode<{ rows: number; shards: number; left: number }>(
    url,
    `select (select count(*)::int from "halls") as "rows", (select count(*)::int from pg_dist_shard where logicalrelid = '"halls"'::regclass) as "shards",
       pg_relation_size('"halls"')::int as "left"`,
  )
  expect(found).toEqual({ rows: 3, shards: 4, left: 0 })

  // Each shard has the policies of its table: nodes would take a restrictive one for a permissive one.
  const policies = (relation: string) => `select coalesce(json_agg(p order by p.name), '[]')::text as "policies" from (
    select polname as "name", polpermissive, polcmd, pg_get_expr(polqual, polrelid) as "reads", pg_get_expr(polwithcheck, polrelid) as "writes"
    from pg_policy where polrelid = ${relation}) p`
  for (const table of ['audit', 'payments', 'halls']) {
    const [own] = await onNode<{ policies: string }>(url, policies(`'"${table}"'::regclass`))
    const shards = await onNode<{ result: string }>(
      url,
      `select "result" from run_command_on_shards('"${table}"', $$${policies("'%s'::regclass")}$$)`,
    )
    expect(
      shards.map(({ result }) => JSON.parse(result)),
      table,
    ).toEqual(Array.from({ length: 4 }, () => JSON.parse(own?.policies ?? '')))
  }

  const after = await testApp(shared, await openServer(url))
  for (const { email, password } of owners) {
    const { calls } = after.browser()
    await calls.accounts.signIn({ email, password })
    expect((await calls.halls.list({})).rows.map(({ title }) => title)).toEqual([hallSample.title])
  }
  await after.close()
  await dropOnNodes(cluster, name)
})

test('a start proves that the vendor reaches the nodes', async () => {
  const cluster = await clusterAt(inject('serverUrl'))
  const name = 'touchlineReached'
  const url = await createOnNodes(cluster, name)
  await installCitus(cluster, name)
  await (await openServer(url)).close()
  const proves = async (settings: (readonly [string, string])[]) => {
    const { pool } = openPool({ url, max: 1, prepare: true, types: new pg.TypeOverrides(), settings })
    const db = new Kysely<Schema>({ dialect: new ServerDialect({ pool }) })
    return assertReachesNodes(db).finally(() => db.destroy())
  }
  await expect(proves([])).rejects.toThrow('the vendor of a transaction does not reach its nodes')
  await proves([reachingNodes])
  await dropOnNodes(cluster, name)
})

test('after a start JIT is off on every node, also where it was on', async () => {
  const cluster = await clusterAt(inject('serverUrl'))
  const name = 'touchlineJit'
  const url = await createOnNodes(cluster, name)
  await installCitus(cluster, name)
  const settings = () => Promise.all(cluster.nodes.map((node) => onNode(withDatabase(node.url, name), 'show jit')))
  const [off, on] = ['off', 'on'].map((jit) => cluster.nodes.map(() => [{ jit }]))
  for (const node of cluster.nodes) await onNode(node.url, `alter database "${name}" set jit = on`)
  expect(await settings()).toEqual(on)
  await (await openServer(url)).close()
  expect(await settings()).toEqual(off)
  await dropOnNodes(cluster, name)
})
