import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { dayNames, week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from './app.ts'
import { floor, hours, person, seen } from './floor.ts'

/** What records contain, as the specification lists it: fields, a row's timestamps, and what the document helper returns. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('every record has an id and both its times, and a change moves the second alone', async () => {
  const { calls, batch, service, trainer, hall } = await floor(app)
  const created = await calls.batches.create(batch())
  const customer = await person(calls, 'Amal')
  const times = ({ createdAt, updatedAt }: { createdAt: string; updatedAt: string }) => [createdAt, updatedAt]
  const before = new Date(app.clock.now()).toISOString()
  for (const row of [service, trainer, hall, created, customer]) {
    expect(row.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(times(row)).toEqual([before, before])
  }
  app.clock.advance(60_000)
  const later = new Date(app.clock.now()).toISOString()
  const { title, size, totalCandidates } = hall
  const { service: type, cover } = service
  const { services, avatar, Fname, Lname } = trainer
  const changed = [
    await calls.halls.update({ ...seen(hall), title, size, totalCandidates: totalCandidates + 1 }),
    await calls.services.update({ ...seen(service), service: type, cover, descriptionEn: 'Football for everybody who likes it' }),
    await calls.trainers.update({ ...seen(trainer), services, avatar, Fname, Lname, cost: 130, ...hours }),
    await calls.batches.update({ ...batch({ code: created.code, name: 'Seniors' }), ...seen(created) }),
    await calls.customers.update({ ...seen(customer), firstName: 'Amal', lastName: 'Karam', phone: customer.phone }),
  ]
  for (const row of changed) expect(times(row)).toEqual([before, later])
})

test('a service, a batch, a trainer and a room hold the fields of spec 3', async () => {
  const { calls, batch, service, trainer, hall, owner } = await floor(app)
  expect(Object.keys(service)).toEqual(expect.arrayContaining(['service', 'cover', 'descriptionEn', 'vendorRef']))
  expect(service.vendorRef).toBe(`countries/AE/vendors/${owner.vendorId}`)
  const created = await calls.batches.create(batch({ price: 35_000 }))
  expect(created).toMatchObject({ name: 'Juniors', price: 35_000, startingTime: '17:00', endingTime: '18:00', totalCandidates: 10 })
  expect([created.service, created.trainer, created.code.slice(0, 2)]).toEqual([service.id, trainer.id, 'C-'])
  expect(created.trainingDays).toEqual(dayNames.map((day, id) => ({ id, day, isSelected: id === 1 })))
  expect(trainer).toMatchObject({ services: [service.id], Fname: 'Mariam', Lname: 'Haddad', cost: 120, ...hours })
  expect(trainer.avatar).toMatch(/^\/media\//)
  expect(hall).toMatchObject({ title: 'North pitch', size: 1200, totalCandidates: 24 })
})

test('the vendor stands at its country’s path with the fields of spec 3 and of the profile form', async () => {
  const { calls, logo, owner } = await floor(app)
  const path = { collection: 'countries/AE/vendors', id: owner.vendorId }
  expect(await calls.documents.get(path)).toEqual({ result: false })
  const profile = { logo, name: 'Al Noor', username: `noor ${newId().slice(-8)}`, address: '12 Corniche Road', postcode: '00000' }
  await calls.setup.saveVendor({ ...profile, ...hours, latitude: 25.2, longitude: 55.3, location: 'Behind the mosque', version: 0 })
  const { result, data = {} } = await calls.documents.get(path)
  expect(result).toBe(true)
  expect(data).toMatchObject({
    ...profile,
    id: owner.vendorId,
    email: owner.email,
    photoURL: logo,
    country: 'United Arab Emirates',
    countryISOCode: 'AE',
    latitude: 25.2,
    longitude: 55.3,
    location: 'Behind the mosque',
    startingTime: hours.startingTime,
    endingTime: hours.endingTime,
    trainingDays: week(0, 1, 2, 3, 4, 5, 6),
    addBatch: false,
    addHall: true,
    addTrainer: true,
    profileCompleted: true,
    serviceCompleted: true,
  })
  expect(data).toHaveProperty('countryCode')
  expect(await calls.documents.get({ ...path, collection: 'countries/KW/vendors' })).toEqual({ result: false })
})

test('a merchant is read by its owner’s id or its own, and no one is online before a sign-in', async () => {
  const browser = app.browser()
  const account = { email: `new-${newId()}@example.com`, country: 'KW', password: 'touch-line-Court-at-9' }
  const { id } = await browser.calls.accounts.register({ ...account, confirmPassword: account.password, acceptTerms: true })
  const stored = await tenant(app.app.db, id, (trx) =>
    trx.selectFrom('merchants').select(['isOnLine', 'lastLogin', 'code', 'email']).where('vendorId', '=', id).executeTakeFirstOrThrow(),
  )
  expect(stored).toEqual({ isOnLine: false, lastLogin: null, code: 'KW', email: account.email })
  const signedIn = await browser.calls.accounts.signIn({ email: account.email, password: account.password })
  expect(signedIn).toEqual({ id: expect.any(String), email: account.email, status: 'active' })
  for (const key of [id, signedIn.id])
    expect(await browser.calls.documents.get({ collection: 'merchants', id: key })).toMatchObject({
      result: true,
      data: { id, uid: signedIn.id, code: 'KW', name: '', profileCompleted: false },
    })
})

test('the helper stores the given id or a new one inside, merges by id, and reads the whole', async () => {
  const { calls } = await floor(app)
  const given = newId()
  const room = { title: 'South pitch', size: 10, totalCandidates: 10 }
  const [first, second] = [
    await calls.documents.create({ collection: 'halls', id: given, data: room }),
    await calls.documents.create({ collection: 'halls', data: room }),
  ]
  expect([first.success, first.data?.['id'], second.success]).toEqual([true, given, true])
  expect(second.data?.['id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(await calls.documents.update({ collection: 'halls', id: given, data: { size: 77 } })).toMatchObject({
    success: true,
    data: { ...room, id: given, size: 77 },
  })
  expect((await calls.documents.list({ collection: 'halls' })).data).toHaveLength(3)
  expect(await calls.documents.where({ collection: 'merchants', field: 'isActive', value: 'true' })).toMatchObject({ success: true })
  expect(await calls.documents.where({ collection: 'merchants', field: 'isActive', value: 'false' })).toMatchObject({ success: false })
  expect(await calls.documents.where({ collection: 'halls', field: 'id', value: given })).toMatchObject({
    success: true,
    data: [{ size: 77 }],
  })
})

test('a country of the list has an id and an English name', async () => {
  const countries = await app.browser().calls.setup.countries()
  expect(countries).toContainEqual(expect.objectContaining({ id: 'AE', nameEn: 'United Arab Emirates' }))
  expect(countries.every(({ id, nameEn }) => /^[A-Z]{2}$/.test(id) && nameEn !== '')).toBe(true)
})
