import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { tenant } from '#db/tenant.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { asOwner } from '../../../test/owner-role.ts'
import { person, refusal, seen } from '../../../test/floor.ts'
import { joined } from '#directory/team/team.sample.ts'
import { yearOf, type Year } from '../../../test/year.ts'

let app: TestApp
let year: Year
beforeAll(async () => {
  app = await testApp()
  year = yearOf(app)
})
afterAll(() => app.close())

const end = '2027-12-31'

const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1)

/** Sets a place's next payment as the previous version may have stored it. */
const setNextCharge = (vendorId: string, id: string, nextChargeOn: string | null) =>
  tenant(app.app.db, vendorId, async (trx) => {
    const update = trx.updateTable('enrolments').set({ nextChargeOn }).where('vendorId', '=', vendorId).where('id', '=', id)
    expect((await update.executeTakeFirst()).numUpdatedRows).toBe(1n)
  })

test('who takes an offered place is billed its first period at once, and the next after it', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner } = base
  const small = await calls.batches.create(
    base.batch({ name: 'Seniors', startingTime: '19:00', endingTime: '20:00', startDate: '2027-03-01', endDate: end, totalCandidates: 1 }),
  )
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const first = await calls.enrolments.enrol({ batch: small.id, customer: amal.id, terms: 'free', reason: 'Coach' })
  await calls.enrolments.enrol({ batch: small.id, customer: badr.id, ifFull: 'wait' })
  await calls.enrolments.cancel({ ...seen(first), when: 'now', reason: '' })
  const accepted = await calls.enrolments.accept(seen(await calls.enrolments.offerNext({ batch: small.id })))
  expect(accepted).toMatchObject({ state: 'active', startDate: '2027-03-01', nextChargeOn: '2027-04-01', billedThrough: '2027-03-31' })
  expect(await year.spans(owner.vendorId)).toEqual([['2027-03-01', '2027-03-31']])
  expect((await calls.sales.list({ customer: badr.id })).rows.map(({ total, channel }) => [total, channel])).toEqual([
    [accepted.price, 'desk'],
  ])
  await year.on('2027-04-01', base)
  expect(await year.spans(owner.vendorId)).toEqual([
    ['2027-03-01', '2027-03-31'],
    ['2027-04-01', '2027-04-30'],
  ])
})

test('a place is billed now, from a day or from its first day; without terms none goes unbilled', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner } = base
  const into = async (name: string, more: object) =>
    calls.enrolments.enrol({ batch: base.made.id, customer: (await person(calls, name)).id, ...more })
  expect(await into('Amal', { terms: 'bill' })).toMatchObject({ billedThrough: '2027-03-31', nextChargeOn: '2027-04-01' })
  expect(await into('Badr', { terms: 'from', nextChargeOn: '2027-03-10', reason: 'Injured' })).toMatchObject({
    billedThrough: null,
    nextChargeOn: '2027-03-10',
  })
  expect(await into('Celine', {})).toMatchObject({ billedThrough: null, nextChargeOn: '2027-03-01' })
  expect(await into('Dina', { terms: 'bill', startDate: '2027-03-20' })).toMatchObject({ billedThrough: '2027-04-19' })
  await year.on('2027-03-11', base)
  expect((await year.spans(owner.vendorId)).map((span) => span[0]).toSorted(byText)).toEqual([
    '2027-03-01',
    '2027-03-01',
    '2027-03-10',
    '2027-03-20',
  ])
})

test('a term is billed once, at the start, and one from before that no one billed is left alone', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner } = base
  const hours = { startingTime: '19:00', endingTime: '20:00' }
  const term = await calls.batches.create(
    base.batch({ name: 'Term', priceUnit: 'term', ...hours, startDate: '2027-03-01', endDate: '2027-05-31' }),
  )
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const place = await calls.enrolments.enrol({ batch: term.id, customer: amal.id })
  expect(place).toMatchObject({ billedThrough: '2027-05-31', nextChargeOn: null })
  const late = await calls.enrolments.enrol({ batch: term.id, customer: badr.id, terms: 'from', nextChargeOn: '2027-04-01' })
  expect(late).toMatchObject({ billedThrough: '2027-05-31', nextChargeOn: null })
  const bills = (await calls.sales.list({ direction: 'asc' })).rows
  expect(bills.map(({ day, dueOn }) => [day, dueOn]).toSorted(byText)).toEqual([
    ['2027-03-01', '2027-03-04'],
    ['2027-03-01', '2027-04-04'],
  ])
  // A place as the previous version stored it: created without a bill, its next payment moved or typed.
  const old = await calls.enrolments.enrol({ batch: term.id, customer: (await person(calls, 'Celine')).id, terms: 'free', reason: 'Old' })
  await setNextCharge(owner.vendorId, old.id, '2027-03-01')
  await year.on('2027-03-02', base)
  await year.on('2027-04-02', base)
  expect((await year.spans(owner.vendorId)).toSorted(byText)).toEqual([
    ['2027-03-01', '2027-05-31'],
    ['2027-04-01', '2027-05-31'],
  ])
})

