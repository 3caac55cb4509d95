import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenant } from '#db/tenant.ts'
import { week } from '#lib/fields.ts'
import { crew, notificationDeliveries } from '#business/notifications/notifications.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 86_400_000
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/[\u202f\u00a0\u2009]/g, ' ')

/** An open batch with people on Mondays at 17:00 until the year's end, two days after it began; `arrive` sends and returns new mails. */
async function club(...people: string[]) {
  const base = await openFloor(app, 20)
  app.clock.advance(2 * day)
  await travel(app, base.owner, app.clock.now())
  const { calls, made, owner } = base
  const enrol = async (name: string, more: object = {}) => {
    const { id } = await person(calls, name, { email: `${name.toLowerCase()}-${owner.vendorId}@example.com` })
    return calls.enrolments.enrol({ batch: made.id, customer: id, ...more })
  }
  for (const name of people) await enrol(name)
  const update = async (more: object) => calls.batches.update({ ...seen(await calls.batches.get({ id: made.id })), ...more })
  let known = (await app.mails()).length
  const arrive = async () => {
    const mails = (await app.mails()).slice(known)
    known += mails.length
    return mails
      .map(({ to, subject, text }) => ({ to: to.split('-')[0], subject, text: plain(text) }))
      .toSorted((a, b) => (a.to ?? '').localeCompare(b.to ?? ''))
  }
  /** How many people the form says will be notified. */
  const asked = async (more: object) => {
    const row = { ...(await calls.batches.get({ id: made.id })), ...more }
    const days = row.trainingDays.flatMap(({ isSelected }, at) => (isSelected ? [at] : []))
    const { startDate, endDate, startingTime, endingTime, trainer, hall } = row
    return (await calls.sessions.plan({ batch: row.id, startDate, endDate, startingTime, endingTime, days, trainer, hall })).reachable
  }
  const notified = async () => {
    const rows = await tenant(app.app.db, owner.vendorId, (trx) =>
      trx
        .selectFrom('audit')
        .select('after')
        .where('vendorId', '=', owner.vendorId)
        .where('entity', '=', 'batch')
        .where('action', '=', 'update')
        .orderBy('id')
        .execute(),
    )
    return (rows.at(-1)?.after as { told?: number } | undefined)?.told
  }
  return { ...base, enrol, update, arrive, asked, notified }
}

test('a batch’s new days, hours, hall and trainer are told once a person, with both schedules and the first day that changes', async () => {
  const { update, arrive, asked, notified, second, hall, enrol } = await club('Amal', 'Badr')
  await enrol('Brief', { startDate: '2026-10-07', endDate: '2026-10-11' })
  await arrive()
  const change = { trainingDays: week(1, 3), startingTime: '07:00', endingTime: '08:00', trainer: second.id, hall: hall.id }
  expect(await asked(change)).toBe(2)
  await update(change)
  const mails = await arrive()
  expect(mails.map(({ to }) => to)).toEqual(['amal', 'badr'])
  expect(mails[0]?.subject).toBe('New schedule at Touchline: Juniors')
  expect(mails[0]?.text).toContain(
    [
      'Juniors has a new schedule from Monday, 12 October 2026 on.',
      '',
      'Before: Monday · 5:00 – 6:00 PM · No hall · Mariam Haddad',
      'Now: Monday and Wednesday · 7:00 – 8:00 AM · North pitch · Yousef Karam',
    ].join('\n'),
  )
  expect(await notified()).toBe(2)
  // One day more: people expected on it are notified, with that day as the first.
  await update({ trainingDays: week(1, 3, 5) })
  const more = await arrive()
  expect(more).toHaveLength(2)
  expect(more[0]?.text).toContain('from Friday, 9 October 2026 on')
})

test('a shorter batch is told with its dates; a longer one, another name, price or places are not, nor what the member keeps quiet', async () => {
  const { update, arrive, asked, notified } = await club('Amal')
  for (const [change, count] of [
    [{ name: 'Juniors two', price: 40_000, totalCandidates: 8 }, undefined],
    [{ endDate: '2027-02-28', places: 'carry' }, undefined],
    [{ startingTime: '07:00', endingTime: '08:00', tell: false }, 0],
  ] as const) {
    const { tell: _shouldNotify, places: _places, ...typed } = { tell: true, places: 'leave', ...change }
    expect(await asked(typed)).toBe(count === undefined ? 0 : 1)
    await update(change)
    expect(await arrive()).toEqual([])
    expect(await notified()).toBe(count)
  }
  expect(await asked({ endDate: '2026-11-30' })).toBe(1)
  await update({ endDate: '2026-11-30' })
  const [mail, more] = await arrive()
  expect(more).toBeUndefined()
  expect(mail?.text).toContain('from Monday, 7 December 2026 on')
  expect(mail?.text).toContain('Before: Monday · 7:00 – 8:00 AM · Mariam Haddad · 5 October 2026 – 28 February 2027')
  expect(mail?.text).toContain('Now: Monday · 7:00 – 8:00 AM · Mariam Haddad · 5 October – 30 November 2026')
})

