import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { decided, floor, hours, refusal, seen } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('overlap', () => {
  test('C2 100 batches of one trainer and hall at once: none overlap, touching edges are allowed', async () => {
    const { calls, batch, hall, trainer, second, owner } = await floor(app)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const start = 6 * 60 + (index % 12) * 30
        const time = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        return decided(() =>
          calls.batches.create(
            batch({ startingTime: time(start), endingTime: time(start + 60), hall: hall.id, trainer: index % 2 ? trainer.id : second.id }),
          ),
        )
      }),
    )
    const acceptedCount = answers.filter((answer) => answer === 'accepted').length
    expect(acceptedCount).toBeGreaterThan(3)
    expect(
      answers
        .filter((answer) => answer !== 'accepted')
        .every((answer) => answer === 'batches.trainer.busy' || answer === 'batches.hall.busy'),
    ).toBe(true)
    const slots = await tenant(app.app.db, owner.vendorId, (trx) =>
      trx.selectFrom('batches').select(['startingTime', 'endingTime']).orderBy('startingTime').execute(),
    )
    for (const [index, slot] of slots.entries()) if (index > 0) expect(slot.startingTime >= (slots[index - 1]?.endingTime ?? '')).toBe(true)
    const other = await floor(app)
    expect(await refusal(other.calls.batches.create(other.batch({ startingTime: '10:00', endingTime: '11:00' })))).toBe('accepted')
    expect(await refusal(other.calls.batches.create(other.batch({ startingTime: '11:00', endingTime: '12:00' })))).toBe('accepted')
    expect(await refusal(other.calls.batches.create(other.batch({ startingTime: '10:59', endingTime: '11:01' })))).toBe(
      'batches.trainer.busy',
    )
    expect(
      await refusal(other.calls.batches.create(other.batch({ startingTime: '10:30', endingTime: '11:30', trainingDays: week(2) }))),
    ).toBe('accepted')
  })

  test('an archived batch frees its trainer; restoring it into a taken time is refused', async () => {
    const { calls, batch } = await floor(app)
    const first = await calls.batches.create(batch())
    const archived = await calls.batches.archive(seen(first))
    const next = await calls.batches.create(batch())
    expect(await refusal(calls.batches.restore(seen(archived)))).toBe('batches.trainer.busy')
    await calls.batches.archive(seen(next))
    expect((await calls.batches.restore(seen(archived))).state).toBe('open')
  })
})

describe('rules', () => {
  test("missing dates are today where the vendor is and three months on; the currency is the country's", async () => {
    const { calls, batch } = await floor(app, 'KW')
    const created = await calls.batches.create(batch({ price: 25_500 }))
    expect(created).toMatchObject({
      startDate: '2026-10-05',
      endDate: '2027-01-05',
      currency: 'KWD',
      price: 25_500,
      priceUnit: 'month',
      trainerName: 'Mariam Haddad',
    })
  })

  test('a date that is none is refused at its field', async () => {
    const { calls, batch } = await floor(app)
    for (const startDate of ['1e309', '2026-02-30', 'tomorrow', '2026-13-01'])
      expect(await refusal(calls.batches.create(batch({ startDate, endDate: '2027-01-01' }))), startDate).toBe('batches.startDate.format')
  })

  test("candidates fit the hall, the trainer teaches the service, the code is the vendor's own in any case", async () => {
    const { calls, batch, hall, image } = await floor(app)
    expect(await refusal(calls.batches.create(batch({ hall: hall.id, totalCandidates: 25 })))).toBe('batches.totalCandidates.hall')
    await calls.batches.create(batch({ hall: hall.id, totalCandidates: 20, startingTime: '08:00', endingTime: '09:00' }))
    const smaller = (totalCandidates: number) =>
      refusal(calls.halls.update({ id: hall.id, version: hall.version, title: hall.title, size: hall.size, totalCandidates }))
    expect(await smaller(19)).toBe('halls.totalCandidates.batch')
    expect(await smaller(20)).toBe('accepted')
    const swimming = await calls.services.create({ service: 'swimming', cover: image, descriptionEn: 'Swimming for everyone who likes it' })
    expect(await refusal(calls.batches.create(batch({ service: swimming.id })))).toBe('batches.trainer.teaches')
    await calls.batches.create(batch({ code: 'Jun-A' }))
    expect(await refusal(calls.batches.create(batch({ code: 'JUN-a', startingTime: '07:00', endingTime: '08:00' })))).toBe(
      'batches.code.taken',
    )
  })

  test("what a batch uses can't be archived, and the setup percentage moves with the rows", async () => {
    const { calls, batch, service, trainer, hall } = await floor(app)
    const created = await calls.batches.create(batch({ hall: hall.id }))
    expect((await calls.setup.progress()).percent).toBe(80)
    expect(await refusal(calls.services.archive(seen(service)))).toBe('service/in-use')
    expect(await refusal(calls.trainers.archive(seen(trainer)))).toBe('trainer/in-use')
    expect(await refusal(calls.halls.archive(seen(hall)))).toBe('hall/in-use')
    await calls.batches.archive(seen(created))
    expect((await calls.setup.progress()).percent).toBe(60)
    const archived = await calls.halls.archive(seen(hall))
    expect((await calls.setup.progress()).percent).toBe(40)
    await calls.halls.restore(seen(archived))
    expect((await calls.setup.progress()).percent).toBe(60)
  })
})

