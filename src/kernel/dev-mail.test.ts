import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountDevMail } from './dev-mail.ts'
import { composeMail, openMailer } from './mail.ts'

test('kept mails are shown on this machine by its own name alone', async () => {
  const server = fastify()
  mountDevMail(server, openMailer({ smtpUrl: undefined, mailFrom: '' }))
  const said = async (host: string, remoteAddress = '127.0.0.1') =>
    (await server.inject({ url: '/dev/mail', headers: { host }, remoteAddress })).statusCode
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) expect(await said(host), host).toBe(200)
  // Another site's name that points to this machine, and another machine.
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect(await said(host), host).toBe(404)
  expect(await said('localhost:3000', '192.0.2.7')).toBe(404)
  // A proxy on this machine names itself as the host, and adds its client's address.
  for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
    expect((await server.inject({ url: '/dev/mail', headers: { host: 'localhost', [name]: '192.0.2.7' } })).statusCode, name).toBe(404)
  await server.close()
})

test('a kept mail is shown as it looks, with its logo and without anything from elsewhere', async () => {
  const server = fastify()
  const mailer = openMailer({ smtpUrl: undefined, mailFrom: '' })
  mountDevMail(server, mailer)
  const logo = { png: Buffer.from('picture'), width: 48, height: 48 }
  const sender = { name: 'Falcon <Academy>', replyTo: 'owner@example.com' }
  await mailer.send({ ...composeMail('reader@example.com', 'ar', 'accounts.mail.passwordChanged'), sender, logo })
  const get = (url: string, remoteAddress = '127.0.0.1') => server.inject({ url, headers: { host: 'localhost' }, remoteAddress })
  const page = await get('/dev/mail/1')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; img-src data:;/)
  expect(page.body).toContain(`<img src="data:image/png;base64,${logo.png.toString('base64')}" alt="Falcon &lt;Academy&gt;"`)
  expect(page.body).toContain('dir="rtl"')
  for (const other of ['0', '2', '-1', 'x', '1e0x', '__proto__']) expect((await get(`/dev/mail/${other}`)).statusCode, other).toBe(404)
  expect((await get('/dev/mail/1', '192.0.2.7')).statusCode).toBe(404)
  await server.close()
})