test('a schedule that is put back before its mail has left is told to no one, changed again once, and by two at once once', async () => {
  const { calls, made, update, arrive } = await club('Amal')
  await update({ startingTime: '07:00', endingTime: '08:00' })
  await update({ startingTime: '17:00', endingTime: '18:00' })
  expect(await arrive()).toEqual([])
  await update({ startingTime: '07:00', endingTime: '08:00' })
  await update({ trainingDays: week(2) })
  const [mail, more] = await arrive()
  expect(more).toBeUndefined()
  expect(mail?.text).toContain('Before: Monday · 5:00 – 6:00 PM')
  expect(mail?.text).toContain('Now: Tuesday · 7:00 – 8:00 AM')
  const row = await calls.batches.get({ id: made.id })
  const answers = await Promise.all(
    ['08:00', '09:00'].map((startingTime) => refusal(calls.batches.update({ ...seen(row), startingTime, endingTime: '10:00' }))),
  )
  expect(answers.toSorted()).toEqual(['accepted', 'request/stale'])
  expect(await arrive()).toHaveLength(1)
  // A pending schedule mail is withdrawn when the batch is cancelled.
  await update({ startingTime: '06:00', endingTime: '10:00' })
  await calls.batches.cancel({ ...seen(await calls.batches.get({ id: made.id })), reason: 'Too few' })
  expect((await arrive()).map(({ subject }) => subject)).toEqual(['Cancelled at Touchline: Too few'])
})

test('a schedule that the generic helper changes is told as any other, and takes back what it makes wrong', async () => {
  const { calls, made, update, arrive } = await club('Amal')
  const merge = (data: object) => calls.documents.update({ collection: 'batches', id: made.id, data: { ...data } })
  await update({ startingTime: '07:00', endingTime: '08:00' })
  expect(await merge({ startingTime: '17:00', endingTime: '18:00' })).toMatchObject({ success: true })
  expect(await arrive()).toEqual([])
  await merge({ name: 'Juniors two' })
  await merge({ startingTime: '07:00', endingTime: '08:00' })
  expect((await arrive()).map(({ subject }) => subject)).toEqual(['New schedule at Touchline: Juniors two'])
})

test('sessions that were to be told and follow the batch are told as the batch leaves them', async () => {
  const { calls, made, update, arrive } = await club('Amal')
  const { rows } = await calls.sessions.list({ from: '2026-10-12', to: '2026-12-31', batch: made.id })
  const { day: on, trainer, hall, capacity } = rows[0]!
  await calls.sessions.change({
    ...seen(rows[0]!),
    day: on,
    trainer,
    hall,
    capacity,
    startingTime: '07:00',
    endingTime: '08:00',
    scope: 'all',
  })
  await update({ startingTime: '09:00', endingTime: '10:00' })
  const mails = await arrive()
  expect(new Set(mails.map(({ subject }) => subject.split(' at ')[0]))).toEqual(new Set(['Schedule change', 'New schedule']))
  const single = mails.find(({ subject }) => subject.startsWith('Schedule change'))
  expect(single?.text).toContain('Before: Monday, 12 October 2026, 5:00 – 6:00 PM')
  expect(single?.text).toContain('Now: Monday, 12 October 2026, 9:00 – 10:00 AM')
  expect(mails.some(({ text }) => text.includes('7:00 – 8:00 AM\n\n'))).toBe(false)
})

test('a batch whose owner never proved the address, and a draft, tell no one', async () => {
  const { calls, owner, made, update, arrive, batch } = await club('Amal')
  const draft = await calls.batches.create(batch({ ...dated, name: 'Draft', state: 'draft', startingTime: '10:00', endingTime: '11:00' }))
  await calls.batches.update({ ...seen(draft), startingTime: '09:00' })
  await app.app.db.kysely.updateTable('users').set({ emailIsVerified: false }).where('id', '=', owner.userId).execute()
  expect(await refusal(update({ startingTime: '16:00' }))).toBe('auth/email-unverified')
  expect((await calls.batches.get({ id: made.id })).startingTime).toBe('17:00')
  await update({ startingTime: '16:00', tell: false })
  expect(await arrive()).toEqual([])
})

