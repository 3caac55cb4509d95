import type { FastifyInstance } from 'fastify'
import { isLoopback } from './body.ts'
import type { Mailer } from './mail.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** The mails that were kept because no SMTP_URL is set, on loopback and outside production only: `GET /dev/mail`. */
export function mountDevMail(server: FastifyInstance, mailer: Mailer): void {
  server.get('/dev/mail', (request, reply) => {
    // By its Host too: another site's name that was pointed at this machine reads no codes.
    if (!loopback.has(request.socket.remoteAddress ?? '') || !isLoopback(request.headers.host ?? '')) return reply.code(404).send()
    return reply
      .header('content-type', 'text/plain; charset=utf-8')
      .send(
        mailer.kept.map((mail) => `${mail.at}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}`).join('\n----\n') ||
          'No mail yet.\n',
      )
  })
}
