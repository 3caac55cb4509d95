import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCountries } from './countries.seed.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, hours, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a country of several zones begins with the one that most of its businesses are in, and the database knows them all', async () => {
  const first = Object.fromEntries(allCountries().map(({ id, timeZones }) => [id, timeZones[0]]))
  expect(first).toMatchObject({
    US: 'America/New_York',
    CA: 'America/Toronto',
    AU: 'Australia/Sydney',
    BR: 'America/Sao_Paulo',
    MX: 'America/Mexico_City',
    RU: 'Europe/Moscow',
    ES: 'Europe/Madrid',
    PT: 'Europe/Lisbon',
    DE: 'Europe/Berlin',
    AE: 'Asia/Dubai',
    KW: 'Asia/Kuwait',
    OM: 'Asia/Muscat',
    MY: 'Asia/Kuala_Lumpur',
    SE: 'Europe/Stockholm',
  })
  for (const { id, timeZones } of allCountries()) {
    expect(timeZones.length, id).toBeGreaterThan(0)
    for (const zone of timeZones) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone }), zone).not.toThrow()
  }
  const zones = [...new Set(allCountries().flatMap(({ timeZones }) => timeZones))]
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${zones}::text[]) as zone where now() at time zone zone is null`.execute(app.app.db.kysely)
  expect(rows).toEqual([])
})

test('a profile chooses a zone of its country, and every session keeps the hours that were typed', async () => {
  const { calls, batch, logo } = await floor(app, 'US')
  const days = { startDate: '2026-10-26', endDate: '2026-11-02' }
  await calls.batches.create(batch(days))
  await calls.batches.create(batch({ ...days, startingTime: '18:00', endingTime: '19:00' }))
  const sessions = async () =>
    (await calls.sessions.list({ from: '2026-10-01', to: '2026-11-30' })).rows.map(({ day, startingTime, startsAt }) => [
      day,
      startingTime,
      startsAt,
    ])
  // New York leaves daylight-saving time on 1 November.
  expect(await sessions()).toEqual([
    ['2026-10-26', '17:00', '2026-10-26T21:00:00.000Z'],
    ['2026-10-26', '18:00', '2026-10-26T22:00:00.000Z'],
    ['2026-11-02', '17:00', '2026-11-02T22:00:00.000Z'],
    ['2026-11-02', '18:00', '2026-11-02T23:00:00.000Z'],
  ])
  const [off] = (await calls.sessions.list({ from: '2026-10-26', to: '2026-10-26' })).rows
  await calls.sessions.cancel({ ...seen(off!), reason: 'Rain', tell: false })
  const profile = { logo, name: 'Court', username: 'court', address: 'Main Street 1', postcode: '90001', ...hours }
  const save = (version: number, timeZone?: string) => calls.setup.saveVendor({ ...profile, version, ...(timeZone ? { timeZone } : {}) })
  expect(await refusal(save(0, 'Asia/Dubai'))).toBe('setup.timeZone.invalid')
  expect(await refusal(save(0, 'Nowhere/At_All'))).toBe('setup.timeZone.invalid')
  expect(await save(0, 'America/Los_Angeles')).toMatchObject({ timeZone: 'America/Los_Angeles' })
  const moved = [
    ['2026-10-26', '17:00', '2026-10-27T00:00:00.000Z'],
    ['2026-10-26', '18:00', '2026-10-27T01:00:00.000Z'],
    ['2026-11-02', '17:00', '2026-11-03T01:00:00.000Z'],
    ['2026-11-02', '18:00', '2026-11-03T02:00:00.000Z'],
  ]
  expect(await sessions()).toEqual(moved)
  expect((await calls.sessions.list({ from: '2026-10-26', to: '2026-11-02' })).rows.map(({ state }) => state)).toEqual([
    'cancelled',
    'scheduled',
    'scheduled',
    'scheduled',
  ])
  // Without a zone it stays as it is.
  expect(await save(1)).toMatchObject({ timeZone: 'America/Los_Angeles' })
  expect(await sessions()).toEqual(moved)
})

test('a profile may bring its country and codes; those of another country are refused at their field', async () => {
  const { calls, logo } = await floor(app, 'US')
  const profile = { logo, name: 'Net', username: 'net', address: 'Main Street 1', postcode: '90001', ...hours, version: 0 }
  const own = { country: 'United States of America', countryCode: '+1', countryISOCode: 'US' }
  for (const other of [{ country: 'Kuwait' }, { countryCode: '+965' }, { countryISOCode: 'KW' }])
    expect(await refusal(calls.setup.saveVendor({ ...profile, ...own, ...other }))).toBe('setup.country.fixed')
  const saved = await calls.setup.saveVendor({ ...profile, ...own })
  expect(saved).toMatchObject(own)
})
