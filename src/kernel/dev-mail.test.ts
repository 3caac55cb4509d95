import fastify from 'fastify'
import { expect, test } from 'vitest'
import { mountDevMail } from './dev-mail.ts'
import { openMailer } from './mail.ts'

test('kept mails are shown on this machine by its own name alone', async () => {
  const server = fastify()
  mountDevMail(server, openMailer({ smtpUrl: undefined, mailFrom: '' }))
  const said = async (host: string, remoteAddress = '127.0.0.1') =>
    (await server.inject({ url: '/dev/mail', headers: { host }, remoteAddress })).statusCode
  for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST']) expect(await said(host), host).toBe(200)
  // Another site's name that was pointed at this machine, and another machine.
  for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])
    expect(await said(host), host).toBe(404)
  expect(await said('localhost:3000', '192.0.2.7')).toBe(404)
  await server.close()
})