test('trainers are told what of theirs moved, was given to them, taken or is on again, no matter who else is told', async () => {
  const { calls, owner, made, update, trainer, second } = await club()
  await calls.plans.change({ plan: 'elite', version: (await calls.plans.current()).version })
  const { trainer: mariam } = await crew(app, owner, trainer.id)
  const { trainer: yousef } = await crew(app, owner, second.id)
  const known = new Set<string>()
  const news = async () => {
    const rows = (await notificationDeliveries(app, owner.vendorId)).filter(({ id }) => !known.has(id))
    for (const { id } of rows) known.add(id)
    return rows
      .filter(({ kind, channel }) => kind === 'sessionsChanged' && channel === 'app')
      .map(({ userId, values }) => {
        const { turn, count } = values as { turn: string; count: number }
        return `${userId === mariam.userId ? 'Mariam' : userId === yousef.userId ? 'Yousef' : '?'} ${turn} ${count}`
      })
      .toSorted()
  }
  const all = { from: '2026-10-07', to: '2026-12-31', batch: made.id }
  const rows = async () => (await calls.sessions.list(all)).rows
  const change = async (at: number, more: object) => {
    const row = (await rows())[at]!
    const { day: on, startingTime, endingTime, capacity, hall } = row
    return calls.sessions.change({
      ...seen(row),
      day: on,
      startingTime,
      endingTime,
      capacity,
      hall,
      trainer: row.trainer,
      tell: false,
      ...more,
    })
  }
  await change(0, { startingTime: '07:00', endingTime: '08:00' })
  expect(await news()).toEqual(['Mariam moved 1'])
  await change(0, { capacity: 3 })
  expect(await news()).toEqual([])
  const count = (await rows()).length
  await change(1, { trainer: second.id, scope: 'following' })
  expect(await news()).toEqual([`Mariam taken ${count - 1}`, `Yousef given ${count - 1}`])
  // Mails leave in order of their timestamps, and the test clock stands still.
  app.clock.advance(1000)
  const cancelled = await calls.sessions.cancel({ ...seen((await rows())[1]!), reason: 'Rain', tell: false })
  app.clock.advance(1000)
  await calls.sessions.restore(seen(cancelled))
  expect(await news()).toEqual(['Yousef restored 1'])
  const mails = (await app.mails()).filter(({ to }) => to === yousef.email)
  expect(mails.map(({ subject }) => subject.split(' – ')[0])).toEqual(['Session changed', 'Session cancelled', 'Session changed'])
  expect(plain(mails[0]?.text ?? '')).toContain(`You now have ${count - 1} more sessions, the first of Juniors on Monday, 19 October 2026`)
  // In a second batch all sessions follow the plan, so a change of it covers all of them.
  const made2 = await calls.batches.create({
    ...(await batchFields(calls, made.id)),
    code: 'SECOND',
    startingTime: '10:00',
    endingTime: '11:00',
  })
  const update2 = async (more: object) => calls.batches.update({ ...seen(await calls.batches.get({ id: made2.id })), ...more })
  const planned = (await calls.sessions.list({ ...all, batch: made2.id })).rows.length
  await update2({ trainingDays: week(2) })
  expect(await news()).toEqual([expect.stringMatching(/^Mariam moved \d+$/)])
  await update2({ trainer: second.id })
  expect(await news()).toEqual([expect.stringMatching(/^Mariam taken 1[0-9]$/), expect.stringMatching(/^Yousef given 1[0-9]$/)])
  expect(planned).toBeGreaterThan(10)
  const off = { fromDay: '2026-10-13', toDay: '2026-10-13', reason: 'sick', trainer: second.id } as const
  const [session] = (await calls.sessions.list({ from: '2026-10-13', to: '2026-10-13', batch: made2.id })).rows
  await calls.timeOff.create({ ...off, changes: [{ session: session!.id, substitute: trainer.id }] })
  expect(await news()).toEqual(['Mariam given 1', 'Yousef taken 1'])
  await update({ name: 'Juniors three' })
  expect(await news()).toEqual([])
})

/** The fields for creating a second batch like an existing one. */
async function batchFields(calls: Awaited<ReturnType<typeof club>>['calls'], id: string) {
  const { service, name, price, totalCandidates, trainingDays, trainer, hall, startDate, endDate } = await calls.batches.get({ id })
  return { service, name, price, totalCandidates, trainingDays, trainer, hall, startDate, endDate }
}
