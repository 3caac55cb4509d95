import { afterAll, beforeAll, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, refusal, seen } from '../../../test/floor.ts'
import { company } from './company.sample.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const amal = { firstName: 'Amal', phone: '0501234567' }

test('a customer’s company is stored, found, changed and removed, and is logged', async () => {
  const { calls } = await app.owner()
  const created = await calls.customers.create({ ...amal, ...company })
  expect(created).toMatchObject(company)
  const found = async (search: string) => (await calls.customers.list({ search })).rows.map(({ id }) => id)
  for (const search of ['gulf swim', 'GULF', 'amal']) expect(await found(search), search).toEqual([created.id])
  // A change names one field and leaves the others.
  const moved = await calls.customers.update({ ...seen(created), billingCity: 'Sharjah' })
  expect(moved).toMatchObject({ ...company, billingCity: 'Sharjah' })
  const none = Object.fromEntries(Object.keys(company).map((name) => [name, '']))
  expect(await calls.customers.update({ ...seen(moved), ...none })).toMatchObject({ firstName: 'Amal', companyName: '', taxNumber: '' })
  expect(await found('gulf swim')).toEqual([])
  const { rows } = await calls.history.list({ of: created.id })
  expect(JSON.stringify(rows)).toContain('Sharjah')
})

test('a company has a name, a country by its code, and a tax number in the form of its country', async () => {
  const { calls } = await app.owner()
  const create = (fields: object) => refusal(calls.customers.create({ ...amal, ...fields }))
  expect(await create({ taxNumber: '100123456700003' })).toBe('customers.companyName.required')
  expect(await create({ billingStreet: '1 Road' })).toBe('customers.companyName.required')
  expect(await create({ ...company, billingCountry: 'Emirates' })).toBe('customers.billingCountry.invalid')
  expect(await create({ ...company, billingCountry: 'ae' })).toBe('customers.billingCountry.invalid')
  expect(await create({ ...company, taxNumber: '12345' })).toBe('customers.taxNumber.invalid')
  expect(await create({ ...company, billingCountry: 'SA' })).toBe('customers.taxNumber.invalid')
  expect(await create({ ...company, taxNumber: 'x'.repeat(31) })).toBe('customers.taxNumber.long')
  expect(await create({ ...company, companyName: 'x'.repeat(121) })).toBe('customers.companyName.long')
  expect(await create({ ...company, companyName: 'Acme \u202Egnp.exe' })).toBe('lib.fields.direction')
  expect(await create({ ...company, companyName: 'Acme\nLtd' })).toBe('lib.fields.invalid')
  // A country alone, as a form presets it, names no company.
  expect(await create({ billingCountry: 'AE' })).toBe('accepted')
  // A change of the country is checked with the number that is stored.
  const row = await calls.customers.create({ ...amal, ...company })
  expect(await refusal(calls.customers.update({ ...seen(row), billingCountry: 'GB' }))).toBe('customers.taxNumber.invalid')
  expect(await refusal(calls.customers.update({ ...seen(row), companyName: '' }))).toBe('customers.companyName.required')
})

test('the longest company is stored with everything else that a form takes, and the phone is still found', async () => {
  const { calls } = await app.owner()
  const wide = 'ﷺ'
  const created = await calls.customers.create({
    firstName: wide.repeat(40),
    guardianName: wide.repeat(80),
    phone: '0501234567',
    companyName: wide.repeat(120),
    billingStreet: wide.repeat(120),
    billingCity: wide.repeat(60),
    billingPostcode: wide.repeat(20),
    billingCountry: 'US',
    taxNumber: wide.repeat(30),
  })
  expect((await calls.customers.list({ search: '501234567' })).rows.map(({ id }) => id)).toEqual([created.id])
})

test('a merge takes the other’s company whole, and never mixes two', async () => {
  const { calls } = await floor(app)
  const merged = async (own: object, other: object) => {
    const [target, drop] = [await person(calls, 'Amal', own), await person(calls, 'Amal', other)]
    return calls.customers.merge({ ...seen(target), drop: drop.id })
  }
  expect(await merged({ billingCountry: 'GB' }, company)).toMatchObject(company)
  const other = { companyName: 'Acme', billingCountry: 'GB' }
  expect(await merged(other, company)).toMatchObject({ ...other, taxNumber: '', billingStreet: '', billingCity: '' })
  expect(await merged(company, {})).toMatchObject(company)
})

test('a file names companies, with their country by code or by its name in either language', async () => {
  const { calls } = await app.owner()
  const row = (firstName: string, more: object) => ({ id: newId(), firstName, phone: '0501234567', ...more })
  const rows = [
    row('Amal', company),
    row('Badr', { ...company, billingCountry: 'united arab emirates' }),
    row('Celine', { ...company, billingCountry: 'الإمارات العربية المتحدة' }),
    row('Dina', { ...company, billingCountry: 'Atlantis' }),
    row('Elias', { ...company, taxNumber: '1' }),
    row('Farah', { companyName: 'Acme' }),
    row('Ghada', { billingStreet: '1 Road', billingCity: 'Dubai', billingCountry: 'Atlantis' }),
    row('Hana', { taxNumber: company.taxNumber }),
  ]
  expect((await calls.imports.check({ rows })).map(({ issues }) => issues)).toEqual([
    [],
    [],
    [],
    [{ field: 'billingCountry', key: 'customers.billingCountry.invalid' }],
    [{ field: 'taxNumber', key: 'customers.taxNumber.invalid' }],
    [],
    // The address of a person is left out, but no number of a company without a name.
    [],
    [{ field: 'companyName', key: 'customers.companyName.required' }],
  ])
  const id = newId()
  await calls.imports.begin({ id, fileName: 'companies.csv', rows: rows.length })
  expect((await calls.imports.add({ id, rows })).made).toBe(5)
  for (const one of [rows[0]!, rows[1]!, rows[2]!]) expect(await calls.customers.get({ id: one.id })).toMatchObject(company)
  expect(await calls.customers.get({ id: rows[6]!.id })).toMatchObject({ companyName: '', billingStreet: '', billingCountry: '' })
})

test('the front desk enters a company; another business sees nothing of it', async () => {
  const owner = await app.owner()
  await onPlan(owner, 'elite')
  const desk = await joined(app, owner, 'frontDesk')
  const created = await desk.calls.customers.create({ ...amal, ...company })
  expect(created).toMatchObject(company)
  const stranger = await app.owner()
  expect(await refusal(stranger.calls.customers.get({ id: created.id }))).toBe('document/not-found')
  expect(await refusal(stranger.calls.customers.update({ ...seen(created), companyName: 'Mine' }))).toBe('document/not-found')
  expect((await stranger.calls.customers.list({ search: 'gulf' })).rows).toEqual([])
})