test('a place by the month from before without a next payment is left alone by the daily job', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const row = await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, 'Amal')).id })
  await setNextCharge(owner.vendorId, row.id, null)
  await year.on('2027-05-02', base)
  expect(await year.spans(owner.vendorId)).toEqual([])
})

test('a free place cannot wait, and a charge that is put off gives days', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, made } = base
  const small = await calls.batches.create(
    base.batch({ name: 'Seniors', startingTime: '19:00', endingTime: '20:00', startDate: '2027-03-01', endDate: end, totalCandidates: 1 }),
  )
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  await calls.enrolments.enrol({ batch: small.id, customer: amal.id, terms: 'bill' })
  const waiting = { batch: small.id, customer: badr.id, terms: 'free', reason: 'Coach', ifFull: 'wait' } as const
  expect(await refusal(calls.enrolments.enrol(waiting))).toBe('enrolments.terms.waiting')
  const row = await calls.enrolments.enrol({ batch: made.id, customer: amal.id, terms: 'bill' })
  const later = { ...seen(row), nextChargeOn: '2027-06-01' }
  const { calls: desk } = await joined(app, base.owner, 'frontDesk')
  expect(await refusal(desk.enrolments.update({ ...later, reason: 'Friend' }))).toBe('enrolments.nextChargeOn.right')
  expect(await refusal(calls.enrolments.update(later))).toBe('enrolments.reason.required')
  const put = await calls.enrolments.update({ ...later, reason: 'Injured' })
  expect(put.nextChargeOn).toBe('2027-06-01')
  // An earlier charge gives no days away, so the desk may set it.
  expect(await desk.enrolments.update({ ...seen(put), nextChargeOn: '2027-04-01' })).toMatchObject({ nextChargeOn: '2027-04-01' })
})

test('a free place and a removed charge need the right and a reason, and stand in the log of money', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const { calls: desk } = await joined(app, owner, 'frontDesk')
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  const free = { batch: made.id, customer: amal.id, terms: 'free', reason: 'Scholarship' } as const
  expect(await refusal(desk.enrolments.enrol(free))).toBe('enrolments.terms.right')
  expect(await refusal(calls.enrolments.enrol({ ...free, reason: '' }))).toBe('enrolments.reason.required')
  expect(await calls.enrolments.enrol(free)).toMatchObject({ nextChargeOn: null, billedThrough: null })
  const row = await calls.enrolments.enrol({ batch: made.id, customer: badr.id, terms: 'bill' })
  const dates = { startDate: row.startDate, endDate: row.endDate }
  for (const nextChargeOn of [null, '2028-06-01'])
    expect(await refusal(desk.enrolments.update({ ...seen(row), ...dates, nextChargeOn, reason: 'Friend' }))).toBe(
      'enrolments.nextChargeOn.right',
    )
  expect(await refusal(calls.enrolments.update({ ...seen(row), ...dates, nextChargeOn: null }))).toBe('enrolments.reason.required')
  // A place that ends with its billed days needs no other charge; a longer place does.
  const short = await desk.enrolments.update({ ...seen(row), startDate: row.startDate, endDate: '2027-03-31', nextChargeOn: null })
  expect(await refusal(desk.enrolments.update({ ...seen(short), ...dates, nextChargeOn: null }))).toBe('enrolments.nextChargeOn.right')
  await calls.enrolments.update({ ...seen(short), ...dates, nextChargeOn: null, reason: 'Injured' })
  const { rows } = await calls.reports.audit({})
  expect(rows.filter(({ entity }) => entity === 'enrolment').map(({ action, reason }) => [action, reason])).toEqual([
    ['update', 'Injured'],
    ['create', 'Scholarship'],
  ])
  await year.on('2027-05-02', base)
  expect(await year.spans(owner.vendorId)).toEqual([['2027-03-01', '2027-03-31']])
})

