import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import { instant } from '#kernel/app.ts'
import { composeMail, openMailer, type Mailer } from '#kernel/mail.ts'
import { every, jobs, startJobs } from '#kernel/jobs.ts'
import { queue, runOne, type Workers } from '#kernel/outbox.ts'
import { testApp, type TestApp } from './app.ts'
import { openReceiver } from './inbox.ts'

const mailFrom = 'Touchline <no-reply@touchline.example>'
const hour = 3_600_000

let app: TestApp
let inbox: Awaited<ReturnType<typeof openReceiver>>
let mailer: Mailer
/** The receiver's reply to each recipient. */
const answers = new Map<string, string>()
beforeAll(async () => {
  app = await testApp()
  inbox = await openReceiver((recipient) => answers.get(recipient) ?? null)
  mailer = openMailer({ smtpUrl: inbox.url, mailFrom })
})
beforeEach(() => {
  inbox.mails.length = 0
  app.logLines.length = 0
})
afterAll(async () => {
  await inbox.close()
  await app.close()
})

const send = (to: string, dropAt?: string) =>
  platform(app.app.db, (trx) => queue(trx, app.app, 'mail', composeMail(to, 'en', 'accounts.mail.passwordChanged'), dropAt))
const waiting = () =>
  platform(app.app.db, (trx) => trx.selectFrom('outbox').select(['id', 'attempts', 'lastError', 'leasedUntil']).execute())
const deliver = async (by = mailer) => {
  while (await runOne(app.app, { mail: (mail, signal, jobId) => by.send(mail, signal, jobId) }));
}
const arrived = () => inbox.mails.map(({ to }) => to[0])
const logged = () => app.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)

test('a mail that its recipient refuses for good is tried once and given up, by its id and without a name', async () => {
  answers.set('gone@example.com', '550 5.1.1 <gone@example.com> unknown')
  await send('gone@example.com')
  const id = (await waiting())[0]?.id
  await send('there@example.com')
  await deliver()
  expect(arrived()).toEqual(['there@example.com'])
  expect(await waiting()).toEqual([])
  expect(logged()).toEqual([
    expect.objectContaining({ message: 'A job was given up', jobId: id, attempts: 1, error: 'Error EENVELOPE 550' }),
  ])
  expect(app.logLines.join('')).not.toContain('gone@')
})

test('a mail that is sent again is the same mail: one Message-ID, another mail has its own', async () => {
  await send('twice@example.com')
  const id = (await waiting())[0]?.id
  let isFirst = true
  const unanswered: Mailer = {
    ...mailer,
    async send(...mail) {
      await mailer.send(...mail)
      if (isFirst) {
        isFirst = false
        throw new Error('The line dropped after DATA')
      }
    },
  }
  await deliver(unanswered)
  app.clock.advance(2000)
  await deliver(unanswered)
  await send('once@example.com')
  await deliver()
  const ids = inbox.mails.map(({ mail }) => mail.messageId)
  expect(ids).toEqual([`<${id}@touchline.example>`, `<${id}@touchline.example>`, expect.stringMatching(/^<.+@touchline\.example>$/)])
  expect(ids[2]).not.toBe(ids[0])
  for (const { raw } of inbox.mails) expect(raw).toContain('Auto-Submitted: auto-generated')
})

test.each(['450 4.2.0 Greylisted', '554 5.7.1 Relay access denied'])(
  'a mail that may get through later is sent later: %s',
  async (answer) => {
    answers.set('later@example.com', answer)
    await send('later@example.com')
    await deliver()
    expect([arrived(), (await waiting()).length]).toEqual([[], 1])
    answers.delete('later@example.com')
    app.clock.advance(2000)
    await deliver()
    expect([arrived(), await waiting()]).toEqual([['later@example.com'], []])
  },
)

test('a mail that fails for a day is given up, told once', async () => {
  answers.set('never@example.com', '451 4.3.0 Try again')
  await send('never@example.com')
  for (let minutes = 0; minutes <= 25 * 60; minutes += 60) {
    await deliver()
    if (minutes < 24 * 60) expect(await waiting(), String(minutes)).toMatchObject([{ lastError: 'Error EENVELOPE 451', leasedUntil: null }])
    app.clock.advance(hour)
  }
  expect(await waiting()).toEqual([])
  expect(logged().filter(({ message }) => message === 'A job was given up')).toHaveLength(1)
  expect(logged()).toHaveLength(25)
})

test('a mail that a stopped product kept for days is tried all the same', async () => {
  await send('old@example.com')
  app.clock.advance(72 * hour)
  await deliver()
  expect(arrived()).toEqual(['old@example.com'])
})

test('a code leaves before any backlog of other mail, and before what was refused and is due again', async () => {
  answers.set('slow@example.com', '450 4.2.0 Later')
  await send('slow@example.com')
  await deliver()
  for (let index = 0; index < 20; index++) await send(`member${index}@example.com`)
  app.clock.advance(60_000)
  await send('code@example.com', instant(app.app, 600_000))
  await deliver()
  expect(arrived()).toHaveLength(21)
  expect(arrived()[0]).toBe('code@example.com')
  answers.delete('slow@example.com')
  app.clock.advance(60_000)
  await deliver()
  expect(await waiting()).toEqual([])
})

