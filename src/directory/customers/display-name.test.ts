import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shownName } from '#insight/rankings/rankings.rules.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { displayName } from './display-name.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const person = { firstName: 'Amal', lastName: 'Karam', nickname: '', guardianName: '', showInRankings: true }

test('boards of challenges and rankings call the same people minors, to the day, leap years included', async () => {
  const births = ['2008-02-28', '2008-02-29', '2008-03-01', '2010-02-28', '2010-03-01', '2009-12-31', null]
  const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2028-02-28', '2028-02-29', '2028-03-01', '2027-12-30', '2027-12-31']
  const found: Record<string, number> = { 'A.': 0, 'Amal K.': 0 }
  for (const dob of births)
    for (const guardianName of ['', 'Badr'])
      for (const today of days) {
        const { rows } = await sql<{ name: string }>`
          select ${displayName(sql`${today}::date`)} as "name" from (select true as "showInRankings", ${dob}::date as "dob",
            ${guardianName} as "guardianName", '' as "nickname", 'Amal' as "firstName", 'Karam' as "lastName") c`.execute(app.app.db.kysely)
        const name = rows[0]?.name ?? ''
        found[name] = (found[name] ?? 0) + 1
        expect([dob, guardianName, today, name === 'A.']).toEqual([
          dob,
          guardianName,
          today,
          shownName({ ...person, dob, guardianName }, 'name', today) === 'A.',
        ])
      }
  expect(Object.values(found).every((count) => count > 10)).toBe(true)
  expect(Object.keys(found)).toHaveLength(2)
})