test('days before a later first charge are given as a free place is, also to who waits', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const { calls: desk } = await joined(app, owner, 'frontDesk')
  const hours = { startingTime: '19:00', endingTime: '20:00' }
  const small = await calls.batches.create(
    base.batch({ name: 'Seniors', ...hours, startDate: '2027-03-01', endDate: end, totalCandidates: 1 }),
  )
  const [amal, badr] = [await person(calls, 'Amal'), await person(calls, 'Badr')]
  await calls.enrolments.enrol({ batch: small.id, customer: amal.id, terms: 'bill' })
  const given = { terms: 'from', nextChargeOn: '2027-04-01' } as const
  const requests = [
    { batch: made.id, customer: badr.id, ...given },
    { batch: small.id, customer: badr.id, ...given, ifFull: 'wait' },
  ] as const
  for (const request of requests) {
    expect(await refusal(desk.enrolments.enrol({ ...request, reason: 'Friend' }))).toBe('enrolments.nextChargeOn.right')
    expect(await refusal(calls.enrolments.enrol(request))).toBe('enrolments.reason.required')
    expect(await calls.enrolments.enrol({ ...request, reason: 'Injured' })).toMatchObject({ nextChargeOn: '2027-04-01' })
  }
  const { rows } = await calls.reports.audit({})
  expect(rows.filter(({ entity }) => entity === 'enrolment').map(({ action, reason }) => [action, reason])).toEqual([
    ['create', 'Injured'],
    ['create', 'Injured'],
  ])
  // A place that begins with its charge gives no days away, and an earlier charge does not either; postponing it while waiting does.
  const dina = (await person(calls, 'Dina')).id
  const waiting = await desk.enrolments.enrol({
    batch: small.id,
    customer: dina,
    startDate: '2027-04-01',
    nextChargeOn: '2027-04-01',
    ifFull: 'wait',
  })
  const put = { ...seen(waiting), nextChargeOn: '2027-05-01', reason: 'Friend' }
  expect(await refusal(desk.enrolments.update(put))).toBe('enrolments.nextChargeOn.right')
  expect(await refusal(desk.enrolments.update({ ...seen(waiting), startDate: '2027-03-01' }))).toBe('enrolments.nextChargeOn.right')
  expect(await desk.enrolments.update({ ...seen(waiting), nextChargeOn: null })).toMatchObject({ nextChargeOn: null })
  // A place billed from a later day cannot be extended to begin earlier either.
  const running = await desk.enrolments.enrol({ batch: made.id, customer: dina, startDate: '2027-06-01', terms: 'bill' })
  expect(await refusal(desk.enrolments.update({ ...seen(running), startDate: '2027-03-01' }))).toBe('enrolments.nextChargeOn.right')
})

test('a place that ends with what is billed is not drawn out with a charge that comes later than its new days', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const { calls: desk } = await joined(app, owner, 'frontDesk')
  const row = await desk.enrolments.enrol({ batch: made.id, customer: (await person(calls, 'Amal')).id, terms: 'bill' })
  const [short, long] = [{ endDate: '2027-03-31' }, { endDate: end, nextChargeOn: '2027-11-01' }]
  for (const nextChargeOn of [null, '2027-11-01']) {
    const ended = await desk.enrolments.update({ ...seen(await calls.enrolments.get({ id: row.id })), ...short, nextChargeOn })
    expect(await refusal(desk.enrolments.update({ ...seen(ended), ...long, reason: 'Friend' }))).toBe('enrolments.nextChargeOn.right')
    expect(await refusal(calls.enrolments.update({ ...seen(ended), ...long }))).toBe('enrolments.reason.required')
  }
  // A charge on the day after the billed days gives no days away.
  const ended = await calls.enrolments.get({ id: row.id })
  const again = await desk.enrolments.update({ ...seen(ended), endDate: end, nextChargeOn: '2027-04-01' })
  expect(again).toMatchObject({ endDate: end, nextChargeOn: '2027-04-01' })
})

