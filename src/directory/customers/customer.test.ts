import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleChallenge } from '#insight/challenges/challenge.sample.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { floor, person, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('search finds phones in any format and Arabic spelling variants', async () => {
  const { calls } = await app.owner()
  const amal = await calls.customers.create({ firstName: 'أحمد', lastName: 'الفاطمي', phone: '050 123 4567', email: 'Ahmad@Example.com' })
  const zoe = await calls.customers.create({ firstName: 'Zoë', lastName: 'O’Neil', guardianName: 'Layla', guardianPhone: '+965 9999 0000' })
  expect(amal.phone).toBe('+971501234567')
  const found = async (search: string) => (await calls.customers.list({ search })).rows.map(({ id }) => id)
  for (const search of [
    '050 123 4567',
    '0501234567',
    '+971 50-123-4567',
    '00971501234567',
    '٠٥٠١٢٣٤٥٦٧',
    '4567',
    'احمد',
    'أحمَد',
    'إحمد',
    'الفاطمى',
    'ahmad@example',
  ])
    expect(await found(search), search).toEqual([amal.id])
  for (const search of ['zoe', 'ONEIL', 'oneil', "o'neil", 'layla', '99990000']) expect(await found(search), search).toEqual([zoe.id])
  expect(await found('%')).toEqual([])
  expect(await found('nobody')).toEqual([])
})

