import { expect, test } from 'vitest'
import { openInMemory, snapshot } from './memory.ts'

test('copies of a snapshot are whole, apart from each other, and there in well under a second', async () => {
  const template = await openInMemory()
  await template.exec(`create extension btree_gist; create table "t" ("n" integer); insert into "t" values (1), (2)`)
  const blob = await snapshot(template)
  await template.close()
  const begun = performance.now()
  const one = await openInMemory(blob)
  const ms = performance.now() - begun
  const two = await openInMemory(blob)
  await one.exec('delete from "t"')
  expect((await one.query('select * from "t"')).rows).toEqual([])
  expect((await two.query('select * from "t"')).rows).toEqual([{ n: 1 }, { n: 2 }])
  await two.exec('create table "slots" ("during" int4range, "hall" integer, exclude using gist ("hall" with =, "during" with &&))')
  await one.close()
  await two.close()
  expect(ms).toBeLessThan(1000)
  console.log(`A copy of a template opens in ${Math.round(ms)} ms`)
})
