import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from '#entrance/contract.ts'
import { keysOf } from '#lib/choices.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from './app.ts'
import { bare, otherValue } from './drift.draw.ts'
import { hours, openFloor, person, refusal, seen } from './floor.ts'
import { samples } from './samples.ts'

/** A change may name some fields of a record; the others stay as they are (X1): covers every update in the contracts. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

type Stored = { id: string; version: number }
/** An update, the record, the fields that it may change with another value for each, and what follows from a field. */
type Case = {
  made: Stored
  values: Record<string, unknown>
  update: (input: never) => Promise<object>
  follows?: Record<string, string[]>
}

const own = ['id', 'version']
/** Inputs of an action in addition to the fields of the record; none of them is stored. */
const extraFields: Record<string, string[]> = {
  'batches.update': ['places', 'tell'],
  'enrolments.update': ['reason', 'decision'],
  'closures.update': ['tell', 'decision'],
  'timeOff.update': ['changes', 'cancelReason', 'tell'],
  'sessions.change': ['scope', 'tell'],
}
const rest = (row: object, left: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => ![...left, 'version', 'updatedAt'].includes(name)))

type Call = { '~orpc': { route: { method?: string }; inputSchema?: { def?: { shape?: Record<string, Field> } }; outputSchema?: Field } }
type Field = { def?: { type: string; shape?: object } }
const calls = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members as Record<string, Call>).map(([name, call]) => ({ name: `${group}.${name}`, ...call['~orpc'] })),
)
/** The entities' own updates are covered in changes.test.ts; the document helper takes any of their fields. */
const elsewhere = ['customers', 'batches', 'halls', 'services', 'trainers', 'documents'].map((group) => `${group}.update`)
const updates = calls.filter(({ name, route }) => route.method === 'PATCH' || name === 'setup.saveVendor')

/** Rooms created by npm run new: each field is changed to another value that it accepts. */
async function casesOfSamples(api: Awaited<ReturnType<typeof openFloor>>['calls']): Promise<Record<string, Case>> {
  const all: Record<string, Case> = {}
  for (const room of keysOf(samples)) {
    const name = `${room}.update`
    if (elsewhere.includes(name)) continue
    const { create, update } = api[room]
    const created: Stored & Record<string, unknown> = await create(samples[room] as never)
    const shape = updates.find((call) => call.name === name)?.inputSchema?.def?.shape ?? {}
    const fields = Object.entries(shape).filter(([field]) => !own.includes(field))
    const values = fields.map(([field, schema]) => [field, otherValue(bare(schema as z.core.$ZodType), created[field])] as const)
    all[name] = { made: created, values: Object.fromEntries(values), update }
  }
  return all
}