test('the longest texts that a form takes are kept and found', async () => {
  const { calls } = await app.owner()
  const long = 'ﷺ'.repeat(40)
  const created = await calls.customers.create({
    firstName: long,
    lastName: '😀'.repeat(20),
    nickname: long,
    guardianName: 'ﷺ'.repeat(80),
    email: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.com`,
    phone: '0501234567',
    tags: Array.from({ length: 10 }, (_, index) => `${index}${'😀'.repeat(14)}`),
  })
  expect((await calls.customers.list({ search: '501234567' })).rows.map(({ id }) => id)).toEqual([created.id])
  const tags = Array.from({ length: 20 }, (_, index) => `${index} ${'ا'.repeat(25)}`)
  expect(await refusal(calls.customers.update({ ...seen(created), firstName: 'Amal', phone: '0501234567', tags }))).toBe(
    'customers.tags.invalid',
  )
})

test('a form’s rules are the server’s: a name, a way to be reached, phones that exist', async () => {
  const { calls } = await app.owner()
  const create = (fields: object) => refusal(calls.customers.create(fields as never))
  expect(await create({ phone: '0501234567' })).toBe('customers.firstName.required')
  expect(await create({ firstName: 'Amal' })).toBe('customers.phone.reach')
  expect(await create({ firstName: 'Amal', phone: '12' })).toBe('customers.phone.invalid')
  expect(await create({ firstName: 'Amal', email: 'amal' })).toBe('customers.email.invalid')
  expect(await create({ firstName: 'Amal', email: 'a@example.com', dob: '2026-02-30' })).toBe('customers.dob.invalid')
  expect(await create({ firstName: 'Amal', email: 'a@example.com', dob: '2099-12-31' })).toBe('customers.dob.invalid')
  expect(await create({ firstName: 'Amal', guardianPhone: '0501234567' })).toBe('accepted')
})

test('merging moves enrolments and bills, fills what is missing and gives up the second place', async () => {
  const { calls, batch } = await floor(app)
  const created = await calls.batches.create(batch())
  const other = await calls.batches.create(batch({ startingTime: '19:00', endingTime: '20:00' }))
  const survivor = await person(calls, 'Amal', { lastName: 'Karam', tags: ['kids'], notes: 'First' })
  const drop = await person(calls, 'Amal', { lastName: 'Karam', email: 'amal@example.com', tags: ['girls'], notes: 'Second' })
  const rows = [
    await calls.enrolments.enrol({ batch: created.id, customer: survivor.id }),
    await calls.enrolments.enrol({ batch: created.id, customer: drop.id }),
    await calls.enrolments.enrol({ batch: other.id, customer: drop.id }),
  ]
  const ball = { kind: 'free' as const, text: 'A football', quantity: 1, unit: 5250 }
  const sold = await calls.sales.sell({ customer: drop.id, items: [ball], total: 5250 })
  expect((await calls.customers.duplicates({ id: survivor.id })).map(({ id }) => id)).toEqual([drop.id])
  const merged = await calls.customers.merge({ ...seen(await calls.customers.get({ id: survivor.id })), drop: drop.id })
  expect(merged).toMatchObject({
    email: 'amal@example.com',
    phone: survivor.phone,
    tags: ['kids', 'girls'],
    notes: 'First\n\nSecond',
    enrolled: 2,
    lifecycle: 'active',
  })
  expect(await calls.customers.get({ id: drop.id })).toMatchObject({ state: 'archived', mergedInto: survivor.id, enrolled: 0 })
  expect(await calls.enrolments.get({ id: rows[1]!.id })).toMatchObject({ state: 'cancelled', customer: survivor.id })
  expect((await calls.batches.get({ id: created.id })).enrolled).toBe(1)
  expect(await calls.sales.get({ id: sold.id })).toMatchObject({ customer: survivor.id, state: 'open' })
})

test('siblings with a parent’s phone and e-mail are not the same person, who is found under a second spelling', async () => {
  const { calls } = await app.owner()
  const parents = { phone: '0501234567', email: 'parents@example.com', lastName: 'Brown', dob: '2015-03-14' }
  const lucy = await calls.customers.create({ ...parents, firstName: 'Lucy' })
  await calls.customers.create({ ...parents, firstName: 'Max' })
  await calls.customers.create({ ...parents, firstName: 'Lucynda', lastName: '' })
  const again = await calls.customers.create({ ...parents, firstName: 'LUCY', lastName: 'Browne', email: '' })
  const found = async (id: string) => (await calls.customers.duplicates({ id })).map((row) => row.id)
  expect(await found(lucy.id)).toEqual([again.id])
  expect(await found(again.id)).toEqual([lucy.id])
})

describe('import', () => {
  test('10,000 rows with 137 bad ones: the bad are named, the good written once, and the import undone', async () => {
    const { calls } = await app.owner()
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: newId(),
      firstName: index % 73 === 5 ? '' : `Person ${index}`,
      phone: `05${String(10_000_000 + index)}`,
      tags: 'imported; kids',
      dob: '14/03/2015',
    }))
    const bad = rows.filter(({ firstName }) => firstName === '').length
    expect(bad).toBe(137)
    const chunks = Array.from({ length: 40 }, (_, at) => rows.slice(at * 250, at * 250 + 250))
    let refused = 0
    for (const chunk of chunks) refused += (await calls.imports.check({ rows: chunk })).filter(({ issues }) => issues.length > 0).length
    expect(refused).toBe(137)
    expect((await calls.customers.list({})).total).toBe(0)
    const id = newId()
    const begun = performance.now()
    await calls.imports.begin({ id, fileName: 'people.csv', rows: rows.length })
    let created = 0
    for (const chunk of chunks) created += (await calls.imports.add({ id, rows: chunk })).made
    // The connection broke, so the last call is retried.
    expect((await calls.imports.add({ id, rows: chunks[39]! })).made).toBe(0)
    expect(created).toBe(9863)
    expect(await calls.imports.finish({ id })).toMatchObject({ state: 'done', made: 9863, rows: 10_000 })
    expect(performance.now() - begun).toBeLessThan(60_000)
    const [first] = (await calls.customers.list({ search: 'person 9999' })).rows
    expect(first).toMatchObject({ phone: '+971510009999', dob: '2015-03-14', tags: ['imported', 'kids'], source: 'import' })
    expect(
      (await calls.imports.check({ rows: [{ id: newId(), firstName: 'Person 9999', phone: '+971 51 000 9999' }] }))[0]?.duplicate?.id,
    ).toBe(first?.id)
    // A sister with the same parent's phone is a different person.
    expect((await calls.imports.check({ rows: [{ id: newId(), firstName: 'Twin', phone: '+971 51 000 9999' }] }))[0]?.duplicate).toBeNull()
    expect(await calls.imports.undo({ id })).toEqual({ removed: 9863, kept: 0 })
    expect((await calls.customers.list({})).total).toBe(0)
    expect(await refusal(calls.imports.add({ id, rows: chunks[0]! }))).toBe('import/undone')
  })
})

test('taking an import back leaves who was enrolled, billed, quoted, entered in a challenge, changed or merged since', async () => {
  const { calls, batch, service } = await floor(app)
  const created = await calls.batches.create(batch())
  const rows = ['Amal', 'Badr', 'Celine', 'Dina', 'Elias', 'Farah', 'Ghada', 'Hana'].map((firstName, index) => ({
    id: newId(),
    firstName,
    phone: `05012345${60 + index}`,
  }))
  const id = newId()
  await calls.imports.begin({ id, fileName: 'people.csv', rows: rows.length })
  await calls.imports.add({ id, rows })
  const [amal, badr, celine, dina] = await Promise.all(rows.map((row) => calls.customers.get({ id: row.id })))
  await calls.enrolments.enrol({ batch: created.id, customer: amal!.id })
  await calls.customers.update({ ...seen(badr!), firstName: 'Badr', phone: badr!.phone, notes: 'Left-handed' })
  await calls.customers.merge({ ...seen(celine!), drop: dina!.id })
  const ball = { kind: 'free' as const, text: 'A football', quantity: 1, unit: 5250 }
  await calls.sales.sell({ customer: rows[5]!.id, items: [ball], total: 5250 })
  const contest = await calls.challenges.publish(seen(await calls.challenges.create({ ...sampleChallenge, startsAt: '2026-12-01' })))
  await calls.challenges.enter({ challenge: contest.id, customers: [rows[6]!.id] })
  await calls.quotes.create({ customer: rows[7]!.id, service: service.id, quote: 'Ten afternoons', offeredPrice: 100 })
  expect(await calls.imports.undo({ id })).toEqual({ removed: 1, kept: 7 })
  expect(await calls.imports.undo({ id })).toEqual({ removed: 0, kept: 7 })
  expect((await calls.customers.list({ sort: 'firstName', direction: 'asc' })).rows.map(({ firstName }) => firstName)).toEqual([
    'Amal',
    'Badr',
    'Celine',
    'Farah',
    'Ghada',
    'Hana',
  ])
})

describe('roles', () => {
  test('the front desk sees the contact alone and empties nothing that it does not see', async () => {
    const { calls, vendorId, userId } = await app.owner()
    const amal = await person(calls, 'Amal', { notes: 'Asthma', dob: '2014-05-06', tags: ['kids'] })
    await app.app.db.kysely
      .updateTable('members')
      .set({ role: 'frontDesk' })
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .execute()
    const desk = await calls.customers.get({ id: amal.id })
    expect(desk).toMatchObject({ phone: amal.phone, notes: '', dob: null, tags: [] })
    const hidden = { notes: '', dob: null, tags: [] }
    expect(await calls.customers.update({ ...seen(amal), firstName: 'Amal', phone: '0507654321' })).toMatchObject(hidden)
    const stale = await calls.customers
      .update({ ...seen(amal), firstName: 'Amal', phone: '0507654321' })
      .catch((error: { code: string; data: { current: object } }) => error)
    expect(stale).toMatchObject({ code: 'request/stale', data: { current: { firstName: 'Amal', ...hidden } } })
    expect((await calls.customers.list({})).rows).toMatchObject([hidden])
    await app.app.db.kysely
      .updateTable('members')
      .set({ role: 'owner' })
      .where('vendorId', '=', vendorId)
      .where('userId', '=', userId)
      .execute()
    expect(await calls.customers.get({ id: amal.id })).toMatchObject({
      phone: '+971507654321',
      notes: 'Asthma',
      dob: '2014-05-06',
      tags: ['kids'],
    })
  })

  test('a trainer sees and marks the own sessions alone, by first name', async () => {
    const { calls, batch, second, owner } = await floor(app)
    const mine = await calls.batches.create(batch({ trainer: second.id }))
    const other = await calls.batches.create(batch({ startingTime: '19:00', endingTime: '20:00' }))
    const amal = await person(calls, 'Amal', { lastName: 'Karam' })
    const rows = [
      await calls.enrolments.enrol({ batch: mine.id, customer: amal.id }),
      await calls.enrolments.enrol({ batch: other.id, customer: amal.id }),
    ]
    const range = { from: '2026-10-05', to: '2026-10-12' }
    const sessions = (await calls.sessions.list(range)).rows
    const theirs = sessions.find(({ trainer }) => trainer !== second.id)!
    const own = sessions.find(({ trainer }) => trainer === second.id)!
    await app.app.db.kysely
      .updateTable('members')
      .set({ role: 'trainer', trainerId: second.id })
      .where('vendorId', '=', owner.vendorId)
      .where('userId', '=', owner.userId)
      .execute()
    expect(new Set((await calls.sessions.list(range)).rows.map(({ trainer }) => trainer))).toEqual(new Set([second.id]))
    expect((await calls.batches.list({})).rows.map(({ id }) => id)).toEqual([mine.id])
    for (const denied of [
      () => calls.sessions.get({ id: theirs.id }),
      () => calls.batches.get({ id: other.id }),
      () => calls.attendance.roster({ session: theirs.id }),
      () =>
        calls.attendance.mark({
          marks: [{ session: theirs.id, enrolment: rows[1]!.id, mark: 'present', markedAt: '2026-10-05T09:00:00Z' }],
        }),
    ])
      expect(await refusal(denied())).toBe('document/not-found')
    for (const denied of [
      () => calls.customers.list({}),
      () => calls.enrolments.list({}),
      () => calls.sessions.cancel({ ...seen(own), reason: 'x' }),
      () => calls.trainers.list({}),
    ])
      expect(await refusal(denied())).toBe('permission/denied')
    const roster = await calls.attendance.roster({ session: own.id })
    expect(roster.people).toMatchObject([{ firstName: 'Amal', lastName: '' }])
    expect(
      await calls.attendance.mark({
        marks: [{ session: own.id, enrolment: rows[0]!.id, mark: 'present', markedAt: '2026-10-05T09:00:00Z' }],
      }),
    ).toEqual({ kept: 1, left: 0 })
  })
})
