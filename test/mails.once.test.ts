import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platform } from '#db/tenant.ts'
import type { FileStore } from '#kernel/files.ts'
import { mailWorker } from '#kernel/mail-logo.ts'
import { composeMail, openMailer } from '#kernel/mail.ts'
import { runOne, type JobKinds } from '#kernel/outbox.ts'
import { goodPassword, testServer, type TestApp } from './app.ts'
import { httpClient, httpOwner } from './browser-session.ts'
import { filledOwner } from './filled.ts'
import { openReceiver, type Received } from './inbox.ts'
import { scripts } from './scripts.ts'

let app: TestApp & { url: string }
let inbox: Awaited<ReturnType<typeof openReceiver>>
let mailer: ReturnType<typeof openMailer>
beforeAll(async () => {
  app = await testServer({ NODE_ENV: 'production' })
  inbox = await openReceiver()
  mailer = openMailer({ smtpUrl: inbox.url, mailFrom: 'Touchline <no-reply@touchline.example>' })
})
afterAll(async () => {
  mailer.close()
  await inbox.close()
  await app.close()
})

/** Sends what is queued over real SMTP and returns what arrived. */
async function deliver(files: Pick<FileStore, 'get'> = app.app.files): Promise<Received[]> {
  const before = inbox.mails.length
  while (await runOne(app.app, { mail: mailWorker(files, mailer) }));
  return inbox.mails.slice(before)
}

/** The header names of an email in order of appearance, before the first blank line. */
function headersOf(raw: string): string[] {
  const [head = ''] = raw.split('\r\n\r\n')
  return head
    .split('\r\n')
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    .toSorted()
}

const usual = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
const breaks = [
  '\r\nBcc: evil@evil.example',
  '\nBcc: evil@evil.example',
  '\r\n\r\n<h1>evil.example</h1>',
  '\rX-Evil: 1',
  '\u2028Bcc: evil@evil.example',
  '%0d%0aBcc: evil@evil.example',
  '\r\n.\r\nMAIL FROM:<evil@evil.example>',
  '\u0000\r\nTo: evil@evil.example',
]
const encoded = '=?utf-8?q?=0d=0aBcc:_evil@evil.example?='

test('I6 line breaks in an address never reach a mail: each is refused, and a displayed name beside it too', async () => {
  const client = httpClient(app.url)
  const addresses = breaks.flatMap((text) => [
    `victim${text}@example.com`,
    `victim@example.com${text}`,
    `"${text}"@example.com`,
    `Name${text} <victim@example.com>`,
    `victim@example.com,evil@evil.example${text}`,
  ])
  for (const email of addresses) {
    for (const [name, input] of [
      ['accounts.sendOtp', { email }],
      ['accounts.register', { email, country: 'AE', password: goodPassword, confirmPassword: goodPassword, acceptTerms: true }],
    ] as const)
      expect((await client.rpc(name, input)).body.code, JSON.stringify(email)).toBe('request/invalid')
  }
  expect(await deliver()).toEqual([])
})

/** The line breaks, a name of 10,000 characters, and both together. */
const names = [...breaks, 'N'.repeat(10_000), `${'N'.repeat(10_000)}${breaks[0]}`, encoded]

test('I6 whatever stands in a mail, it has one recipient, one subject line and the usual headers', async () => {
  const jobs: JobKinds['mail'][] = names.flatMap((name) => [
    // The only text of ours that is in both a subject and a body.
    composeMail('reader@example.com', 'en', name),
    composeMail('reader@example.com', 'ar', 'accounts.mail.code', { minutes: name }, { figure: name }),
  ])
  jobs.push(composeMail(`${'n'.repeat(64)}@${'d'.repeat(60)}.example.com`, 'en', 'accounts.mail.passwordChanged'))
  const before = inbox.mails.length
  for (const job of jobs) await mailer.send(job)
  const received = inbox.mails.slice(before)
  expect(received).toHaveLength(jobs.length)
  for (const [index, { to, raw, mail }] of received.entries()) {
    expect(to).toEqual([jobs[index]?.to])
    expect(headersOf(raw)).toEqual(usual)
    expect(mail.to?.map(({ address }) => address)).toEqual([jobs[index]?.to])
    expect(mail.subject).not.toMatch(/[\r\n]/)
  }
  // A subject that bypasses the composer still adds no header.
  for (const name of names) await mailer.send({ ...composeMail('reader@example.com', 'en', 'accounts.mail.code'), subject: name })
  expect(new Set(inbox.mails.slice(before).map(({ raw }) => headersOf(raw).join(' ')))).toEqual(new Set([usual.join(' ')]))
})