describe('archiving', () => {
  test('what is restored has the state again that it was archived from', async () => {
    const { calls, batch, image } = await floor(app)
    const there = async (rows: typeof calls.batches | typeof calls.halls, row: { id: string; version: number }) =>
      (await rows.restore(seen(await rows.archive(seen(row))))).state
    const dates = { startDate: '2026-10-05', endDate: '2026-11-02' }
    const draft = await calls.batches.create(batch({ ...dates, state: 'draft' }))
    expect(await there(calls.batches, draft)).toBe('draft')
    expect((await calls.sessions.list({ from: dates.startDate, to: dates.endDate })).rows).toEqual([])
    const ended = await calls.batches.complete(seen(await calls.batches.create(batch(dates))))
    expect(await there(calls.batches, ended)).toBe('completed')
    const hall = await calls.halls.create({ title: 'Old pitch', size: 10, totalCandidates: 10, state: 'maintenance' })
    expect(await there(calls.halls, hall)).toBe('maintenance')
    const archived = await calls.halls.archive({ id: hall.id, version: 3 })
    const saved = await calls.halls.update({ id: hall.id, version: archived.version, title: 'Old pitch', size: 11, totalCandidates: 10 })
    expect(saved).toMatchObject({ state: 'archived', size: 11 })
    const service = { service: 'swimming', cover: image, descriptionEn: 'Swimming for everyone who likes it', state: 'draft' as const }
    expect(await there(calls.services as never, await calls.services.create(service))).toBe('draft')
    const person = await calls.customers.create({ firstName: 'Amal', phone: '0501234567' })
    const blocked = await calls.customers.block(seen(person))
    expect(await there(calls.customers as never, blocked)).toBe('blocked')
    const other = await calls.customers.create({ firstName: 'Amal', phone: '0501234568' })
    await calls.customers.merge({ ...seen(other), drop: person.id })
    expect((await calls.customers.restore(seen(await calls.customers.get({ id: person.id })))).state).toBe('blocked')
  })
})

test('a batch is restored only into parts that still hold it', async () => {
  const { calls, batch, hall } = await floor(app)
  const created = await calls.batches.create(batch({ hall: hall.id, totalCandidates: 20, startDate: '2026-10-05', endDate: '2026-11-02' }))
  const archived = await calls.batches.archive(seen(created))
  const small = await calls.halls.update({ ...seen(hall), title: hall.title, size: hall.size, totalCandidates: 10 })
  expect(await refusal(calls.batches.restore(seen(archived)))).toBe('batches.totalCandidates.hall')
  await calls.halls.archive(seen(small))
  expect(await refusal(calls.batches.restore(seen(archived)))).toBe('batches.hall.unavailable')
})