/** An SMTP server that accepts connections and never replies. */
async function silentServer(): Promise<{ server: Server; url: string; close: () => void }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { server, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

test('a stop does not wait for a mail server that hangs; the mail goes back untried, and leaves at the next start', async () => {
  const silent = await silentServer()
  const hanging = openMailer({ smtpUrl: silent.url, mailFrom })
  await send('patient@example.com')
  const reached = once(silent.server, 'connection')
  const ends: unknown[] = []
  const mail: Workers['mail'] = (each, signal) =>
    hanging.send(each, signal).catch((error: unknown) => {
      ends.push(error)
      throw error
    })
  const running = startJobs(app.app, [jobs({ mail })])
  await reached
  await running.stop()
  // Seconds are not measured, since a busy machine stretches them: the stop aborted the email, not the ten-second timeout.
  expect(ends).toMatchObject([{ name: 'AbortError' }])
  expect(await waiting()).toMatchObject([{ attempts: 0, lastError: null, leasedUntil: null }])
  expect(app.logLines).toEqual([])
  silent.close()
  await deliver()
  expect(arrived()).toEqual(['patient@example.com'])
})

test('mails that are due without end hold up nothing else that the jobs look for', async () => {
  await send('again@example.com')
  let looked = 0
  const looking = async () => void (looked += 1)
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10))
    await send('again@example.com')
  }
  const running = startJobs(app.app, [jobs({ mail: slow }), every(60_000, 'Looking', looking)])
  await expect
    .poll(() => looked)
    .toBe(1)
    .finally(running.stop)
  await platform(app.app.db, (trx) => trx.deleteFrom('outbox').execute())
})

/** An SMTP server that receives an email's last byte and then does what `afterData` does to the connection. */
async function relay(afterData: (socket: Socket) => void): Promise<{ url: string; messageIds: string[]; close: () => void }> {
  const sockets: Socket[] = []
  const messageIds: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    let isData = false
    let said = ''
    socket.write('220 relay\r\n')
    socket.on('data', (chunk) => {
      said += chunk.toString()
      if (isData) {
        if (!said.endsWith('\r\n.\r\n')) return
        messageIds.push(/^Message-ID: (\S+)/im.exec(said)?.[1] ?? '')
        isData = false
        afterData(socket)
      } else if (said.endsWith('\r\n')) {
        isData = said.startsWith('DATA')
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n')
      } else return
      said = ''
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, messageIds, close }
}

test('a relay that drops the line after a mail gets it three times an hour at most, each time as the same mail', async () => {
  const dropping = await relay((socket) => socket.destroy())
  const by = openMailer({ smtpUrl: dropping.url, mailFrom })
  await send('dropped@example.com')
  for (let minutes = 0; minutes < 60; minutes += 1) {
    await deliver(by)
    app.clock.advance(60_000)
  }
  expect(dropping.messageIds.length).toBeGreaterThan(1)
  expect(dropping.messageIds.length).toBeLessThanOrEqual(3)
  expect(new Set(dropping.messageIds).size).toBe(1)
  dropping.close()
  app.clock.advance(4 * hour)
  await deliver()
  expect(arrived()).toEqual(['dropped@example.com'])
})

test('a relay that answers late after a mail is waited for, and holds up no other mail', async () => {
  const waiters: Socket[] = []
  const slow = await relay((socket) => void waiters.push(socket))
  // The timeout before the last byte is shorter than the relay's delay in replying.
  const by = openMailer({ smtpUrl: slow.url, mailFrom }, undefined, { beforeDataMs: 2000, afterDataMs: 600_000 })
  await send('slow-relay@example.com')
  const running = startJobs(app.app, [
    jobs({ mail: (mail, signal, id) => (mail.to.startsWith('slow') ? by : mailer).send(mail, signal, id) }),
  ])
  await expect.poll(() => waiters.length).toBe(1)
  await send('other@example.com')
  await expect.poll(arrived).toEqual(['other@example.com'])
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await waiting()).toMatchObject([{ attempts: 1, lastError: null }])
  waiters[0]?.write('250 taken\r\n')
  await expect.poll(waiting).toEqual([])
  expect(slow.messageIds).toHaveLength(1)
  await running.stop()
  slow.close()
})

test('a relay that never answers after a mail is given up for now, and what it may have taken waits', async () => {
  const silent = await relay(() => {})
  const by = openMailer({ smtpUrl: silent.url, mailFrom }, undefined, { beforeDataMs: 20_000, afterDataMs: 300 })
  await send('never-said@example.com')
  await deliver(by)
  app.clock.advance(19 * 60_000)
  await deliver(by)
  expect(silent.messageIds).toHaveLength(1)
  silent.close()
  app.clock.advance(60_000)
  await deliver()
  expect(arrived()).toEqual(['never-said@example.com'])
})

test('a process that can send no mail takes none; one that can sends it', async () => {
  await send('queued@example.com')
  expect(await runOne(app.app, {})).toBe(false)
  expect(await waiting()).toMatchObject([{ attempts: 0, lastError: null, leasedUntil: null }])
  await deliver()
  expect(arrived()).toEqual(['queued@example.com'])
})

test('work that is woken within a transaction is looked for once it is committed, in no transaction and for no request', async () => {
  const found: string[] = []
  const look = {
    name: 'Looking',
    atOnce: 1,
    next: () =>
      platform(app.app.db, async (trx) => void found.push(...(await trx.selectFrom('outbox').select('id').execute()).map(({ id }) => id))),
  }
  const running = startJobs(app.app, [look])
  try {
    await platform(app.app.db, async (trx) => {
      running.wake()
      await queue(trx, app.app, 'mail', composeMail('later@example.com', 'en', 'accounts.mail.passwordChanged'))
      running.wake()
    })
    await expect.poll(() => found.length).toBeGreaterThan(0)
    found.length = 0
    const failed = platform(app.app.db, async () => {
      running.wake()
      throw new Error('Rolled back')
    })
    await expect(failed).rejects.toThrow('Rolled back')
  } finally {
    await running.stop()
  }
  expect(logged()).toEqual([])
})