test('I6 each mail path of an owner with a forged name: one mail each, to the owner alone', async () => {
  const owner = await filledOwner(app.url)
  const { version: _, ...vendor } = (await owner.rpc('setup.vendor')).body
  const fields = [
    'logo',
    'username',
    'address',
    'postcode',
    'startingTime',
    'endingTime',
    'trainingDays',
    'latitude',
    'longitude',
    'location',
  ]
  const form = Object.fromEntries(fields.map((field) => [field, vendor[field]]))
  const save = async (name: string) => (await owner.rpc('setup.saveVendor', { ...form, name, version: 1 })).status
  for (const name of names.filter((text) => text !== encoded && /[\r\n]./.test(text.trim())))
    expect(await save(`Club ${name}`), name.slice(-40)).toBe(400)
  expect(await save('N'.repeat(10_000))).toBe(400)
  expect(await save(encoded)).toBe(200)
  const mails: Received[] = []
  expect((await owner.rpc('accounts.changePassword', { newPassword: 'another-Long-one-7' })).status).toBe(200)
  mails.push(...(await deliver()))
  const visitor = httpClient(app.url)
  await visitor.rpc('accounts.sendOtp', { email: owner.email }, { 'accept-language': `ar, ${encoded}` })
  mails.push(...(await deliver()))
  const otp = /\b\d{6}\b/.exec(mails[1]?.mail.text ?? '')?.[0]
  expect((await visitor.rpc('accounts.verifyOtp', { email: owner.email, otp })).body['success']).toBe(true)
  expect((await visitor.rpc('accounts.resetPasswordWithOtp', { email: owner.email, newPassword: 'a-third-Long-one-8' })).status).toBe(200)
  mails.push(...(await deliver()))
  expect(mails.map(({ to }) => to)).toEqual([[owner.email], [owner.email], [owner.email]])
  for (const { raw } of mails) expect([headersOf(raw), raw.includes('evil')]).toEqual([usual, false])
})

/** The sender line above an email's heading, which must appear exactly once. */
function senderOf(html: string | undefined): string | undefined {
  const [sender, ...more] = (html ?? '').matchAll(/<p class="sender"[^>]*>(.*?)<\/p><h1 /g)
  expect(more).toEqual([])
  return sender?.[1]
}

test('a mail to a customer shows the business and brings answers to it; a mail of the product does neither', async () => {
  const owner = await filledOwner(app.url)
  await deliver()
  const vendor = (await owner.rpc('setup.vendor')).body
  expect((await owner.rpc('sales.send', { id: owner.ids.sale })).status).toBe(200)
  const [bill] = await deliver()
  expect(bill?.mail.from).toEqual({ name: vendor['name'], address: 'no-reply@touchline.example' })
  expect(bill?.mail.replyTo?.map(({ address }) => address)).toEqual([owner.email])
  expect(headersOf(bill?.raw ?? '')).toEqual([...usual, 'reply-to'].toSorted())
  const html = bill?.mail.html ?? ''
  expect(senderOf(html)).toMatch(
    new RegExp(`^<img src="cid:logo@touchline" alt="${String(vendor['name'])}" width="48" height="48" style="[^"]*">$`),
  )
  const [logo, ...more] = bill?.mail.attachments ?? []
  expect([logo?.contentId, logo?.mimeType, logo?.disposition, more]).toEqual(['<logo@touchline>', 'image/png', 'inline', []])
  const picture = sharp(logo?.content as ArrayBuffer)
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 96, height: 96 })
  expect(html).toContain(`<title>${bill?.mail.subject ?? ''}</title>`)
  expect(html).toContain('<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">')
  expect((await owner.rpc('accounts.changePassword', { newPassword: 'another-Long-one-7' })).status).toBe(200)
  const [own] = await deliver()
  expect(own?.mail.from?.name).toBe('Touchline')
  expect(own?.mail.replyTo).toBeUndefined()
  expect(own?.mail.attachments).toEqual([])
  expect(senderOf(own?.mail.html)).toBe('<bdi>Touchline</bdi>')
  expect((await owner.rpc('sales.send', { id: owner.ids.sale })).status).toBe(200)
  const away = { get: () => Promise.reject(new Error('The file store is away')) }
  const [plain] = await deliver(away)
  expect(plain?.mail.attachments).toEqual([])
  expect(senderOf(plain?.mail.html)).toBe(`<bdi>${String(vendor['name'])}</bdi>`)
})

