import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopbackHost } from './body.ts'
import { cid, withSender } from './mail-layout.ts'
import type { CapturedMail, Mailer } from './mail.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
/** Headers that a proxy adds to forwarded requests: behind a proxy, everyone seems to come from this machine. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/** A mail loads nothing and runs nothing; its styles and its logo are inline. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A mail as a mail program shows it, with its logo embedded in the page. */
const drawn = ({ html, sender, logo }: CapturedMail): string =>
  withSender(html, sender?.name ?? 'Touchline', logo).replace(
    `cid:${cid}`,
    () => `data:image/png;base64,${logo?.png.toString('base64') ?? ''}`,
  )

/**
 * The mails that were captured because SMTP_URL is not set, on loopback and outside production only: `GET /dev/mail` lists
 * their texts, the newest first, and `GET /dev/mail/1` shows the newest as it looks.
 */
export function mountDevMail(server: FastifyInstance, mailer: Mailer): void {
  // Checks the Host too: another site's name that points to this machine must not read codes.
  const isOwn = ({ socket, headers }: FastifyRequest) =>
    loopback.has(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '') && !passedOn.some((name) => name in headers)
  server.get('/dev/mail', (request, reply) => {
    if (!isOwn(request)) return reply.code(404).send()
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(
        mailer.captured
          .map((mail, index) => `${mail.at} (/dev/mail/${index + 1})\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`)
          .join('\n----\n') || 'No mail yet.\n',
      )
  })
  server.get<{ Params: { number: string } }>('/dev/mail/:number', (request, reply) => {
    const mail = isOwn(request) && mailer.captured[Number(request.params.number) - 1]
    if (!mail) return reply.code(404).send()
    return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', policy).send(drawn(mail))
  })
}
