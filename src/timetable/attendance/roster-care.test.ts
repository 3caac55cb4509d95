import { afterAll, beforeAll, expect, test } from 'vitest'
import { care } from '#directory/customers/care.sample.ts'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Amal with care on the roster of a trainer's session on 12 October, and of another trainer's session. */
async function roster() {
  const base = await openFloor(app, 5)
  const { calls, owner, made, trainer, second, batch } = base
  await onPlan(base, 'elite')
  const other = await calls.batches.create(
    batch({ ...dated, code: 'OTHER', trainer: second.id, startingTime: '19:00', endingTime: '20:00' }),
  )
  const amal = await person(calls, 'Amal', { lastName: 'Karam', ...care, photoConsent: 'no' })
  const badr = await person(calls, 'Badr')
  const places = {
    own: await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
    other: await calls.enrolments.enrol({ batch: other.id, customer: amal.id }),
    badr: await calls.enrolments.enrol({ batch: made.id, customer: badr.id }),
  }
  const sessionOf = async (of: string, day: string) =>
    (await calls.sessions.list({ from: day, to: day })).rows.find((session) => session.batch === of)!.id
  const sessions = { own: await sessionOf(made.id, '2026-10-12'), other: await sessionOf(other.id, '2026-10-12') }
  const member = (role: 'manager' | 'frontDesk' | 'accountant') => joined(app, owner, role)
  const coach = await joined(app, owner, 'trainer', trainer.id)
  return { ...base, amal, places, sessions, sessionOf, member, coach }
}

const marks = { hasMedicalNote: true, noPhotos: true, emergencyPhone: care.emergencyPhone }

test('the roster says that there is a note and whom to phone, not what the note says; the note is read for one person', async () => {
  const { calls, owner, member, coach, sessions, places } = await roster()
  await travel(app, owner, Date.UTC(2026, 9, 12, 12))
  for (const caller of [owner, await member('manager'), await member('frontDesk'), coach]) {
    await travel(app, caller, Date.UTC(2026, 9, 12, 12))
    const answer = await caller.calls.attendance.roster({ session: sessions.own })
    expect(answer.people.map((one) => one.care)).toEqual([marks, null])
    for (const text of [care.medicalNote, care.emergencyName, care.emergencyRelation]) expect(JSON.stringify(answer)).not.toContain(text)
    expect(await caller.calls.attendance.care({ session: sessions.own, enrolment: places.own.id })).toEqual({ ...care, photoConsent: 'no' })
  }
  expect(JSON.stringify(await calls.attendance.grid({ batch: places.own.batch, from: '2026-10-05', to: '2026-10-31' }))).not.toContain(
    'care',
  )
})

test('an accountant reads neither, and a trainer those of their own sessions until the day after', async () => {
  const { member, coach, sessions, sessionOf, places } = await roster()
  const accountant = await member('accountant')
  const next = await sessionOf(places.own.batch, '2026-10-19')
  const people = async ({ calls }: typeof accountant, session: string) => (await calls.attendance.roster({ session })).people
  expect((await people(accountant, sessions.own)).some((one) => 'care' in one)).toBe(false)
  expect(await refusal(accountant.calls.attendance.care({ session: sessions.own, enrolment: places.own.id }))).toBe('permission/denied')
  const ask = (session: string, enrolment: string) => refusal(coach.calls.attendance.care({ session, enrolment }))
  expect(await ask(sessions.own, places.own.id)).toBe('accepted')
  expect(await ask(sessions.other, places.other.id)).toBe('document/not-found')
  // Nor by a place in another batch at a session of their own.
  expect(await ask(sessions.own, places.other.id)).toBe('document/not-found')
  await travel(app, coach, Date.UTC(2026, 9, 13, 19))
  expect(await ask(sessions.own, places.own.id)).toBe('accepted')
  await travel(app, coach, Date.UTC(2026, 9, 13, 21))
  expect(await ask(sessions.own, places.own.id)).toBe('document/not-found')
  expect((await people(coach, sessions.own)).some((one) => 'care' in one)).toBe(false)
  expect(await ask(next, places.own.id)).toBe('accepted')
})

test('who left the batch, another business and another trainer’s substitute get nothing', async () => {
  const { calls, owner, second, coach, sessions, places } = await roster()
  const stranger = await openFloor(app, 5)
  const asked = { session: sessions.own, enrolment: places.own.id }
  expect(await refusal(stranger.calls.attendance.care(asked))).toBe('document/not-found')
  const [session] = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12', batch: places.own.batch })).rows
  await calls.sessions.change({ ...seen(session!), trainer: second.id })
  expect(await refusal(coach.calls.attendance.care(asked))).toBe('document/not-found')
  await calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: places.own.id })), when: 'now', reason: '' })
  expect(await refusal(owner.calls.attendance.care(asked))).toBe('document/not-found')
})