test('every place has terms, a free one with its reason, and the database refuses one without', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const enrol = async (name: string, more: object) =>
    calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, name)).id, ...more })
  const rows = [
    await enrol('Amal', { terms: 'bill' }),
    await enrol('Badr', { terms: 'free', reason: 'Scholarship' }),
    await enrol('Celine', { terms: 'from', discount: { kind: 'percent', value: 1000, reason: 'Sibling' } }),
  ]
  const terms = await Promise.all(rows.map(async ({ id }) => (await calls.enrolments.terms({ id })).rows))
  expect(terms.map((own) => own.map(({ kind, source, reason, price }) => [kind, source, reason, price]))).toEqual([
    [['paid', 'desk', null, 35_000]],
    [['free', 'desk', 'Scholarship', 35_000]],
    [['paid', 'desk', 'Sibling', 35_000]],
  ])
  const bare = (number: number) =>
    asOwner(app.app.db, (db) =>
      sql`update "enrolments" set "termsNumber" = ${number} where "vendorId" = ${owner.vendorId} and "id" = ${rows[0]!.id}`.execute(db),
    )
  await expect(bare(2)).rejects.toThrow('enrolmentsTerms')
  await expect(
    asOwner(app.app.db, (db) => sql`update "enrolments" set "termsNumber" = null where "id" = ${rows[0]!.id}`.execute(db)),
  ).rejects.toThrow('null value')
})

test('a place that was free before there were terms waits on Home until it is priced or its reason is given', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, owner, made } = base
  const former = async (name: string) => {
    const row = await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, name)).id, terms: 'free', reason: 'x' })
    await asOwner(app.app.db, (db) =>
      sql`update "enrolmentTerms" set "source" = 'former', "reason" = null where "vendorId" = ${owner.vendorId} and "enrolment" = ${row.id}`.execute(
        db,
      ),
    )
    return row
  }
  const [amal, badr] = [await former('Amal'), await former('Badr')]
  await calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, 'Celine')).id, terms: 'free', reason: 'Coach' })
  const waiting = async () => {
    const { unpriced } = (await calls.home.today()).needs
    expect((await calls.enrolments.list({ state: 'unpriced' })).total).toBe(unpriced.count)
    return unpriced.rows.map(({ name }) => name.split(' ')[0])
  }
  expect(await waiting()).toEqual(['Amal', 'Badr'])
  expect(await calls.enrolments.get({ id: amal.id })).toMatchObject({ isUnpriced: true })
  await calls.enrolments.update({ ...seen(amal), nextChargeOn: '2027-04-01' })
  expect(await waiting()).toEqual(['Badr'])
  // Other dates alone say nothing.
  const moved = await calls.enrolments.update({ ...seen(badr), endDate: badr.endDate, reason: '' })
  expect(await waiting()).toEqual(['Badr'])
  const { calls: desk } = await joined(app, owner, 'frontDesk')
  expect(await refusal(desk.enrolments.update({ ...seen(moved), reason: 'Friend' }))).toBe('enrolments.nextChargeOn.right')
  await calls.enrolments.update({ ...seen(moved), reason: 'Scholarship' })
  expect(await waiting()).toEqual([])
  expect((await calls.enrolments.terms({ id: badr.id })).rows[0]).toMatchObject({ kind: 'free', source: 'desk', reason: 'Scholarship' })
  expect((await calls.enrolments.terms({ id: amal.id })).rows[0]).toMatchObject({ kind: 'paid', source: 'desk', reason: null })
})

test('a free place stays free for its reason when it is moved, also for none', async () => {
  const base = await year.yearFloor('2027-03-01', end)
  const { calls, made } = base
  const hours = { startingTime: '19:00', endingTime: '20:00', startDate: '2027-03-01', endDate: end }
  const other = await calls.batches.create(base.batch({ name: 'Seniors', ...hours }))
  const enrol = async (name: string) =>
    calls.enrolments.enrol({ batch: made.id, customer: (await person(calls, name)).id, terms: 'free', reason: 'Scholarship' })
  const [amal, badr] = [await enrol('Amal'), await enrol('Badr')]
  await asOwner(app.app.db, (db) =>
    sql`update "enrolmentTerms" set "source" = 'former', "reason" = null where "enrolment" = ${badr.id}`.execute(db),
  )
  const moved = async (row: typeof amal) => {
    const { id } = await calls.enrolments.move({ ...seen(row), batch: other.id })
    return (await calls.enrolments.terms({ id })).rows
  }
  expect(await moved(amal)).toMatchObject([{ kind: 'free', source: 'desk', reason: 'Scholarship' }])
  expect(await moved(badr)).toMatchObject([{ kind: 'free', source: 'former', reason: null }])
  expect((await calls.home.today()).needs.unpriced.rows.map(({ name }) => name.split(' ')[0])).toEqual(['Badr'])
})
