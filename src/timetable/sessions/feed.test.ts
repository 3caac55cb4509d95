import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestApp } from '../../../test/app.ts'
import { floor, refusal, seen } from '../../../test/floor.ts'

let app: TestApp & { url: string }
beforeAll(async () => {
  app = await testServer()
})
afterAll(() => app.close())

const dated = { startDate: '2026-10-05', endDate: '2026-11-02' }
const range = { from: '2026-01-01', to: '2027-01-31' }

test('an ordinary calendar parser reads every session; a revoked address is gone at once; another vendor sees nothing', async () => {
  const { calls, batch, hall, second, owner } = await floor(app)
  await calls.batches.create(batch({ ...dated, hall: hall.id, name: 'Juniors, "A"; B' }))
  await calls.batches.create(batch({ ...dated, trainer: second.id, startingTime: '08:00', endingTime: '09:00' }))
  const [first] = (await calls.sessions.list(range)).rows
  await calls.sessions.cancel({ ...seen(first!), reason: 'Rain\u200f' })
  const all = await calls.feeds.create({})
  const own = await calls.feeds.create({ trainer: second.id })
  const read = async (path: string) => {
    const answer = await fetch(app.url + path)
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  const { status, type, text } = await read(all.path)
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  expect(events).toHaveLength(10)
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(10)
  const found = events.find(({ summary }) => summary === 'Juniors, "A"; B')
  expect(found?.location).toBe('North pitch')
  expect(found?.startDate.toJSDate().toISOString()).toBe('2026-10-05T13:00:00.000Z')
  expect(text.match(/STATUS:CANCELLED/g)).toHaveLength(1)
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect((await read(own.path)).text.match(/BEGIN:VEVENT/g)).toHaveLength(5)
  // A moved session and a substitute show on the next fetch, under the same uid and a higher sequence.
  const other8 = (await calls.sessions.list(range)).rows.find((row) => row.trainer === second.id && row.day === '2026-10-12')
  const { capacity } = other8!
  await calls.sessions.change({
    ...seen(other8!),
    day: '2026-10-14',
    startingTime: '07:15',
    endingTime: '08:15',
    trainer: second.id,
    hall: null,
    capacity,
  })
  const moved = new ICAL.Component(ICAL.parse((await read(own.path)).text))
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event))
  const event = moved.find(({ uid }) => uid === `${other8!.id}@touchline`)
  expect(event?.startDate.toJSDate().toISOString()).toBe('2026-10-14T03:15:00.000Z')
  expect(event?.sequence).toBe(1)
  expect(moved).toHaveLength(5)
  expect(new Set((await calls.feeds.list()).map(({ trainerName }) => trainerName))).toEqual(new Set(['Yousef Karam', null]))
  const stored = await app.app.db.kysely.selectFrom('calendarFeeds').select(['hash']).where('vendorId', '=', owner.vendorId).execute()
  expect(stored.some(({ hash }) => all.path.includes(Buffer.from(hash).toString('base64url')))).toBe(false)
  const other = await floor(app)
  expect(await refusal(other.calls.feeds.remove({ id: all.id }))).toBe('document/not-found')
  expect(await refusal(other.calls.feeds.create({ trainer: second.id }))).toBe('sessions.trainer.required')
  await calls.feeds.remove({ id: all.id })
  expect((await read(all.path)).status).toBe(404)
  expect((await read(`/calendar/${'a'.repeat(43)}.ics`)).status).toBe(404)
})

test('a calendar that has not changed is not sent again', async () => {
  const { calls, batch } = await floor(app)
  await calls.batches.create(batch(dated))
  const { path } = await calls.feeds.create({})
  const read = (tag?: string) => fetch(app.url + path, tag ? { headers: { 'if-none-match': tag } } : {})
  const first = await read()
  const tag = first.headers.get('etag') ?? ''
  expect([first.headers.get('cache-control'), tag]).toEqual(['private, no-cache', expect.stringMatching(/^"[\w-]{43}"$/)])
  expect(await first.text()).toContain('X-WR-TIMEZONE:Asia/Dubai')
  for (const known of [tag, `W/${tag}`, `"other", ${tag}`]) {
    const again = await read(known)
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
  }
  const [session] = (await calls.sessions.list(range)).rows
  await calls.sessions.cancel({ ...seen(session!), reason: 'Rain' })
  const changed = await read(tag)
  expect([changed.status, (await changed.text()).includes('STATUS:CANCELLED')]).toEqual([200, true])
  expect(changed.headers.get('etag')).not.toBe(tag)
  expect((await fetch(`${app.url}/calendar/${'a'.repeat(43)}.ics`, { headers: { 'if-none-match': '*' } })).status).toBe(404)
})
