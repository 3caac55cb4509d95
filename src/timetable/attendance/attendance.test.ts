import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { joined, onPlan } from '#directory/team/team.sample.ts'
import { newId } from '#kernel/ids.ts'
import { testApp, type TestApp } from '../../../test/app.ts'
import { dated, openFloor, person, refusal, seen, travel } from '../../../test/floor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const open = (places: number) => openFloor(app, places)

describe('attendance', () => {
  test('the newest mark of each person counts, a repeated call changes nothing, and a full roster completes the session', async () => {
    const { calls, owner, made } = await open(5)
    const people = [await person(calls, 'Amal'), await person(calls, 'Badr')]
    const rows = [
      await calls.enrolments.enrol({ batch: made.id, customer: people[0]!.id }),
      await calls.enrolments.enrol({ batch: made.id, customer: people[1]!.id }),
    ]
    const session = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows[0]!
    await travel(app, owner, Date.UTC(2026, 9, 12, 15))
    const at = (second: number) => `2026-10-12T14:00:${String(second).padStart(2, '0')}Z`
    const marks = [
      { session: session.id, enrolment: rows[0]!.id, mark: 'late' as const, markedAt: at(20) },
      { session: session.id, enrolment: rows[0]!.id, mark: 'absent' as const, markedAt: at(10) },
      { session: session.id, enrolment: rows[1]!.id, mark: 'present' as const, markedAt: at(10) },
    ]
    expect(await calls.attendance.mark({ marks })).toEqual({ kept: 2, left: 0 })
    expect(await calls.attendance.mark({ marks })).toEqual({ kept: 0, left: 0 })
    const roster = await calls.attendance.roster({ session: session.id })
    expect(roster.people.map(({ firstName, mark }) => `${firstName} ${mark}`)).toEqual(['Amal late', 'Badr present'])
    expect(roster.session).toMatchObject({ state: 'completed', booked: 2, marked: 2 })
    await calls.attendance.mark({ marks: [{ session: session.id, enrolment: rows[1]!.id, mark: 'booked', markedAt: at(30) }] })
    expect((await calls.attendance.roster({ session: session.id })).session).toMatchObject({ state: 'scheduled', marked: 1 })
    expect(await calls.enrolments.get({ id: rows[0]!.id })).toMatchObject({ late: 1, absent: 0 })
    const grid = await calls.attendance.grid({ batch: made.id, from: '2026-10-05', to: '2026-10-31' })
    expect([grid.sessions.length, grid.people.length, grid.marks.length]).toEqual([4, 2, 1])
    // Both came to the floor on 5 October.
    expect(grid.sessions.map(({ day, booked, capacity }) => `${day} ${booked} of ${capacity}`)).toEqual([
      '2026-10-05 2 of 5',
      '2026-10-12 2 of 5',
      '2026-10-19 2 of 5',
      '2026-10-26 2 of 5',
    ])
    expect(await refusal(calls.attendance.mark({ marks: [{ ...marks[0]!, enrolment: newId() }] }))).toBe('document/not-found')
    // Badr leaves; a phone that was offline still marks both, and Amal's mark is not lost with Badr's.
    await calls.enrolments.cancel({ ...seen(await calls.enrolments.get({ id: rows[1]!.id })), when: 'now', reason: '' })
    const late = marks.map((entry) => ({ ...entry, mark: 'excused' as const, markedAt: at(40) }))
    expect(await calls.attendance.mark({ marks: late })).toEqual({ kept: 1, left: 1 })
    const other = await open(5)
    expect(await refusal(other.calls.attendance.mark({ marks: [marks[0]!] }))).toBe('document/not-found')
  })

  test('a trainer marks the sessions that are theirs, and those of another not at all', async () => {
    const base = await open(5)
    const { calls, owner, made, trainer, second, batch } = base
    await onPlan(base, 'elite')
    const other = await calls.batches.create(batch({ ...dated, code: 'OTHER', trainer: second.id }))
    const amal = await person(calls, 'Amal')
    const places = [
      await calls.enrolments.enrol({ batch: made.id, customer: amal.id }),
      await calls.enrolments.enrol({ batch: other.id, customer: amal.id }),
    ]
    const sessions = (await calls.sessions.list({ from: '2026-10-12', to: '2026-10-12' })).rows
    const coach = await joined(app, owner, 'trainer', trainer.id)
    await travel(app, { ...coach }, Date.UTC(2026, 9, 12, 18))
    const markOf = (place: { id: string; batch: string }) => ({
      session: sessions.find((one) => one.batch === place.batch)!.id,
      enrolment: place.id,
      mark: 'present' as const,
      markedAt: '2026-10-12T17:00:00Z',
    })
    const [own, strange] = [markOf(places[0]!), markOf(places[1]!)]
    expect(await refusal(coach.calls.attendance.mark({ marks: [strange] }))).toBe('document/not-found')
    expect(await refusal(coach.calls.attendance.mark({ marks: [own, strange] }))).toBe('document/not-found')
    expect(await coach.calls.attendance.mark({ marks: [own] })).toEqual({ kept: 1, left: 0 })
  })

  test('a cancelled session or a closure tells each expected person once, in their language', async () => {
    const { calls, made } = await open(5)
    const amal = await person(calls, 'Amal', { email: `amal-${newId()}@example.com` })
    const badr = await person(calls, 'Badr', { email: `badr-${newId()}@example.com`, language: 'ar' })
    for (const { id } of [amal, badr]) await calls.enrolments.enrol({ batch: made.id, customer: id })
    expect(await calls.closures.touch({ fromDay: '2026-10-12', toDay: '2026-10-19' })).toMatchObject({ count: 2, people: 2 })
    await calls.closures.create({ fromDay: '2026-10-12', toDay: '2026-10-19', label: 'Half-term' })
    const to = (email: string, mails: Awaited<ReturnType<TestApp['mails']>>) => mails.filter((mail) => mail.to === email)
    const mails = await app.mails()
    expect(to(amal.email, mails)).toHaveLength(1)
    expect(to(amal.email, mails)[0]?.text).toContain('Monday, 12 October 2026 at 5:00')
    expect(to(badr.email, mails)[0]?.text).toContain('الاثنين')
    const [session] = (await calls.sessions.list({ from: '2026-10-26', to: '2026-10-26' })).rows
    await calls.sessions.cancel({ ...seen(session!), reason: 'Rain', tell: false })
    expect(to(amal.email, await app.mails())).toHaveLength(1)
  })
})
