import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { batchInput } from '#timetable/batches/batch.contract.ts'
import { company } from '#directory/customers/company.sample.ts'
import { customerInput } from '#directory/customers/customer.contract.ts'
import { hallInput } from '#directory/halls/hall.contract.ts'
import { serviceInput } from '#directory/services/service.contract.ts'
import { trainerInput } from '#directory/trainers/trainer.contract.ts'
import { week } from '#lib/fields.ts'
import { testApp, type TestApp } from './app.ts'
import { otherValue } from './drift.draw.ts'
import { floor, refusal, seen } from './floor.ts'

/** A change may name some fields of a record; the others stay as they are (X1). */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Stored = { id: string; version: number; updatedAt: string }
const steady = (row: object, changed: string) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => ![changed, 'version', 'updatedAt'].includes(name)))

test('X1: a change of one field leaves all others and the state, over the calls and the document helper', async () => {
  const { calls, batch, service, trainer, hall } = await floor(app)
  const second = await calls.services.create({
    service: 'tennis',
    cover: service.cover,
    descriptionEn: 'Tennis for everybody who likes it',
  })
  await calls.trainers.update({ ...seen(trainer), services: [service.id, second.id] })
  const { trainingDays, ...draft } = await calls.batches.create(batch({ hall: hall.id, state: 'draft', priceUnit: 'session' }))
  const person = await calls.customers.create({
    firstName: 'Amal',
    lastName: 'Karam',
    phone: '0501234567',
    email: 'amal@example.com',
    dob: '2015-04-05',
    gender: 'female',
    guardianName: 'Layla Karam',
    guardianPhone: '0507654321',
    emergencyName: 'Huda Karam',
    emergencyPhone: '0507654322',
    emergencyRelation: 'Aunt',
    medicalNote: 'Asthma',
    photoConsent: 'no',
    source: 'referral',
    language: 'ar',
    tags: ['keen'],
    notes: 'Allergy',
    nickname: 'Moly',
    consentMarketing: true,
    showInRankings: false,
    ...company,
  })
  const room = await calls.halls.create({ title: 'South pitch', size: 90, totalCandidates: 30, audience: 'women', state: 'maintenance' })
  const offer = await calls.services.create({
    service: 'padel',
    cover: service.cover,
    descriptionEn: 'Padel for everybody who likes it',
    descriptionAr: 'بادل للجميع',
    state: 'draft',
  })
  const changes: [string, Record<string, z.core.$ZodType>, Stored, Record<string, unknown>][] = [
    ['halls', hallInput.shape, room, { title: 'West pitch', size: 80, totalCandidates: 29, audience: 'men', state: 'active' }],
    [
      'services',
      serviceInput.shape,
      offer,
      {
        service: 'football',
        cover: service.cover,
        descriptionEn: 'Something else for everybody',
        descriptionAr: 'للجميع',
        state: 'published',
      },
    ],
    [
      'trainers',
      trainerInput.shape,
      await calls.trainers.get({ id: trainer.id }),
      {
        services: [second.id, service.id],
        avatar: trainer.avatar,
        Fname: 'Mariana',
        Lname: 'Haddadi',
        cost: 99,
        startingTime: '06:30',
        endingTime: '22:30',
        trainingDays: week(0, 1, 2, 3, 4),
      },
    ],
    [
      'batches',
      batchInput.shape,
      { ...draft, trainingDays } as Stored,
      {
        service: second.id,
        name: 'Seniors',
        code: 'C-other',
        price: 77,
        priceUnit: 'month',
        startingTime: '16:30',
        endingTime: '18:30',
        totalCandidates: 9,
        trainingDays: week(2),
        trainer: trainer.id,
        hall: null,
        startDate: draft.startDate,
        endDate: draft.endDate,
        state: 'open',
      },
    ],
    [
      'customers',
      customerInput.shape,
      person,
      {
        firstName: 'Amala',
        lastName: '',
        phone: '+971501112222',
        email: 'other@example.com',
        dob: null,
        gender: '',
        guardianName: '',
        guardianPhone: '',
        emergencyName: '',
        // A contact who is named is called by some number.
        emergencyPhone: '+971501112223',
        emergencyRelation: '',
        medicalNote: '',
        photoConsent: 'yes',
        source: 'walkIn',
        language: 'en',
        tags: [],
        notes: '',
        nickname: '',
        consentMarketing: false,
        showInRankings: true,
        companyName: 'Acme LLC',
        billingStreet: 'Corniche 1',
        billingCity: 'Sharjah',
        billingPostcode: '',
        // Another country would not take the number.
        billingCountry: '',
        taxNumber: '',
      },
    ],
  ]
  type Update = (input: object) => Promise<Stored>
  for (const [name, shape, created, given] of changes) {
    const stored: Record<string, unknown> = created
    const isGiven = (field: string) => Object.hasOwn(given, field)
    const others = Object.entries(shape).filter(([field]) => !isGiven(field))
    const values = { ...given, ...Object.fromEntries(others.map(([field, schema]) => [field, otherValue(schema, stored[field])])) }
    expect(Object.keys(values).toSorted(), name).toEqual(Object.keys(shape).toSorted())
    const { update, get: read } = calls[name as 'halls'] as { update: unknown; get: unknown } as { update: Update; get: Update }
    // Read again, since a name it shows may have changed with another record.
    let before = await read({ id: created.id })
    for (const [field, value] of Object.entries(values)) {
      if (field === 'service' && name === 'batches') expect(before).toMatchObject({ state: 'draft', hall: hall.id })
      const now = await update({ ...seen(before), [field]: value })
      expect(now, `${name}.${field}`).toMatchObject({ [field]: value })
      const derived = field === 'service' ? ['serviceType'] : field === 'hall' ? ['hallTitle'] : []
      const [was, is] = [steady(before, field), steady(now, field)]
      for (const key of derived) {
        delete was[key]
        delete is[key]
      }
      expect(is, `${name}.${field}`).toEqual(was)
      before = now
      if (name === 'customers') continue
      const { data } = await calls.documents.update({ collection: name, id: now.id, data: { [field]: value } })
      expect(steady(data ?? {}, field), `document ${name}.${field}`).toEqual(steady(now, field))
      before = data as Stored
    }
  }
})

test('rules over several fields are checked on the record as the change leaves it', async () => {
  const { calls, batch } = await floor(app)
  const created = await calls.batches.create(batch())
  expect(await refusal(calls.batches.update({ ...seen(created), endingTime: '16:00' }))).toBe('batches.endingTime.greater')
  const person = await calls.customers.create({ firstName: 'Amal', phone: '0501234567' })
  expect(await refusal(calls.customers.update({ ...seen(person), phone: '' }))).toBe('customers.phone.reach')
})
