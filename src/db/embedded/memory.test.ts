import { expect, test } from 'vitest'
import { openInMemory, databaseSnapshot } from './memory.ts'

test('copies of a snapshot are whole and apart from each other', async () => {
  const template = await openInMemory()
  await template.exec(`create extension btree_gist; create table "t" ("n" integer); insert into "t" values (1), (2)`)
  const blob = await databaseSnapshot(template)
  await template.close()
  const one = await openInMemory(blob)
  const two = await openInMemory(blob)
  await one.exec('delete from "t"')
  expect((await one.query('select * from "t"')).rows).toEqual([])
  expect((await two.query('select * from "t"')).rows).toEqual([{ n: 1 }, { n: 2 }])
  await two.exec('create table "slots" ("during" int4range, "hall" integer, exclude using gist ("hall" with =, "during" with &&))')
  await one.close()
  await two.close()
})
