import { PassThrough } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import { Ambiguous, PermanentError, type JobKinds } from './outbox.ts'
import { text, type Language } from './texts.ts'

/** One mail as it was handed over, kept for /dev/mail where no SMTP_URL is set. */
export type KeptMail = JobKinds['mail'] & { at: string }

/** A logo as a mail carries it: PNG, which every mail program draws, with the size it is shown at, in CSS pixels. */
export type Logo = { png: Buffer; width: number; height: number }

/** Sends mails by SMTP; without SMTP_URL keeps the newest fifty in memory for /dev/mail. */
export type Mailer = {
  /** @param mail with the logo of the business that writes, if it has one @param jobId the same for each try of one mail, which makes its Message-ID; @returns 'kept' where it left for nowhere; @throws {PermanentError} when the recipient's server refused the mail for good */
  send(mail: JobKinds['mail'] & { logo?: Logo | undefined }, signal?: AbortSignal, jobId?: string): Promise<'kept' | void>
  kept: KeptMail[]
  close(): void
}

/**
 * Whether an error is the last word about a mail: a 5xx to its recipient or its content. To the
 * sender, the sign-in or as a matter of policy (5.7, such as a relay's refusal) it may be our
 * configuration's fault, which somebody can mend.
 */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, responseCode = 0, response = '' }: { command?: string; responseCode?: number; response?: string } = Object(error)
  return (command === 'RCPT TO' || command === 'DATA') && responseCode >= 500 && !/^\d{3}[ -]5\.7\./.test(response)
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
  const kept: KeptMail[] = []
  if (!config.smtpUrl) {
    return {
      kept,
      close: () => {},
      async send(mail) {
        kept.unshift({ ...mail, at: new Date().toISOString() })
        kept.length = Math.min(kept.length, 50)
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
    // No absence note may answer what nobody wrote by hand (RFC 3834).
    { from: config.mailFrom, headers: { 'Auto-Submitted': 'auto-generated' } },
  )
  // What was read to its end by the connection is with the server, which may act on it whatever comes then.
  transport.use('stream', (mail, done) => {
    const { onData }: { onData?: () => void } = Object(mail.data)
    mail.message.transform(() => new PassThrough().once('end', () => onData?.()))
    done()
  })
  const address = /<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom
  const domain = /@([^\s>]+)/.exec(config.mailFrom)?.[1] ?? 'localhost'
  return {
    kept,
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
      const html = body.replace('<body>', () => `<body>${heading(sender?.name ?? 'Touchline', logo)}`)
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

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (value: string) => value.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** Both schemes are said, so that no mail program makes up dark colours of its own. */
const style =
  ':root{color-scheme:light dark}' +
  'body{font:16px/24px system-ui,sans-serif;color:#111e19;background:#fff;max-width:480px;margin:24px auto;padding:0 16px}' +
  '.sender{font-weight:700;border-bottom:1px solid #d5ddd9;padding-bottom:12px}a{color:#0b6b3f}' +
  // A logo drawn in dark lines on nothing is seen in the dark too.
  'img{background:#fff;border-radius:6px;vertical-align:middle}' +
  '@media(prefers-color-scheme:dark){body{color:#e8efeb;background:#111e19}.sender{border-color:#3a4a43}a{color:#6fd6a3}}'

/** By what a mail names the logo that it carries: mail programs show what comes with a mail, and ask before they fetch anything. */
const cid = 'logo@touchline'

/** Who writes, above what is written: the logo, with the name where it is not shown, or the name. */
function heading(name: string, logo: Logo | undefined): string {
  const shown = logo
    ? `<img src="cid:${cid}" alt="${escape(name)}" width="${logo.width}" height="${logo.height}">`
    : `<bdi>${escape(name)}</bdi>`
  return `<p class="sender">${shown}</p>`
}

/**
 * A mail from the catalogues: `<key>.subject`, `<key>.body` (paragraphs parted by a blank line),
 * right to left where the language is.
 * @param figure what is shown large, such as a one-time code
 * @param link the paragraph of the body that is an address to go to
 */
export function composeMail(
  to: string,
  language: Language,
  key: string,
  values: Record<string, string | number> = {},
  figure?: string,
  link?: string,
): JobKinds['mail'] {
  const subject = text(language, `${key}.subject`, values).replace(/[\r\n]+/g, ' ')
  const paragraphs = text(language, `${key}.body`, values).split('\n\n')
  const shown = figure ? [...paragraphs.slice(0, 1), figure, ...paragraphs.slice(1)] : paragraphs
  const html = shown
    .map((paragraph) =>
      paragraph === figure
        ? `<p dir="ltr" style="font:700 32px/40px monospace;letter-spacing:4px">${escape(paragraph)}</p>`
        : paragraph === link
          ? `<p><a href="${escape(paragraph)}" style="overflow-wrap:anywhere">${escape(paragraph)}</a></p>`
          : `<p>${escape(paragraph).replaceAll('\n', '<br>')}</p>`,
    )
    .join('')
  return {
    to,
    subject,
    text: `${shown.join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">`,
      `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
      `<title>${escape(subject)}</title><style>${style}</style></head>`,
      `<body>${html}</body></html>`,
    ].join(''),
  }
}