describe('writes', () => {
  test('C4 fifty saves of one version: one is written, 49 are told; merges of different fields lose nothing', async () => {
    const { calls, hall } = await floor(app)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        refusal(calls.halls.update({ id: hall.id, version: hall.version, title: `Pitch ${index}`, size: 10, totalCandidates: 10 })),
      ),
    )
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'request/stale')).toHaveLength(49)
    const merges = [{ title: 'Merged pitch' }, { size: 77 }, { totalCandidates: 88 }, { audience: 'women' }]
    const merged = await Promise.all(merges.map((data) => calls.documents.update({ collection: 'halls', id: hall.id, data })))
    expect(merged.every(({ success }) => success)).toBe(true)
    expect(await calls.halls.get({ id: hall.id })).toMatchObject({
      title: 'Merged pitch',
      size: 77,
      totalCandidates: 88,
      audience: 'women',
    })
  })

  test('a retried create whose values were corrected meanwhile is refused with the row that was made', async () => {
    const { calls, batch, image, avatar, service } = await floor(app)
    const input = { ...batch({ startDate: '2026-10-05', endDate: '2026-11-02' }), id: newId() }
    await calls.batches.create(input)
    const again = await calls.batches
      .create({ ...input, price: 40_000 })
      .catch((error: { code: string; data: { current: { price: number } } }) => error)
    expect(again).toMatchObject({ code: 'request/reused', data: { current: { price: 35_000, version: 1 } } })
    const swimming = await calls.services.create({ service: 'swimming', cover: image, descriptionEn: 'Swimming for everyone who likes it' })
    const trainer = { id: newId(), services: [service.id], avatar, ...hours, Fname: 'Noor', Lname: 'Saleh', cost: 100 }
    expect((await calls.trainers.create(trainer)).id).toBe((await calls.trainers.create(trainer)).id)
    expect(await refusal(calls.trainers.create({ ...trainer, services: [service.id, swimming.id] }))).toBe('request/reused')
    const hall = { title: 'North pitch', size: 10, totalCandidates: 10 }
    const { data } = await calls.documents.create({ collection: 'halls', data: hall })
    expect(await calls.documents.create({ collection: 'halls', id: String(data?.['id']), data: { ...hall, size: 11 } })).toEqual({
      success: false,
      message: 'A document with this id exists already.',
    })
  })

  test("a retried create with its own id is answered with the first one's row", async () => {
    const { calls, batch } = await floor(app)
    const input = { ...batch(), id: newId() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => calls.batches.create(input)))
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([input.id]))
    expect((await calls.batches.list({})).total).toBe(1)
  })

  test('I3 system fields in a body change nothing', async () => {
    const { calls, hall } = await floor(app)
    for (const field of [
      'vendorId',
      'uid',
      'role',
      'rights',
      'isActive',
      'isDeleted',
      'profileCompleted',
      'plan',
      'trialStartedAt',
      'createdAt',
      'updatedAt',
      'balance',
    ]) {
      expect(
        await refusal(
          calls.halls.update({
            id: hall.id,
            version: hall.version,
            title: 'Changed pitch',
            size: 1,
            totalCandidates: 1,
            [field]: newId(),
          } as never),
        ),
        field,
      ).toBe('lib.fields.unknown')
      expect(await calls.documents.update({ collection: 'halls', id: hall.id, data: { [field]: true } }), field).toMatchObject({
        success: false,
      })
    }
    expect(await calls.halls.get({ id: hall.id })).toEqual(hall)
  })

  test('L2 each change writes exactly one audit row that names the changed fields', async () => {
    const { calls, hall, owner } = await floor(app)
    const { version } = await calls.halls.update({
      id: hall.id,
      version: hall.version,
      title: 'South pitch',
      size: 1200,
      totalCandidates: 24,
    })
    await calls.halls.archive({ id: hall.id, version })
    const rows = await tenant(app.app.db, owner.vendorId, (trx) =>
      trx.selectFrom('audit').select(['action', 'before', 'after']).where('target', '=', hall.id).orderBy('id').execute(),
    )
    expect(rows.map(({ action }) => action).toSorted()).toEqual(['archive', 'create', 'update'])
    expect(rows.find(({ action }) => action === 'update')).toMatchObject({
      before: { title: 'North pitch' },
      after: { title: 'South pitch' },
    })
  })
})

describe('documents', () => {
  test('results and messages are those of spec 7 and 8', async () => {
    const { calls, hall, service, owner } = await floor(app)
    expect(await calls.documents.get({ collection: 'halls', id: hall.id })).toMatchObject({
      result: true,
      data: { title: 'North pitch', id: hall.id },
    })
    expect(await calls.documents.get({ collection: 'halls', id: newId() })).toEqual({ result: false })
    expect(await calls.documents.where({ collection: 'halls', field: 'id', value: newId() })).toEqual({
      success: false,
      message: 'Document not found',
      data: [],
    })
    expect(await calls.documents.update({ collection: 'halls', id: newId(), data: { title: 'Nowhere' } })).toEqual({
      success: false,
      message: 'Document not found',
    })
    expect(await calls.documents.create({ collection: 'halls', data: { title: 'abc', size: 1, totalCandidates: 1 } })).toMatchObject({
      success: false,
      message: 'Title must be 4 to 50 characters',
    })
    expect(
      (
        await calls.documents.where({ collection: 'services', field: 'vendorRef', value: `countries/AE/vendors/${owner.vendorId}` })
      ).data.map(({ id }) => id),
    ).toEqual([service.id])
    expect((await calls.documents.list({ collection: 'countries' })).data.length).toBeGreaterThan(240)
    expect(await calls.documents.resolve({ reference: 'countries/AE' })).toMatchObject({
      result: true,
      data: { nameEn: 'United Arab Emirates' },
    })
    expect(await calls.documents.get({ collection: 'users', id: owner.userId })).toEqual({ result: false })
  })
})
