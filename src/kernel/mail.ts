import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { fieldsOf } from '#lib/choices.ts'
import type { Config } from './config.ts'
import { cid, drawMail, withSender, type Logo } from './mail-layout.ts'
import { Ambiguous, PermanentError, type JobKinds } from './outbox.ts'
import { catalogueText, type Language } from './texts.ts'

/** One mail as it was passed to the mailer, stored for /dev/mail where no SMTP_URL is set. */
export type CapturedMail = JobKinds['mail'] & { at: string; logo?: Logo | undefined }

/** Sends mails by SMTP; without SMTP_URL it stores the newest fifty in memory for /dev/mail. */
export type Mailer = {
  /**
   * @param mail with the logo of the sending business, if any
   * @param jobId the same for each try of one mail; its Message-ID derives from it
   * @returns 'kept' if the mail was only stored
   * @throws {PermanentError} when the recipient's server refused the mail for good
   */
  send(mail: JobKinds['mail'] & { logo?: Logo | undefined }, signal?: AbortSignal, jobId?: string): Promise<'kept' | void>
  captured: CapturedMail[]
  close(): void
}

/**
 * Whether an error is final for a mail: a 5xx about its recipient or its content. An error about the sender, the
 * sign-in or a policy (5.7, such as a refused relay) may be our configuration's fault, which someone can fix.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode, response } = fieldsOf(error)
  return (command === 'RCPT TO' || command === 'DATA') && Number(responseCode) >= 500 && !/^\d{3}[ -]5\.7\./.test(String(response))
}

/** Whether the server itself refused, so that it does not have the mail. */
const isAnswered = (error: unknown) => error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'

/** Timeouts of a mail server, in milliseconds: until the mail's last byte, and then for its acceptance (RFC 5321, 4.5.3.2.6). */
const patience = { beforeDataMs: 30_000, afterDataMs: 10 * 60_000 }

/** Opens the configured mailer; `notice` receives one console line for each mail that is only stored. */
export function openMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  notice: (line: string) => void = () => {},
  { beforeDataMs, afterDataMs } = patience,
): Mailer {
  const captured: CapturedMail[] = []
  if (!config.smtpUrl) {
    return {
      captured,
      close: () => {},
      async send(mail) {
        captured.unshift({ ...mail, at: new Date().toISOString() })
        captured.length = Math.min(captured.length, 50)
        notice('A mail was kept for /dev/mail because SMTP_URL is not set')
        return 'kept'
      },
    }
  }
  const transport = createTransport(
    {
      url: config.smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: afterDataMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    // Automatic replies must not answer an automatic mail (RFC 3834).
    { from: config.mailFrom, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  // Once the connection has read the mail to its end, the server has it and may act on it, whatever happens then.
  transport.use('stream', (mail, done) => {
    const { onData } = fieldsOf(mail.data)
    mail.message.transform(() =>
      new PassThrough().once('end', () => {
        if (typeof onData === 'function') Reflect.apply(onData, null, [])
      }),
    )
    done()
  })
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom
  const domain = /@([^\s>]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  return {
    captured,
    close: () => transport.close(),
    async send({ to, subject, text: plain, html: body, sender, logo }, signal, jobId) {
      const late = new AbortController()
      let isWithServer = false
      let timer = setTimeout(() => late.abort(), beforeDataMs)
      const onData = () => {
        isWithServer = true
        clearTimeout(timer)
        timer = setTimeout(() => late.abort(), afterDataMs)
      }
      // An address object is never parsed as a list, so one mail has exactly one recipient.
      const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal
      const html = withSender(body, sender?.name ?? 'Touchline', logo)
      const attachments = logo ? [{ cid, filename: 'logo.png', content: logo.png, contentDisposition: 'inline' as const }] : []
      const mail = { to: { name: '', address: to }, subject, text: plain, html, attachments, signal: ends, onData }
      // The address stays the server's own, which it is allowed to use; the name and the reply address are the business's.
      const own = sender && { from: { name: sender.name, address }, replyTo: { name: sender.name, address: sender.replyTo } }
      // A relay or reader that received an earlier try recognises the next one as the same mail.
      const named = { ...mail, ...own, ...(jobId && { messageId: `<${jobId}@${domain}>` }) }
      try {
        await transport.sendMail(named)
      } catch (error) {
        if (isFinal(error)) throw new PermanentError(error)
        throw isWithServer && !isAnswered(error) ? new Ambiguous(error) : error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * Composes a mail from the catalogues: `<key>.subject`, which is its heading too, and `<key>.body` (paragraphs separated by
 * a blank line); with a link also `<key>.button`, with a second one `<key>.second`.
 * @param figure shown large, such as a one-time code
 * @param link the paragraph of the body that is a URL; @param second another one
 */
export function composeMail(
  to: string,
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
  { figure, link, second }: { figure?: string; link?: string | undefined; second?: string } = {},
): JobKinds['mail'] {
  const subject = catalogueText(language, `${key}.subject`, values).replace(/[\r\n]+/g, ' ')
  const paragraphs = catalogueText(language, `${key}.body`, values).split('\n\n')
  const plain = figure ? [...paragraphs.slice(0, 1), figure, ...paragraphs.slice(1)] : paragraphs
  const button = link
    ? { address: link, label: catalogueText(language, `${key}.button`, values), hint: catalogueText(language, 'lib.mail.address') }
    : undefined
  const further = second === undefined ? undefined : { address: second, label: catalogueText(language, `${key}.second`, values) }
  return {
    to,
    subject,
    text: `${plain.join('\n\n')}\n`,
    html: drawMail({ language, heading: subject, paragraphs, figure, link: button, second: further }),
  }
}
