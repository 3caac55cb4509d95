import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import { fieldsOf } from '#lib/choices.ts'
import type { Config } from './config.ts'
import { cid, drawMail, withSender, type Logo } from './mail-layout.ts'
import { Ambiguous, PermanentError, type JobKinds } from './outbox.ts'
import { catalogueText, type Language } from './texts.ts'

/** One mail as it was handed over, kept for /dev/mail where no SMTP_URL is set. */
export type CapturedMail = JobKinds['mail'] & { at: string; logo?: Logo | undefined }

/** Sends mails by SMTP; without SMTP_URL keeps the newest fifty in memory for /dev/mail. */
export type Mailer = {
  /** @param mail with the logo of the business that writes, if it has one @param jobId the same for each try of one mail, which makes its Message-ID; @returns 'kept' where it left for nowhere; @throws {PermanentError} when the recipient's server refused the mail for good */
  send(mail: JobKinds['mail'] & { logo?: Logo | undefined }, signal?: AbortSignal, jobId?: string): Promise<'kept' | void>
  captured: CapturedMail[]
  close(): void
}

/**
 * Whether an error is the last word about a mail: a 5xx to its recipient or its content. To the
 * sender, the sign-in or as a matter of policy (5.7, such as a relay's refusal) it may be our
 * configuration's fault, which somebody can mend.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode, response } = fieldsOf(error)
  return (command === 'RCPT TO' || command === 'DATA') && Number(responseCode) >= 500 && !/^\d{3}[ -]5\.7\./.test(String(response))
}

/** Whether the server itself said no, so that the mail is not with it. */
const isAnswered = (error: unknown) => error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'

/** How long a mail server may take, in milliseconds: until it has the mail's last byte, and then to say whether it took it (RFC 5321, 4.5.3.2.6). */
const patience = { beforeDataMs: 30_000, afterDataMs: 10 * 60_000 }

/** A mailer as configured; `notice` gets one console line for each mail that is only kept. */
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
    // No absence note may answer what no one wrote by hand (RFC 3834).
    { from: config.mailFrom, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  // What was read to its end by the connection is with the server, which may act on it whatever comes then.
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
      // The address stays the server's own, for which it may send; the name and the answers are the business's.
      const own = sender && { from: { name: sender.name, address }, replyTo: { name: sender.name, address: sender.replyTo } }
      // A relay or reader that got an earlier try knows the next one as the same mail.
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
 * A mail from the catalogues: `<key>.subject`, which is its heading too, and `<key>.body` (paragraphs parted by a blank
 * line); with a link `<key>.button`.
 * @param figure what is shown large, such as a one-time code
 * @param link the paragraph of the body that is an address to go to
 */
export function composeMail(
  to: string,
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
  { figure, link }: { figure?: string; link?: string | undefined } = {},
): JobKinds['mail'] {
  const subject = catalogueText(language, `${key}.subject`, values).replace(/[\r\n]+/g, ' ')
  const paragraphs = catalogueText(language, `${key}.body`, values).split('\n\n')
  const plain = figure ? [...paragraphs.slice(0, 1), figure, ...paragraphs.slice(1)] : paragraphs
  const button = link
    ? { address: link, label: catalogueText(language, `${key}.button`, values), hint: catalogueText(language, 'lib.mail.address') }
    : undefined
  return {
    to,
    subject,
    text: `${plain.join('\n\n')}\n`,
    html: drawMail({ language, heading: subject, paragraphs, figure, link: button }),
  }
}