async function cases(): Promise<Record<string, Case>> {
  const { calls: api, second, hall, image, logo, receipt, made: batch } = await openFloor(app, 10)
  const amal = await person(api, 'Amal')
  const other = await person(api, 'Basma')
  const next = await api.batches.create({
    ...batchLike(batch),
    code: `N-${newId().slice(-8)}`,
    trainer: second.id,
    startingTime: '19:00',
    endingTime: '20:00',
  })
  const rent = {
    category: 'rent',
    supplier: 'Landlord',
    note: 'Autumn',
    amount: 10_000,
    tax: 500,
    method: 'transfer',
    hall: hall.id,
  } as const
  const till = await api.cashbook.createAccount({ kind: 'till', name: 'Fourth desk', number: '' })
  const spent = { category: 'other', supplier: 'Agent', note: '', amount: 9000, tax: 0, method: 'cash', hall: null, batch: batch.id }
  const session = (await api.sessions.list({ from: '2026-10-12', to: '2026-10-18' })).rows.find((row) => row.batch === batch.id)!
  const profile = { logo, name: 'Al Noor', username: `noor ${newId().slice(-8)}`, address: '12 Corniche Road', postcode: '00000' }
  return {
    'webhooks.update': {
      made: await api.webhooks.create({ url: 'https://example.com/hook', events: ['customer.created', 'customer.updated'] }),
      values: { url: 'https://example.com/other', events: ['customer.updated'] },
      update: api.webhooks.update,
    },
    'enrolments.update': {
      made: await api.enrolments.enrol({
        batch: batch.id,
        customer: amal.id,
        startDate: '2026-10-06',
        endDate: '2026-12-01',
        nextChargeOn: '2026-11-06',
        reason: 'Paid before',
      }),
      values: { startDate: '2026-10-07', endDate: '2026-12-02', nextChargeOn: '2026-11-01' },
      update: api.enrolments.update,
    },
    'quotes.update': {
      made: await api.quotes.create({
        customer: amal.id,
        batch: batch.id,
        candidates: 3,
        quote: 'For three',
        offeredPrice: 5000,
        validUntil: '2026-10-20',
      }),
      values: {
        customer: other.id,
        batch: next.id,
        service: null,
        candidates: 4,
        quote: 'For four',
        offeredPrice: 4000,
        validUntil: '2026-10-21',
      },
      update: api.quotes.update,
      follows: {
        customer: ['firstName', 'lastName', 'email'],
        batch: ['batchName', 'free'],
        candidates: ['total'],
        offeredPrice: ['total'],
      },
    },
    'expenses.update': {
      made: await api.expenses.create({ ...rent, batch: batch.id, day: '2026-10-04', dueOn: '2026-10-20', paidOn: '2026-10-05', receipt }),
      values: {
        ...spent,
        batch: next.id,
        day: '2026-10-03',
        receipt: null,
        account: till.id,
        isUnpaid: true,
        dueOn: null,
        paidOn: '2026-10-04',
      },
      update: api.expenses.update,
      follows: { hall: ['hallTitle'], batch: ['batchName'], isUnpaid: ['paidOn'], paidOn: ['isUnpaid'] },
    },
    'cashbook.updateAccount': {
      made: await api.cashbook.createAccount({ kind: 'till', name: 'Second desk', number: '' }),
      values: { name: 'Third desk', number: '17' },
      update: api.cashbook.updateAccount,
    },
    'expenses.updateRecurring': {
      made: await pausedExpense(api, { ...rent, batch: next.id, monthDay: 10, fromDay: '2026-10-06', untilDay: '2027-10-06' }),
      values: { ...spent, monthDay: 11, fromDay: '2026-10-07', untilDay: null, isPaused: false, account: till.id },
      update: api.expenses.updateRecurring,
      follows: { hall: ['hallTitle'], batch: ['batchName'], monthDay: ['nextOn'], fromDay: ['nextOn'], isPaused: ['state', 'nextOn'] },
    },
    'closures.update': {
      made: await api.closures.create({
        fromDay: '2027-11-02',
        toDay: '2027-11-04',
        startingTime: '08:00',
        endingTime: '09:00',
        hall: hall.id,
        label: 'Works',
      }),
      values: { fromDay: '2027-11-03', toDay: '2027-11-05', startingTime: '08:30', endingTime: '09:30', hall: null, label: 'Hire' },
      update: api.closures.update,
      follows: { hall: ['hallTitle'] },
    },
    'timeOff.update': {
      made: await api.timeOff.create({ trainer: second.id, fromDay: '2026-11-02', toDay: '2026-11-04', reason: 'holiday', note: 'Abroad' }),
      values: { fromDay: '2026-11-03', toDay: '2026-11-05', reason: 'sick', note: '' },
      update: api.timeOff.update,
      follows: { fromDay: ['open'], toDay: ['open'] },
    },
    'sessions.change': {
      made: (await api.sessions.change({ ...seen(session), hall: hall.id })) as Stored,
      values: { day: '2026-10-13', startingTime: '16:30', endingTime: '18:30', trainer: second.id, hall: null, capacity: 9 },
      update: api.sessions.change,
      follows: {
        day: ['startsAt', 'endsAt'],
        startingTime: ['startsAt'],
        endingTime: ['endsAt'],
        trainer: ['trainerName'],
        hall: ['hallTitle'],
      },
    },
    'challenges.update': {
      made: await api.challenges.create({
        nameEn: 'Autumn',
        nameAr: 'الخريف',
        description: 'Come often',
        cover: image,
        visibility: 'internal',
        session: 'custom',
        startsAt: '2026-10-12',
        endsAt: '2026-11-12',
        metric: 'manual',
        unit: 'laps',
        mode: 'leaderboard',
        topN: 5,
        pointsPerUnit: 3,
        participation: 'team',
        minMembers: 4,
        lateJoin: true,
        max: 50,
        prizes: ['A ball'],
      }),
      values: {
        nameEn: 'Winter',
        nameAr: '',
        description: '',
        cover: null,
        session: 'custom',
        startsAt: '2026-10-13',
        endsAt: '2026-11-13',
        unit: 'jumps',
        metric: 'minutesTrained',
        topN: 4,
        target: null,
        mode: 'leaderboard',
        pointsPerUnit: 1,
        participation: 'single',
        visibility: 'external',
        minMembers: 2,
        lateJoin: false,
        max: null,
        prizes: [],
      },
      update: api.challenges.update,
      follows: { metric: ['unit'] },
    },
    'setup.saveVendor': {
      made: await api.setup.saveVendor({
        ...profile,
        ...hours,
        latitude: 25.2,
        longitude: 55.3,
        location: 'Behind the mosque',
        version: 0,
      }),
      values: {
        logo,
        name: 'Al Nahda',
        username: `nahda ${newId().slice(-8)}`,
        address: '14 Corniche Road',
        postcode: '11111',
        startingTime: '05:00',
        endingTime: '23:00',
        trainingDays: hours.trainingDays.map((day) => ({ ...day, isSelected: day.id > 0 })),
        latitude: null,
        longitude: null,
        location: '',
        timeZone: 'Asia/Dubai',
        country: 'United Arab Emirates',
        countryCode: '+971',
        countryISOCode: 'AE',
      },
      update: (input: Stored) => {
        const { id: _id, ...named } = input
        return api.setup.saveVendor(named)
      },
    },
  }
  function batchLike({ service: of, price, totalCandidates, trainingDays, startDate, endDate }: typeof batch) {
    return {
      service: of,
      price,
      totalCandidates,
      trainingDays,
      startDate,
      endDate,
      name: 'Seniors',
      hall: null,
    }
  }
}