test('I6 an address that carries more than one recipient or a break is sent to no one else', async () => {
  const before = inbox.mails.length
  const addresses = [
    'a@example.com,evil@evil.example',
    'a@example.com>\r\nRCPT TO:<evil@evil.example',
    'a@example.com\r\nBcc: evil@evil.example',
    'evil@evil.example; a@example.com',
    'Group: a@example.com, evil@evil.example;',
  ]
  const sent = await Promise.allSettled(addresses.map((to) => mailer.send(composeMail(to, 'en', 'accounts.mail.code', { minutes: 10 }))))
  const received = inbox.mails.slice(before)
  expect(received.length).toBe(sent.filter(({ status }) => status === 'fulfilled').length)
  for (const { to, raw } of received) {
    expect(to).toHaveLength(1)
    expect(to).not.toContain('evil@evil.example')
    expect(headersOf(raw)).toEqual(usual)
  }
})

const foreignHosts = Array.from({ length: 10 }, (_, index) => `evil${index}.example`).flatMap((host): Record<string, string>[] => [
  { host, origin: `http://${host}` },
  { host: `${host}:443`, origin: `http://${host}:443`, 'x-host': host },
  { host: `user@${host}`, 'x-forwarded-host': host, origin: `http://${host}` },
  { 'x-forwarded-host': host, 'x-forwarded-server': host, 'x-original-host': host },
  { 'x-forwarded-host': `${host}, 127.0.0.1`, forwarded: `host=${host};proto=https`, 'x-original-url': `https://${host}/` },
])

/** Sends a request with an arbitrary Host header, which fetch does not allow. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<{ status: number; head: string; body: string }> {
  const { hostname, port } = new URL(app.url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      let text = ''
      answer
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => resolve({ status: answer.statusCode ?? 0, head: JSON.stringify(answer.headers), body: text }))
    })
    sent.once('error', reject).end(body && JSON.stringify(body))
  })
}

test('I6 50 foreign hosts in the headers: one code to one address, no foreign host in a mail, a redirect or a page', async () => {
  expect(foreignHosts).toHaveLength(50)
  const owner = await httpOwner(app.url)
  const ownLink = new RegExp(`^http://(localhost|127\\.0\\.0\\.1):${new URL(app.url).port}/forgot-password\\?lang=en#[\\w-]{64}$`)
  let sent = 0
  for (const headers of foreignHosts) {
    // Past the limits per minute, hour and day.
    app.clock.advance(25 * 3_600_000)
    const answer = await send('POST', '/rpc/accounts/sendOtp', headers, { json: { email: owner.email } })
    const mails = await deliver()
    expect([200, 400, 403], JSON.stringify(headers)).toContain(answer.status)
    expect(mails.length, JSON.stringify(headers)).toBe(answer.status === 200 ? 1 : 0)
    sent += mails.length
    for (const { to, raw, mail } of mails) {
      expect(to).toEqual([owner.email])
      expect(headersOf(raw)).toEqual(usual)
      const said = raw + String(mail.html) + String(mail.text)
      expect(said).not.toMatch(/evil\d/)
      // The link leads here, whatever host name was requested.
      const links = (String(mail.html) + String(mail.text)).match(/https?:[^\s"<]*/g) ?? []
      expect(links).toHaveLength(3)
      for (const link of links) expect(link).toMatch(ownLink)
    }
    for (const path of ['/', '/login', '/plans/', '/halls', '//evil0.example/..']) {
      const page = await send('GET', path, headers)
      expect(page.head + page.body, path).not.toMatch(/evil\d/)
    }
  }
  expect(sent).toBeGreaterThanOrEqual(30)
})

test('I4 what looks like markup is shown as text by the HTML part of a mail', async () => {
  const before = inbox.mails.length
  for (const script of scripts)
    await mailer.send(composeMail('reader@example.com', 'en', 'accounts.mail.code', { minutes: script }, { figure: script }))
  const received = inbox.mails.slice(before)
  expect(received).toHaveLength(30)
  for (const [index, { mail }] of received.entries()) {
    const html = mail.html ?? ''
    expect(
      html
        .match(/<[a-z!/][^>]*>/gi)
        ?.every((tag) => /^<(?:!doctype html|\/?(?:html|head|meta|title|style|body|div|table|tr|td|h1|p|bdi)\b[^<>]*)>$/i.test(tag)),
      scripts[index],
    ).toBe(true)
    expect(html).not.toMatch(/<[^>]*\son\w+=|javascript:[^<]*"/i)
    expect(mail.text).toContain(scripts[index]?.replace(/\r/g, ''))
  }
  const queued = await platform(app.app.db, (trx) => trx.selectFrom('outbox').selectAll().execute())
  expect(queued).toEqual([])
})
