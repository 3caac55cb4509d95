import { expect, test } from 'vitest'
import { openInMemory } from './embedded/memory.ts'
import { isUnavailable } from './errors.ts'
import { Statements } from './statements.ts'

test('the last of several statements answers, with its rows or the number of rows that it changed', async () => {
  const pglite = await openInMemory()
  const statements = new Statements(pglite)
  const created = await statements.run('create temp table "t" ("n" integer, "text" text); insert into "t" values (1, null), (2, \'é\')', [])
  expect(created).toEqual({ rows: [], changed: 2 })
  expect(await statements.run('update "t" set "n" = "n" + $1', [10])).toEqual({ rows: [], changed: 2 })
  for (const least of [11, 12, 13]) {
    const rows = [
      { n: 11, text: null },
      { n: 12, text: 'é' },
    ].filter(({ n }) => n >= least)
    expect(await statements.run('select "n", "text" from "t" where "n" >= $1 order by "n"', [least])).toEqual({ rows, changed: 0 })
  }
  await expect(statements.run('select 1 / $1::integer', [0])).rejects.toMatchObject({ code: '22012' })
  expect(await statements.run('delete from "t" where "n" = $1 returning "text"', [12])).toEqual({ rows: [{ text: 'é' }], changed: 1 })
  await pglite.close()
})

test('between the statements of a long report the process does what else waits', async () => {
  const pglite = await openInMemory()
  const statements = new Statements(pglite)
  let turns = 0
  let waiting = setImmediate(function next() {
    turns += 1
    waiting = setImmediate(next)
  })
  // Each holds the process for longer than statements may follow each other.
  for (let n = 0; n < 5; n++)
    await statements.run('select count(*) as "count" from generate_series(1, $1::integer) n, generate_series(1, 100)', [5000])
  clearImmediate(waiting)
  expect(turns).toBeGreaterThanOrEqual(5)
  await pglite.close()
})

test('a closed engine is unavailable, not at fault', async () => {
  const pglite = await openInMemory()
  const statements = new Statements(pglite)
  await pglite.close()
  for (const values of [[], [1]]) {
    const error: unknown = await statements.run('select 1', values).catch((thrown: unknown) => thrown)
    expect(isUnavailable(error)).toBe(true)
  }
})