async function pausedExpense(
  api: Awaited<ReturnType<typeof openFloor>>['calls'],
  request: Parameters<typeof api.expenses.createRecurring>[0],
) {
  return api.expenses.updateRecurring({ ...seen(await api.expenses.createRecurring(request)), isPaused: true })
}

test('X1: a change of one field leaves all others and the state, over every other update of the contracts', async () => {
  const all = { ...(await casesOfSamples((await openFloor(app, 11)).calls)), ...(await cases()) }
  expect([...Object.keys(all), ...elsewhere].toSorted()).toEqual(updates.map(({ name }) => name).toSorted())
  for (const [name, { made, values, update, follows = {} }] of Object.entries(all)) {
    const shape = updates.find((call) => call.name === name)?.inputSchema?.def?.shape ?? {}
    const fields = Object.keys(shape).filter((field) => !own.includes(field) && !extraFields[name]?.includes(field))
    expect(Object.keys(values).toSorted(), name).toEqual(fields.toSorted())
    let before: object = made
    for (const [field, value] of Object.entries(values)) {
      const now = await update({ ...seen(before as Stored), [field]: value } as never)
      if (field !== 'isPaused') expect(now, `${name}.${field}`).toMatchObject({ [field]: value })
      const left = [field, ...(follows[field] ?? []), 'secret', 'steps', 'profileCompleted']
      expect(rest(now, left), `${name}.${field}`).toEqual(rest(before, left))
      before = now
    }
  }
})

/** Fields that are required each time: the trainer that goes with a role, the reason for a cancellation. */
const together = ['team.changeRole.trainer', 'enrolments.cancel.reason']

test('X1: no call that names a version fills a field of the record with a default', () => {
  const filled = calls.flatMap(({ name, inputSchema, outputSchema }) => {
    const shape = inputSchema?.def?.shape ?? {}
    const answered = Object.keys(outputSchema?.def?.shape ?? {})
    if (!('version' in shape)) return []
    return answered.filter((field) => shape[field]?.def?.type === 'default').map((field) => `${name}.${field}`)
  })
  expect(filled.filter((name) => !together.includes(name))).toEqual([])
})

test('a first save of the profile brings all of it, and a change is checked on the whole', async () => {
  const { calls: api } = await openFloor(app, 5)
  expect(await refusal(api.setup.saveVendor({ name: 'Al Noor', version: 0 }))).toBe('lib.images.required')
  const listed = await api.batches.list({})
  const [batch] = listed.rows
  const cancelled = await api.batches.cancel({ ...seen(batch!), reason: 'Rain' })
  const { data } = await api.documents.update({ collection: 'batches', id: cancelled.id, data: { name: 'Juniors of old' } })
  expect(data).toMatchObject({ name: 'Juniors of old', state: 'cancelled' })
})
